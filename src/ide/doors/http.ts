// The door to HTTP: one request at a time, and at each step of it somebody who says whether that host may be spoken to.

export interface Http {
  // Throws invalid_url, invalid_header, leads_elsewhere, own_server, request_failed, timed_out, and whatever the check throws.
  request(wanted: WantedRequest, hosts: HostCheck, signal: AbortSignal): Promise<HttpAnswer>;
}

// A host is a name or an address. A name that leads to this machine or its private network is checked by the address too, and by refusal().
export interface HostCheck {
  // Before anything is sent; throws where it may not be.
  first(host: string, isLoopback: boolean): void;
  // Of a redirect, which ends there when it may not be: why.
  refusal(host: string, isLoopback: boolean): string | undefined;
  // Whether Binnacle itself listens at that port of this machine: what it keeps from an agent is not to be had by asking it over the network.
  isOurs(port: number): boolean;
}

// The same, of somebody who may be in another process.
export interface HostQuestions {
  refusal(host: string, isLoopback: boolean): string | undefined | Promise<string | undefined>;
  isOurs(port: number): boolean | Promise<boolean>;
}

export interface WantedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly followsRedirects: boolean;
  readonly milliseconds: number;
}

export interface HttpAnswer {
  // The last one, after redirects.
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  // Lower case; several of one name are joined.
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HttpBody;
  readonly milliseconds: number;
  // Where it was sent on the way.
  readonly redirects: readonly string[];
  // A redirect that was not followed, and why.
  readonly notFollowed?: { readonly to: string; readonly why: string };
}

export interface HttpBody {
  // Absent where it is not text.
  readonly text?: string;
  readonly bytes: number;
  // There was more than anybody would read.
  readonly isCut: boolean;
}

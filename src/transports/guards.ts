// Who may come in: decided from the Host, Origin and token of a request before anything else looks at it, also before a WebSocket upgrade.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface HttpRefusal {
  readonly status: 401 | 403;
  readonly message: string;
}

// With no token (an explicit choice of the person who started the server) the other checks stay, and no page is answered at all: any program of this machine,
// a development server with somebody else's package for one, can show a page of this machine, and only a token tells it from the person's own.
export function refusalOf(request: IncomingMessage, url: URL, token: string | readonly string[] | undefined): HttpRefusal | undefined {
  const foreign = refusalOfForeign(request);
  if (foreign !== undefined) return foreign;
  if (token === undefined) return request.headers.origin === undefined ? undefined : { status: 403, message: NO_PAGES };
  if (request.method === 'OPTIONS') return undefined;
  const given = tokenOf(request, url);
  if (given === null) return { status: 401, message: 'A token is needed: Authorization: Bearer TOKEN, or ?token=TOKEN in the URL.' };
  const right = typeof token === 'string' ? [token] : token;
  return right.some((each) => sameSecret(given, each)) ? undefined : { status: 401, message: 'The token is wrong.' };
}

// The header that goes with it.
export function challenge({ status }: HttpRefusal): Record<string, string> {
  return status === 401 ? { 'www-authenticate': 'Bearer realm="binnacle"' } : {};
}

export function tokenOf(request: IncomingMessage, url: URL): string | null {
  return bearerOf(request.headers.authorization) ?? url.searchParams.get('token');
}

// For what is no secret, such as that somebody is there.
export function refusalOfForeign(request: IncomingMessage): HttpRefusal | undefined {
  if (!isLoopbackHost(request.headers.host)) return { status: 403, message: 'This server answers only to loopback host names.' };
  const { origin } = request.headers;
  if (origin !== undefined && !isLoopbackOrigin(origin)) return { status: 403, message: 'This server answers only to pages of this machine.' };
  return undefined;
}

const NO_PAGES = 'This server was started without a token, so it answers no page. Start it with one (without --no-token) and give it to the page.';

// Headers that let a page of this machine, and no other, read the answer.
export function corsHeaders(request: IncomingMessage): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined || !isLoopbackOrigin(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
    // Authorization is not covered by a wildcard, and 2026-07-28 has headers with names of its tools' arguments: what is asked for is allowed.
    'access-control-allow-headers':
      request.headers['access-control-request-headers'] ?? 'content-type, accept, authorization, mcp-session-id, mcp-protocol-version, last-event-id',
    'access-control-expose-headers': 'mcp-session-id, mcp-protocol-version',
    'access-control-max-age': '600',
    vary: 'Origin',
  };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function isLoopbackHost(host: string | undefined): boolean {
  // A host is a name with an optional port; anything that a URL would read differently, such as user@host, is not one.
  const name = host === undefined ? undefined : /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i.exec(host)?.[1];
  return name !== undefined && LOOPBACK.has(name.toLowerCase());
}

function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: canonical } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && canonical === origin.toLowerCase() && LOOPBACK.has(hostname);
}

function bearerOf(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}

// Digests have one length, so the comparison takes the same time whatever was given.
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

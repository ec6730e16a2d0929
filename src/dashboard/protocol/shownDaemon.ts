// How the daemon does, and who its neighbours are. Without keys and tokens.

export interface DaemonReport {
  readonly pid: number;
  // Absent as long as it does not listen, as those below it.
  readonly url?: string;
  readonly endpoints?: readonly { readonly name: string; readonly url: string }[];
  readonly version?: string;
  readonly since?: string;
  readonly background?: boolean;
  readonly isService?: boolean;
  readonly needsToken?: boolean;
  readonly otherPorts?: readonly number[];
  readonly homeTaken?: number;
  readonly bridges?: readonly { readonly project: string; readonly port: number }[];
  readonly connections: number;
  readonly memoryMb: number;
  readonly otherDaemons: readonly NeighbourDaemon[];
  readonly editors: readonly NeighbourEditor[];
}

export interface NeighbourDaemon {
  readonly pid: number;
  readonly url: string;
  readonly version: string;
  readonly since: string;
  readonly projects: readonly string[];
}

// A window of VS Code; it has a URL while its HTTP server is on.
export type NeighbourEditor = Omit<NeighbourDaemon, 'url'> & { readonly url?: string };

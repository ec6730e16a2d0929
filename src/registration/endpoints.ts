// The URLs by which clients reach a daemon: our own tools, and the names that clients of two other servers know.

export const ENDPOINTS = ['own', 'index', 'debugger'] as const;
export type EndpointName = (typeof ENDPOINTS)[number];

export const TRANSPORTS = ['stdio', 'http', 'sse'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

interface Endpoint {
  // What clients call it in their lists.
  readonly server: string;
  readonly title: string;
  readonly http: string;
  readonly sse: string;
}

export const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
  own: { server: 'binnacle', title: 'our own tools', http: '/mcp', sse: '/sse' },
  index: { server: 'binnacle-index', title: 'the names of a JetBrains index server', http: '/index-mcp', sse: '/index-mcp/sse' },
  debugger: { server: 'binnacle-debugger', title: 'the names of a JetBrains debugger server', http: '/debugger-mcp', sse: '/debugger-mcp/sse' },
};

// base: of the daemon, such as http://127.0.0.1:29300.
export function endpointUrl(base: string, endpoint: EndpointName, transport: 'http' | 'sse', project?: string): string {
  const query = project === undefined ? '' : `?project=${encodeURIComponent(project)}`;
  return `${base}${endpoints[endpoint][transport]}${query}`;
}

// As rows for a terminal.
export function urlRows(base: string): string[][] {
  return [
    ['Streamable HTTP', endpointUrl(base, 'own', 'http')],
    ['SSE (old clients)', endpointUrl(base, 'own', 'sse')],
    ['WebSocket', `${base.replace('http', 'ws')}/mcp`],
    ...(['index', 'debugger'] as const).flatMap((name) => [
      [`JetBrains ${name}`, endpointUrl(base, name, 'http')],
      [`JetBrains ${name} (SSE)`, endpointUrl(base, name, 'sse')],
    ]),
    ['VS Code refactoring', `${base}/vscode-mcp`],
    ['VS Code refactoring (SSE)', `${base}/vscode-mcp/sse`],
  ];
}

// As data for machines.
export function urlsOf(base: string): Record<EndpointName, { http: string; sse: string }> {
  const of = (name: EndpointName) => ({ http: endpointUrl(base, name, 'http'), sse: endpointUrl(base, name, 'sse') });
  return { own: of('own'), index: of('index'), debugger: of('debugger') };
}

// Who listens there is sent the token by every client that is configured with it.
export function describeTaken(port: number): string {
  return `Port ${port}, to which the URLs of clients lead, is taken by a program that is not Binnacle, and clients send it their token.
End that program, then run binnacle token rotate. To use another port: binnacle settings set port <number>.`;
}

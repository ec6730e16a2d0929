// A client that was configured once with a URL and a token, as it stands in a configuration, and knows nothing else.
import { createServer } from 'node:net';
import { seconds } from '../../src/base/waiting/duration.ts';
import { binnacle, run } from './builtProgram.ts';

export interface ConfiguredUrl {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Answer {
  // 0 where nobody listens.
  readonly status: number;
  readonly text: string;
}

// Each time from its beginning, as a client that was started anew.
export async function askedThrough({ url, headers }: ConfiguredUrl): Promise<Answer> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'configured once', version: '1' } };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    });
    const text = await response.text();
    // It leaves as it should: what stays open is a client that is still there.
    const session = response.headers.get('mcp-session-id');
    if (session !== null) await fetch(url, { method: 'DELETE', headers: { ...headers, 'mcp-session-id': session } });
    return { status: response.status, text };
  } catch {
    return { status: 0, text: '' };
  }
}

// One that no daemon chooses by itself and no system gives to a connection, so that other tests leave it alone while a daemon is down.
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 9_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen({ host: '127.0.0.1', port }, () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

// For homes whose daemon is started anew in a test: the usual port may be another test's by then, and whoever has the address would not find it.
export async function keepPort(environment: NodeJS.ProcessEnv): Promise<number> {
  const port = await quietPort();
  const { code, stderr } = await run([process.execPath, binnacle, 'settings', 'set', 'port', String(port)], { environment, bound: seconds(60) });
  if (code !== 0) throw new Error(stderr);
  return port;
}

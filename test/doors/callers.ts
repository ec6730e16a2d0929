// Clients of every kind, reduced to one word: ask.
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as OlderSseTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as OlderHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';
import { TOKEN } from './house.ts';

export interface Caller {
  // Throws an error with the JSON-RPC code.
  ask(method: string, params: Record<string, unknown>, options?: AskOptions): Promise<Record<string, unknown>>;
  // What the server says by itself about these resources and about its lists; absent where there is no stream for it.
  listen?(uris: readonly string[]): Promise<Hearing>;
  close(): Promise<void>;
}

export interface Hearing {
  // The next that was not asked for yet, as "method" or "method uri".
  next(): Promise<string>;
  // What was heard and not asked for.
  rest(): readonly string[];
}

export interface AskOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { progress: number; total?: number | undefined; message?: string | undefined }) => void;
}

const anything = z.looseObject({});
const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
const identity = { name: 'doors-test', version: '1.2.3' };

// The SDK's newer client, in either protocol.
export async function newerClient(transport: Transport, era: '2025-11-25' | '2026-07-28'): Promise<Caller> {
  const client = new Client(identity, era === '2026-07-28' ? { versionNegotiation: { mode: { pin: era } } } : {});
  await client.connect(transport);
  return {
    ask: (method, params, { signal, onProgress } = {}) =>
      client.request({ method, params }, anything, { ...(signal && { signal }), ...(onProgress && { onprogress: onProgress }) }),
    async listen(uris) {
      const hearing = hearingOf(client);
      if (era === '2026-07-28') await client.listen({ resourceSubscriptions: [...uris], resourcesListChanged: true, toolsListChanged: true });
      else for (const uri of uris) await client.subscribeResource({ uri });
      return hearing;
    },
    close: () => client.close(),
  };
}

interface Hearer {
  fallbackNotificationHandler?: ((notification: { method: string; params?: { [key: string]: unknown } | undefined }) => Promise<void>) | undefined;
}

function hearingOf(client: Hearer): Hearing {
  const heard: string[] = [];
  let wake = () => {};
  client.fallbackNotificationHandler = async ({ method, params }) => {
    heard.push([method.replace('notifications/', ''), params?.['uri']].filter((word) => word !== undefined).join(' '));
    wake();
  };
  return {
    async next() {
      while (heard.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return heard.shift() ?? '';
    },
    rest: () => heard,
  };
}

export function newerHttp(url: string, era: '2025-11-25' | '2026-07-28'): Promise<Caller> {
  return newerClient(new StreamableHTTPClientTransport(new URL(url), { requestInit }), era);
}

// The SDK's older client, which most agents of today are built on.
export function olderHttp(url: string): Promise<Caller> {
  return olderClient(new OlderHttpTransport(new URL(url), { requestInit }));
}

export function olderSse(url: string): Promise<Caller> {
  return olderClient(
    new OlderSseTransport(new URL(url), {
      requestInit,
      eventSourceInit: { fetch: (target, init) => fetch(target, { ...init, headers: { ...requestInit.headers, accept: 'text/event-stream' } }) },
    }),
  );
}

async function olderClient(transport: OlderHttpTransport | OlderSseTransport): Promise<Caller> {
  const client = new OlderClient(identity);
  await client.connect(transport);
  return {
    ask: (method, params, { signal, onProgress } = {}) =>
      client.request({ method, params }, anything, { ...(signal && { signal }), ...(onProgress && { onprogress: onProgress }) }),
    async listen(uris) {
      const hearing = hearingOf(client);
      for (const uri of uris) await client.subscribeResource({ uri });
      return hearing;
    },
    close: () => client.close(),
  };
}

// A script without any SDK that posts one message at a time and reads the answer in the body.
export function script(endpoint: string, close: () => Promise<void> = async () => {}): Caller {
  let id = 0;
  return {
    async ask(method, params, { signal } = {}) {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { ...requestInit.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
        ...(signal && { signal }),
      });
      return resultOf(await response.json());
    },
    close,
  };
}

// What the JetBrains index server describes: open the stream, take the URL of the endpoint event, post there and read the answer.
export async function scriptWithStream(url: string): Promise<Caller> {
  const gone = new AbortController();
  const stream = await fetch(url, { headers: { ...requestInit.headers, accept: 'text/event-stream' }, signal: gone.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  const endpoint = /^event: endpoint\ndata: (http:\S+)\n\n/.exec(first?.value ?? '')?.[1];
  if (endpoint === undefined) throw new Error(`the stream did not begin with its endpoint: ${first?.value}`);
  return script(endpoint, async () => gone.abort());
}

const response = z.looseObject({
  result: anything.optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});

function resultOf(body: unknown): Record<string, unknown> {
  const { result, error } = response.parse(body);
  if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code, data: error.data });
  if (result === undefined) throw new Error('neither a result nor an error');
  return result;
}

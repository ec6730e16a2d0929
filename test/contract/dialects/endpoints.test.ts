// Every endpoint that the JetBrains servers have, by each client that is known: the older and the newer SDK over HTTP and event streams, and a script that does what the servers' own pages say.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Transport as NewerTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as OlderHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newerClient } from '../../doors/callers.ts';
import { type Home, temporaryHome } from '../../support/builtProgram.ts';
import { type ServedProject, serveProject } from '../../support/servedProject.ts';

type Ask = (method: string, params: Record<string, unknown>) => Promise<unknown>;
interface Entered extends AsyncDisposable {
  readonly ask: Ask;
}

let home: Home;
let served: ServedProject;
beforeAll(async () => {
  home = await temporaryHome();
  const project = join(home.folder, 'shop');
  await mkdir(project);
  await writeFile(join(project, 'cart.ts'), 'export const total = 1;\n');
  served = await serveProject(home, project);
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const authorization = () => ({ authorization: `Bearer ${served.token}` });

const CLIENTS: Readonly<Record<string, (endpoint: string) => Promise<Entered>>> = {
  'older SDK, HTTP': (endpoint) => older(new OlderHttpTransport(new URL(`${served.url}${endpoint}`), { requestInit: { headers: authorization() } })),
  // The clients of these servers cannot always send headers with a stream.
  'older SDK, event stream': (endpoint) => {
    const url = new URL(`${served.url}${endpoint}/sse?token=${served.token}`);
    return older(new SSEClientTransport(url, { requestInit: { headers: authorization() } }));
  },
  'newer SDK, 2025': (endpoint) => newer(endpoint, '2025-11-25'),
  'newer SDK, 2026': (endpoint) => newer(endpoint, '2026-07-28'),
  'script with a stream, which posts to the endpoint that it is sent': (endpoint) => script(endpoint, undefined),
  'script with a stream, which posts to the stream': (endpoint) => script(endpoint, `${served.url}${endpoint}/sse`),
};

describe.each(Object.entries(CLIENTS))('%s', (_name, enter) => {
  test.each([
    ['/index-mcp', 'ide_file_structure', { file: 'cart.ts' }, 'total', { file: 'none.ts' }, -32002],
    ['/debugger-mcp', 'list_breakpoints', {}, 'breakpoints', { file: 'cart.ts' }, -32602],
  ] as const)('%s lists its tools, answers a call, and refuses a wrong one by its number', async (endpoint, tool, given, says, wrong, code) => {
    await using client = await enter(endpoint);
    expect(JSON.stringify(await client.ask('tools/list', {}))).toContain(`"${tool}"`);
    expect(JSON.stringify(await client.ask('tools/call', { name: tool, arguments: given }))).toContain(says);
    await expect(client.ask('tools/call', { name: tool, arguments: wrong })).rejects.toMatchObject({ code });
    // In the newer protocol the status of HTTP says it too, and its SDK throws the body as text.
    const unknown = await client.ask('tools/nothing', {}).then(String, (error: unknown) => JSON.stringify(error, ['code', 'message']));
    expect(unknown).toContain('-32601');
  });
});

const anything = z.looseObject({});

async function older(transport: OlderHttpTransport | SSEClientTransport): Promise<Entered> {
  const client = new OlderClient({ name: 'endpoints', version: '1' });
  await client.connect(transport);
  return { ask: (method, params) => client.request({ method, params }, anything), [Symbol.asyncDispose]: () => client.close() };
}

async function newer(endpoint: string, era: '2025-11-25' | '2026-07-28'): Promise<Entered> {
  const transport: NewerTransport = new StreamableHTTPClientTransport(new URL(`${served.url}${endpoint}`), { requestInit: { headers: authorization() } });
  const { ask, close } = await newerClient(transport, era);
  return { ask, [Symbol.asyncDispose]: close };
}

const Answer = z.object({ result: anything.optional(), error: z.object({ code: z.number(), message: z.string() }).optional() });

// Opens the stream, reads the endpoint event, says who it is, and posts one request after another.
async function script(endpoint: string, posted: string | undefined): Promise<Entered> {
  const gone = new AbortController();
  const stream = await fetch(`${served.url}${endpoint}/sse`, { headers: { ...authorization(), accept: 'text/event-stream' }, signal: gone.signal });
  expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const first = await stream.body?.pipeThrough(new TextDecoderStream()).getReader().read();
  const sent = /^event: endpoint\ndata: (http:\S+)\n\n/.exec(first?.value ?? '')?.[1];
  expect(sent).toContain(endpoint);
  let id = 0;
  const post = (message: Record<string, unknown>) =>
    fetch(posted ?? sent ?? '', {
      method: 'POST',
      headers: { ...authorization(), 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const ask: Ask = async (method, params) => {
    const { result, error } = Answer.parse(await (await post({ id: ++id, method, params })).json());
    if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  };
  await ask('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'script', version: '1' } });
  expect((await post({ method: 'notifications/initialized' })).ok).toBe(true);
  return { ask, [Symbol.asyncDispose]: async () => gone.abort() };
}

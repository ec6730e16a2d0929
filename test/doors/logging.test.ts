// What a client hears of our log: errors from the start, more when it asks, no secrets, and never a flood. On our own doors and on a dialect's.
import { createServer } from 'node:net';
import { Client, LOG_LEVEL_META_KEY, SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { HeardLog } from '../../src/base/log.ts';
import { type Dialect, defineDialectTool } from '../../src/dialects/dialect.ts';
import { defineMachineTool } from '../../src/tools/tool.ts';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';
import { LineClientTransport, WebSocketClientTransport } from './clientTransports.ts';
import { partsWith, TOKEN } from './house.ts';

const written: string[] = [];
const note = (message: string) => void written.push(message);
const log = new HeardLog({ info: note, warn: note, error: note });
const complain = defineMachineTool({
  name: 'complain',
  title: 'Complain',
  description: 'Writes to the log.',
  effect: 'reads',
  input: z.strictObject({ text: z.string() }),
  output: z.object({}),
  async run(_context, { text }) {
    log.info(`heard: ${text}`);
    return {};
  },
  tell: () => ['done'],
});
const dialect: Dialect = {
  name: 'fixture',
  path: '/other-mcp',
  announcedAs: 'Other Server',
  tools: [
    defineDialectTool({
      name: 'other_complain',
      tool: 'complain',
      description: 'The same.',
      input: z.strictObject({ text: z.string() }),
      answer: z.object({}),
      toArguments: ({ text }) => ({ text }),
      toResult: () => ({}),
    }),
  ],
  resources: [],
  templates: [],
  errorNumbers: {},
  errorBody: ({ code, message }) => ({ error: code, message }),
};

let doors: Doors;
let lines: ReturnType<typeof createServer>;
beforeAll(async () => {
  doors = await startDoors({ parts: { ...partsWith([complain]), log }, dialects: [dialect], port: 0, token: TOKEN });
  lines = createServer((socket) => void doors.serveByteStream(socket, {}));
  await new Promise<void>((resolve) => lines.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await doors.close();
  lines.close();
});

const http = (path: string) => () =>
  new StreamableHTTPClientTransport(new URL(`${doors.url}${path}`), { requestInit: { headers: { authorization: `Bearer ${TOKEN}` } } });
const stdio = () => {
  const address = lines.address();
  return new LineClientTransport(typeof address === 'object' && address !== null ? address.port : 0);
};
const webSocket = (path: string) => () => new WebSocketClientTransport(`${doors.url.replace('http', 'ws')}${path}`, TOKEN);

describe.each<[string, () => Transport, string]>([
  ['stdio', stdio, 'complain'],
  ['http', http('/mcp'), 'complain'],
  ['webSocket', webSocket('/'), 'complain'],
  ['dialect http', http('/other-mcp'), 'other_complain'],
  ['dialect webSocket', webSocket('/other-mcp'), 'other_complain'],
])('%s', (_name, transport, tool) => {
  test('errors from the start, everything after setLevel, and nothing below the level that was set', async () => {
    const { client, heard } = await listening(transport());
    expect(client.getServerCapabilities()).toMatchObject({ logging: {} });
    // Over HTTP the client still opens its stream for what is said unasked.
    const isListening = () => {
      log.error('a mark');
      return heard.some(({ data }) => data === 'a mark');
    };
    await expect.poll(isListening).toBe(true);
    log.info('nobody asked for this');
    log.error('an engine died');
    await expect.poll(() => heard.at(-1)).toEqual({ level: 'error', logger: 'binnacle', data: 'an engine died' });
    await client.setLoggingLevel('info');
    log.info('a project was opened');
    await expect.poll(() => heard.at(-1)).toMatchObject({ level: 'info', data: 'a project was opened' });
    await client.callTool({ name: tool, arguments: { text: 'in a call' } });
    await expect.poll(() => heard.at(-1)).toMatchObject({ data: 'heard: in a call' });
    await client.setLoggingLevel('emergency');
    log.error('not this');
    await client.setLoggingLevel('error');
    log.error('but this');
    await expect.poll(() => heard.at(-1)).toMatchObject({ data: 'but this' });
    expect(heard.map(({ data }) => data)).not.toEqual(expect.arrayContaining(['not this']));
    expect(heard.map(({ data }) => data)).not.toEqual(expect.arrayContaining(['nobody asked for this']));
    await client.close();
  });
});

test.each<[string, () => Transport]>([
  ['http', http('/other-mcp')],
  ['webSocket', webSocket('/other-mcp')],
  ['sse', () => new SSEClientTransport(new URL(`${doors.url}/other-mcp/sse?token=${TOKEN}`))],
])('a client of a dialect whose server says that it is up hears it once, over %s', async (_name, transport) => {
  const { client, heard } = await listening(transport());
  await expect.poll(() => heard[0]).toEqual({ level: 'info', logger: 'Other Server', data: 'Other Server is up with 1 tool. Projects: none is open.' });
  await client.ping();
  expect(heard).toHaveLength(1);
  await client.close();
});

test('nobody else hears that a server is up', async () => {
  const { client, heard } = await listening(stdio());
  await client.ping();
  expect(heard).toEqual([]);
  await client.close();
});

test('a level that is none is refused, and the old one stays', async () => {
  const { client } = await listening(stdio());
  await expect(client.request({ method: 'logging/setLevel', params: { level: 'loud' } }, z.looseObject({}))).rejects.toMatchObject({ code: -32602 });
  await client.close();
});

test('secrets are taken out, a long line is cut, and a flood is bounded', async () => {
  const { client, heard } = await listening(stdio());
  log.error('the header was Authorization: Bearer abcdefghijklmnop1234567890');
  await expect.poll(() => heard.length).toBe(1);
  expect(JSON.stringify(heard)).not.toContain('abcdefghijklmnop1234567890');
  log.error('word '.repeat(10_000));
  await expect.poll(() => heard.length).toBe(2);
  expect(String(heard[1]?.data).length).toBeLessThan(8_200);
  for (let line = 0; line < 1_000; line++) log.error(`line ${line}`);
  await client.ping();
  expect(heard.length).toBe(20);
  expect(written.filter((text) => text.startsWith('line ')).length).toBe(1_000);
  await client.close();
});

test('a client of 2026-07-28 hears what it asks for with a request, while that is answered, and nothing else', async () => {
  for (const transport of [stdio(), http('/mcp')()]) {
    const { client, heard } = await listening(transport, true);
    log.error('before');
    await client.callTool({ name: 'complain', arguments: { text: 'unasked' } });
    await client.request(
      { method: 'tools/call', params: { name: 'complain', arguments: { text: 'asked' }, _meta: { [LOG_LEVEL_META_KEY]: 'info' } } },
      z.looseObject({}),
    );
    log.error('after');
    await client.callTool({ name: 'complain', arguments: { text: 'unasked' } });
    expect(heard.map(({ data }) => data)).toEqual(['heard: asked']);
    await client.close();
  }
});

test('prompts may change with the tools, and the capabilities say that changes are announced', async () => {
  const { client } = await listening(stdio());
  expect(client.getServerCapabilities()).toMatchObject({ prompts: { listChanged: true }, tools: { listChanged: true } });
  await client.close();
});

interface Heard {
  readonly level: string;
  readonly logger?: string | undefined;
  readonly data: unknown;
}

async function listening(transport: Transport, isModern = false): Promise<{ client: Client; heard: Heard[] }> {
  const client = new Client({ name: 'logging-test', version: '1' }, isModern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {});
  const heard: Heard[] = [];
  client.setNotificationHandler('notifications/message', ({ params }) => void heard.push(params));
  await client.connect(transport);
  // From here on the server knows that it is listened to.
  if (!isModern) await client.ping();
  return { client, heard };
}

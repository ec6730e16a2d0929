// What lives longer than a request: sessions, their streams, and what is left when clients go.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { defaultLimits } from '../../src/transports/limits.ts';
import { startDoors } from '../../src/transports/startDoors.ts';
import { type Caller, newerHttp } from './callers.ts';
import { type House, openHouse, partsWith, TOKEN } from './house.ts';

const headers = {
  authorization: `Bearer ${TOKEN}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};

test('DELETE ends a session with the calls that run in it', async () => {
  await using house = await openHouse();
  const session = await initialized(house);
  const { started, aborted } = house.waiting('deleted');
  const call = await post(house, session, { id: 2, method: 'tools/call', params: { name: 'wait', arguments: { text: 'deleted' } } });
  await started;
  expect(house.doors.connections()).toBeGreaterThan(0);
  expect((await fetch(`${house.doors.url}/mcp`, { method: 'DELETE', headers: { ...headers, 'mcp-session-id': session } })).status).toBe(200);
  await aborted;
  await call.text();
  const after = await post(house, session, { id: 3, method: 'ping' });
  expect(after.status).toBe(404);
  await after.text();
  await expect.poll(() => house.doors.connections()).toBe(0);
});

test('a session that nobody uses is forgotten, and its client is asked to begin anew', async () => {
  await using house = await openHouse({ sessionIdle: 100 });
  const session = await initialized(house);
  await expect.poll(() => house.doors.connections()).toBe(0);
  const late = await post(house, session, { id: 2, method: 'ping' });
  expect(late.status).toBe(404);
  expect(await late.json()).toMatchObject({ error: { code: -32001 } });
});

test('a session with an open stream is used, however quiet it is', async () => {
  await using house = await openHouse({ sessionIdle: 100 });
  const session = await initialized(house);
  const gone = new AbortController();
  const stream = await fetch(`${house.doors.url}/mcp`, { headers: { ...headers, 'mcp-session-id': session }, signal: gone.signal });
  expect(stream.status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 400));
  const answer = await post(house, session, { id: 2, method: 'ping' });
  expect(answer.status).toBe(200);
  await answer.text();
  gone.abort();
});

test('when there is no room for a session, the one that was idle longest makes some', async () => {
  await using house = await openHouse({ connections: 2 });
  const [first, second] = [await initialized(house), await initialized(house)];
  const third = await initialized(house);
  const statuses = await Promise.all([first, second, third].map(async (session) => (await post(house, session, { id: 2, method: 'ping' })).status));
  expect(statuses).toEqual([404, 200, 200]);
});

test('a client whose stream broke gets the answer when it comes back', async () => {
  await using house = await openHouse();
  const session = await initialized(house);
  const gone = new AbortController();
  const broken = await fetch(`${house.doors.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'mcp-session-id': session },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'count', arguments: { text: 'resumed' }, _meta: { progressToken: 1 } },
    }),
    signal: gone.signal,
  });
  const first = await broken.body?.pipeThrough(new TextDecoderStream()).getReader().read();
  const lastId = /^id: (\S+)\n/.exec(first?.value ?? '')?.[1] ?? '';
  expect(lastId).not.toBe('');
  expect(first?.value).toContain('retry: 1000');
  gone.abort();
  house.release('resumed');
  const resumed = await fetch(`${house.doors.url}/mcp`, { headers: { ...headers, 'mcp-session-id': session, 'last-event-id': lastId } });
  expect(await resumed.text()).toContain('"structuredContent":{"said":"resumed"}');
});

test('a client that comes back too late is refused, and one that missed nothing goes on where it was', async () => {
  // Nothing is kept for any time at all.
  await using house = await openHouse({ replay: 0 });
  const session = await initialized(house);
  const gone = new AbortController();
  const broken = await fetch(`${house.doors.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'mcp-session-id': session },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'count', arguments: { text: 'late' }, _meta: { progressToken: 1 } } }),
    signal: gone.signal,
  });
  const reader = broken.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  while (!/"progress":2\b.*\n\n/.test(seen)) seen += (await reader?.read())?.value ?? '';
  const ids = [...seen.matchAll(/^id: (\S+)$/gm)].map(([, id = '']) => id);
  gone.abort();
  const resumedAfter = (id: string | undefined) =>
    fetch(`${house.doors.url}/mcp`, { headers: { ...headers, 'mcp-session-id': session, 'last-event-id': id ?? '' } });
  for (const id of ids.slice(0, -1)) {
    const refusal = await resumedAfter(id);
    expect([refusal.status, await refusal.json()]).toMatchObject([
      400,
      { error: { code: -32000, data: { details: expect.stringContaining('Last-Event-ID') } } },
    ]);
  }
  // A stream is broken once its end has been noticed; the session itself is the other connection.
  await expect.poll(() => house.doors.connections()).toBe(1);
  const resumed = await resumedAfter(ids.at(-1));
  house.release('late');
  const rest = await resumed.text();
  expect(rest).toContain('"structuredContent":{"said":"late"}');
  expect(rest).not.toContain('"progress"');
  // The answer was sent, and what was sent is not known any more.
  expect((await resumedAfter(ids.at(-1))).status).toBe(400);
});

test.each([
  { state: 'that has not begun to stream', words: 'quiet', tool: 'wait' },
  { state: 'that streams', words: 'loud', tool: 'count' },
])('a cancelled call $state leaves no request open', async ({ words, tool }) => {
  await using house = await openHouse();
  const session = await initialized(house);
  const call = post(house, session, { id: 9, method: 'tools/call', params: { name: tool, arguments: { text: words }, _meta: { progressToken: 1 } } });
  if (tool === 'wait') await house.waiting(words).started;
  else await call;
  expect(house.doors.connections()).toBe(2);
  await post(house, session, { method: 'notifications/cancelled', params: { requestId: 9 } });
  const answer = await call;
  expect(answer.status).toBe(tool === 'wait' ? 202 : 200);
  expect(await answer.text()).not.toContain('"result"');
  await expect.poll(() => house.doors.connections()).toBe(1);
});

test('clients that listen leave room for those that ask, and there is an end to how many may listen', async () => {
  await using house = await openHouse({ requests: 2, connections: 3 });
  const listeners: Caller[] = [];
  for (let count = 0; count < 3; count++) listeners.push(await newerHttp(`${house.doors.url}/mcp`, '2026-07-28'));
  for (const listener of listeners) await listener.listen?.(['index://status']);
  const [first, ...others] = listeners;
  expect(await first?.ask('tools/list', {})).toMatchObject({ tools: expect.any(Array) });
  const late = await newerHttp(`${house.doors.url}/mcp`, '2026-07-28');
  await expect(late.listen?.(['index://status'])).rejects.toMatchObject({ message: expect.stringContaining('limit') });
  await Promise.all([late, first, ...others].map((caller) => caller?.close()));
});

test('a batch is answered as a batch', async () => {
  await using house = await openHouse();
  const session = await initialized(house);
  const echo = (id: number, text: string) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo', arguments: { text } } });
  const response = await fetch(`${house.doors.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'mcp-session-id': session },
    body: JSON.stringify([echo(1, 'one'), { jsonrpc: '2.0', method: 'notifications/initialized' }, echo(2, 'two')]),
  });
  expect(await response.json()).toMatchObject([
    { id: 1, result: { structuredContent: { said: 'one' } } },
    { id: 2, result: { structuredContent: { said: 'two' } } },
  ]);
});

test.each([
  { what: 'an Accept without event streams', change: { accept: 'application/json' }, status: 406 },
  { what: 'a body that does not say that it is JSON', change: { 'content-type': 'text/plain' }, status: 415 },
  { what: 'a protocol version that does not exist', change: { 'mcp-protocol-version': '1999-01-01' }, status: 400 },
])('$what is refused with $status, and the session lives on', async ({ change, status }) => {
  await using house = await openHouse();
  const session = await initialized(house);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const refused = await fetch(`${house.doors.url}/mcp`, { method: 'POST', headers: { ...headers, 'mcp-session-id': session, ...change }, body });
  expect(refused.status).toBe(status);
  expect((await post(house, session, { id: 2, method: 'ping' })).status).toBe(200);
});

test('a session has one stream of its own, and is initialized once', async () => {
  await using house = await openHouse();
  const session = await initialized(house);
  const gone = new AbortController();
  const listen = () => fetch(`${house.doors.url}/mcp`, { headers: { ...headers, 'mcp-session-id': session }, signal: gone.signal });
  expect((await listen()).status).toBe(200);
  expect((await listen()).status).toBe(409);
  const again = await fetch(`${house.doors.url}/mcp`, { method: 'POST', headers: { ...headers, 'mcp-session-id': session }, body: initialize });
  expect(again.status).toBe(400);
  gone.abort();
});

test('a request without a session, or before initialize, is answered with what to do', async () => {
  await using house = await openHouse();
  const response = await fetch(`${house.doors.url}/mcp`, { method: 'POST', headers, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('initialize') } });
  const stream = await fetch(`${house.doors.url}/mcp`, { headers });
  expect(stream.status).toBe(405);
  const unknown = await fetch(`${house.doors.url}/messages?sessionId=nobody`, { method: 'POST', headers, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' });
  expect(unknown.status).toBe(404);
  const nowhere = await fetch(`${house.doors.url}/nowhere`, { headers });
  expect(nowhere.status).toBe(404);
});

test('pages of this machine may read answers, others may not even ask', async () => {
  await using house = await openHouse();
  const ask = (origin: string) =>
    fetch(`${house.doors.url}/mcp`, { method: 'OPTIONS', headers: { origin, 'access-control-request-headers': 'authorization, mcp-param-region' } });
  const ours = await ask('http://localhost:5173');
  expect(ours.status).toBe(204);
  expect(ours.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  expect(ours.headers.get('access-control-allow-headers')).toContain('mcp-param-region');
  const theirs = await ask('https://evil.example');
  expect(theirs.status).toBe(403);
  expect(theirs.headers.get('access-control-allow-origin')).toBeNull();
});

test('without a token by choice, Host and Origin are checked all the same', async () => {
  const doors = await startDoors({ parts: partsWith([]), dialects: [], port: 0, token: undefined });
  const ping = (extra: Record<string, string>) =>
    fetch(`${doors.url}/mcp`, { method: 'POST', headers: { 'content-type': 'application/json', accept: headers.accept, ...extra }, body: initialize });
  expect((await ping({})).status).toBe(200);
  expect((await ping({ origin: 'https://evil.example' })).status).toBe(403);
  await doors.close();
});

test('a client that looks for an OAuth server finds that there is none', async () => {
  await using house = await openHouse();
  expect((await fetch(`${house.doors.url}/.well-known/oauth-protected-resource`)).status).toBe(404);
  const refused = await fetch(`${house.doors.url}/mcp`, { method: 'POST', body: '{}' });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toContain('Bearer');
});

test('the usual port that is taken is passed over, one that was asked for is not', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(startDoors({ parts: partsWith([]), dialects: [], port, token: TOKEN })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const [one, two] = [
    await startDoors({ parts: partsWith([]), dialects: [], port: undefined, token: TOKEN }),
    await startDoors({ parts: partsWith([]), dialects: [], port: undefined, token: TOKEN }),
  ];
  expect(one.port).toBeGreaterThanOrEqual(29_300);
  expect(two.port).toBeGreaterThan(one.port);
  await Promise.all([one.close(), two.close()]);
  taken.close();
});

test.each([
  ['/sse', '/messages'],
  ['/sse', '/message'],
  ['/other-mcp/sse', '/other-mcp'],
  ['/other-mcp/sse', '/other-mcp/message'],
  ['/other-mcp/sse', '/other-mcp/sse'],
])('a client of the event stream %s may send its messages to %s', async (stream, messages) => {
  await using house = await openHouse();
  const gone = new AbortController();
  const opened = await fetch(`${house.doors.url}${stream}`, { headers: { ...headers, accept: 'text/event-stream' }, signal: gone.signal });
  const reader = opened.body?.pipeThrough(new TextDecoderStream()).getReader();
  const sessionId = /sessionId=([\w-]+)/.exec((await reader?.read())?.value ?? '')?.[1] ?? '';
  const sent = await fetch(`${house.doors.url}${messages}?sessionId=${sessionId}`, { method: 'POST', headers, body: initialize });
  expect([200, 202]).toContain(sent.status);
  await sent.text();
  expect((await reader?.read())?.value).toMatch(/^event: message\ndata: .*"protocolVersion":"2025-11-25"/);
  const nobody = await fetch(`${house.doors.url}${messages}?sessionId=nobody`, { method: 'POST', headers, body: initialize });
  expect(nobody.status).toBe(404);
  await nobody.text();
  gone.abort();
});

test('a WebSocket that does not answer pings is ended, one that does lives on', async () => {
  expect(defaultLimits).toMatchObject({ ping: 5_000, missedPings: 6 });
  await using house = await openHouse({ ping: 100, missedPings: 2 });
  const url = `${house.doors.url.replace('http', 'ws')}/mcp?token=${TOKEN}`;
  const [dead, alive] = [new WebSocket(url, { autoPong: false }), new WebSocket(url)];
  await Promise.all([once(dead, 'open'), once(alive, 'open')]);
  await once(dead, 'close');
  expect(alive.readyState).toBe(WebSocket.OPEN);
  await expect.poll(() => house.doors.connections()).toBe(1);
  alive.close();
});

test('a WebSocket somewhere else is refused before the upgrade', async () => {
  await using house = await openHouse();
  const socket = new WebSocket(`${house.doors.url.replace('http', 'ws')}/elsewhere?token=${TOKEN}`);
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  expect(response.statusCode).toBe(404);
  response.destroy();
});

test('a byte stream counts as a connection until it ends', async () => {
  await using house = await openHouse();
  const before = house.doors.lastActivity();
  const socket = connect(house.streamPort, '127.0.0.1');
  await once(socket, 'connect');
  await expect.poll(() => house.doors.connections()).toBe(1);
  socket.destroy();
  await expect.poll(() => house.doors.connections()).toBe(0);
  expect(house.doors.lastActivity()).toBeGreaterThanOrEqual(before);
});

test.each(['stream of bytes', 'WebSocket'])('a client on a %s that never reads is cut off before it fills our memory', async (kind) => {
  await using house = await openHouse({ unreadBytes: 500_000 });
  const ask = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo', arguments: { text: 'x'.repeat(100_000) } } });
  if (kind === 'WebSocket') {
    const socket = new WebSocket(`${house.doors.url.replace('http', 'ws')}/?token=${TOKEN}`);
    await once(socket, 'open');
    socket.pause();
    for (let id = 1; id <= 300; id++) socket.send(ask(id));
    await expect.poll(() => house.doors.connections(), { timeout: 20_000 }).toBe(0);
    socket.terminate();
  } else {
    const socket = connect(house.streamPort, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    await expect.poll(() => house.doors.connections()).toBe(1);
    for (let id = 1; id <= 300; id++) socket.write(`${ask(id)}\n`);
    await expect.poll(() => house.doors.connections(), { timeout: 20_000 }).toBe(0);
    socket.destroy();
  }
});

test('closing the doors ends everything that is open', async () => {
  const house = await openHouse();
  const caller = await newerHttp(`${house.doors.url}/mcp`, '2025-11-25');
  const socket = new WebSocket(`${house.doors.url.replace('http', 'ws')}/?token=${TOKEN}`);
  await once(socket, 'open');
  const { started, aborted } = house.waiting('closing');
  caller.ask('tools/call', { name: 'wait', arguments: { text: 'closing' } }).catch(() => {});
  await started;
  const closed = once(socket, 'close');
  await house[Symbol.asyncDispose]();
  await Promise.all([closed, aborted]);
  await expect(fetch(`${house.doors.url}/mcp`)).rejects.toThrow();
  await caller.close();
});

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

async function initialized(house: House): Promise<string> {
  const response = await fetch(`${house.doors.url}/mcp`, { method: 'POST', headers, body: initialize });
  await response.text();
  return response.headers.get('mcp-session-id') ?? '';
}

function post(house: House, session: string, message: Record<string, unknown>): Promise<Response> {
  return fetch(`${house.doors.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'mcp-session-id': session },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
}

// Answers over HTTP are packed for whoever can unpack them, and for nobody else: whole answers over a kilobyte, and streams event by event.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createGunzip, createInflate, gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodingFor } from '../../src/transports/compression.ts';
import { type House, openHouse, TOKEN } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

const LONG = 'a long answer '.repeat(500);

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['gzip, deflate, br', 'gzip'],
  ['br', undefined],
  ['*', 'gzip'],
  ['gzip;q=0', undefined],
  ['gzip;q=0, *', 'deflate'],
  ['gzip;q=0.2, deflate;q=0.8', 'deflate'],
  ['gzip;q=0.5, identity;q=1', undefined],
  ['gzip;q=nonsense', undefined],
])('Accept-Encoding: %s is %s', (header, encoding) => expect(encodingFor(header)).toBe(encoding));

test.each([
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
] as const)('a long answer is sent as %s, and a short one as it is', async (encoding, unpacked) => {
  const long = await posted({ 'accept-encoding': encoding }, echo(LONG));
  expect(long.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
  expect(long.headers['content-length']).toBeUndefined();
  const bytes = await bytesOf(long);
  expect(bytes.length).toBeLessThan(LONG.length / 10);
  expect(JSON.parse(unpacked(bytes).toString())).toMatchObject({ result: { content: [{ text: expect.stringContaining('a long answer') }] } });
  const short = await posted({ 'accept-encoding': encoding }, echo('short'));
  expect(short.headers['content-encoding']).toBeUndefined();
  expect(JSON.parse((await bytesOf(short)).toString())).toMatchObject({ result: {} });
});

test('whoever does not ask for it gets the answer as it is', async () => {
  for (const headers of [{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'gzip;q=0' }]) {
    const answer = await posted(headers, echo(LONG));
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse((await bytesOf(answer)).toString())).toMatchObject({ result: {} });
  }
});

test.each([{ origin: 'http://localhost:3000' }, { 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'cross-site' }])(
  'a page of another origin is never sent a packed answer, whose length would tell of what is in it: %o',
  async (headers) => {
    const answer = await posted({ 'accept-encoding': 'gzip', ...headers }, echo(LONG));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBeUndefined();
    answer.resume();
  },
);

test.each([
  ['gzip', createGunzip],
  ['deflate', createInflate],
] as const)('an event in a stream of %s can be read before the next one is there', async (encoding, unpacking) => {
  const stream = await got('/other-mcp/sse', { accept: 'text/event-stream', 'accept-encoding': encoding });
  expect(stream.headers['content-encoding']).toBe(encoding);
  const events = stream.pipe(unpacking());
  const read = async () => {
    for await (const chunk of events.iterator({ destroyOnReturn: false })) return String(chunk);
    return '';
  };
  const endpoint = /data: (\S+)/.exec(await read())?.[1] ?? '';
  for (const words of ['one', LONG, 'three']) {
    const answer = await posted({ 'accept-encoding': 'identity' }, echo(words), endpoint);
    answer.resume();
    let heard = '';
    while (!heard.endsWith('\n\n')) heard += await read();
    expect(heard).toContain(words.slice(0, 100));
  }
  stream.destroy();
});

test('a client that stops reading a packed stream is cut off like any other', async () => {
  await using small = await openHouse({ unreadBytes: 100_000 });
  const stream = await got('/other-mcp/sse', { accept: 'text/event-stream', 'accept-encoding': 'gzip' }, small);
  let first = '';
  const unpacked = stream.pipe(createGunzip());
  for await (const chunk of unpacked.iterator({ destroyOnReturn: false })) {
    first = String(chunk);
    break;
  }
  const endpoint = /data: (\S+)/.exec(first)?.[1] ?? '';
  stream.unpipe();
  stream.pause();
  stream.socket.pause();
  // Random text cannot be packed, so it piles up.
  const noise = Array.from({ length: 100_000 }, () => Math.random().toString(36).slice(2, 3)).join('');
  let status: number | undefined;
  for (let sent = 0; sent < 300 && status !== 404; sent++) {
    const answer = await posted({}, echo(noise), endpoint);
    status = answer.statusCode;
    await bytesOf(answer);
  }
  expect(status).toBe(404);
  stream.destroy();
});

function echo(text: string): Record<string, unknown> {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'other_echo', arguments: { words: text } } };
}

function posted(headers: Record<string, string>, body: Record<string, unknown>, url = `${house.doors.url}/other-mcp`): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers };
    httpRequest(url, { method: 'POST', headers: all }, resolve).on('error', reject).end(JSON.stringify(body));
  });
}

function got(path: string, headers: Record<string, string>, from: House = house): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpRequest(`${from.doors.url}${path}`, { headers: { authorization: `Bearer ${TOKEN}`, ...headers } }, resolve)
      .on('error', reject)
      .end();
  });
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

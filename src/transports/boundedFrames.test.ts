// What arrives through the filter, with the library's own client and server at its ends.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { BoundedFrames } from './boundedFrames.ts';
import type { MessageHead } from './messageHead.ts';

const LONGEST = 10_000;
const long = (id: string, bytes: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'm', params: 'x'.repeat(bytes) });

let server: ReturnType<typeof createServer>;
let port = 0;
let heard: (string | MessageHead)[] = [];

beforeEach(async () => {
  heard = [];
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: LONGEST });
  server = createServer().on('upgrade', (request, socket: Socket, head) => {
    const bounded = new BoundedFrames(socket, head, LONGEST, (tooLong) => heard.push(tooLong));
    webSockets.handleUpgrade(request, bounded, Buffer.alloc(0), (webSocket) => {
      webSocket.on('message', (data) => heard.push(String(data)));
      webSocket.on('error', () => heard.push('error'));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(() => server.close());

test('a message over the limit is reported by its id, whole or in fragments of any size, and what follows arrives', async () => {
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(client, 'open');
  client.send('first');
  client.send(long('one', 3_000_000));
  const parts = long('two', LONGEST);
  for (let at = 0; at < parts.length; at += 777) client.send(parts.slice(at, at + 777), { fin: at + 777 >= parts.length });
  client.send('x'.repeat(LONGEST));
  client.send('half', { fin: false });
  client.ping();
  client.send('way', { fin: true });
  client.send('');
  client.send('last');
  await once(client, 'pong');
  await expect.poll(() => heard.at(-1)).toBe('last');
  expect(heard).toEqual(['first', { id: '"one"', hasMethod: true }, { id: '"two"', hasMethod: true }, 'x'.repeat(LONGEST), 'halfway', '', 'last']);
  client.close();
  await once(client, 'close');
});

test('the parameters may come before the id, and the bytes one by one', async () => {
  const client = connect(port, '127.0.0.1');
  client.setNoDelay(true);
  const upgrade = `GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`;
  // The first message comes with the request.
  client.write(Buffer.concat([Buffer.from(upgrade), frame('early')]));
  await once(client, 'data');
  for (const byte of Buffer.concat([frame('small'), frame(`{"params":"${'y'.repeat(LONGEST)}","id":7,"method":"m"}`)]).subarray(0, 60))
    client.write(Buffer.from([byte]));
  client.write(Buffer.concat([frame('small'), frame(`{"params":"${'y'.repeat(LONGEST)}","id":7,"method":"m"}`)]).subarray(60));
  client.write(frame('last'));
  await expect.poll(() => heard.at(-1)).toBe('last');
  expect(heard).toEqual(['early', 'small', { id: '7', hasMethod: true }, 'last']);
  // No mask: the library ends the connection.
  client.write(Buffer.from([0x81, 0x01, 0x41]));
  await once(client, 'close');
  expect(heard.at(-1)).toBe('error');
});

test('fragments without end and without content are no way to fill the memory', async () => {
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(client, 'open');
  for (let sent = 0; sent < LONGEST; sent++) client.send('', { fin: false });
  client.send('', { fin: true });
  client.send('last');
  await expect.poll(() => heard.at(-1)).toBe('last');
  expect(heard).toEqual([{ hasMethod: false }, 'last']);
  client.close();
  await once(client, 'close');
});

function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = Buffer.from([1, 2, 3, 4]);
  const length = payload.length < 126 ? Buffer.from([0x80 | payload.length]) : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 255]);
  return Buffer.concat([Buffer.from([0x81]), length, mask, payload.map((byte, at) => byte ^ (mask[at & 3] ?? 0))]);
}

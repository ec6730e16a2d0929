// The daemon's side of the local socket: takes a connection, hears who it is, and passes it on or sends it away.
import { timingSafeEqual } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { seconds } from '../../base/waiting/duration.ts';
import { type DoorHello, LONGEST_HELLO, parseHello, type Reply } from '../door/hello.ts';

export interface LocalSocket {
  // No further connection is taken; those that are open go on.
  close(): Promise<void>;
}

export interface LocalSocketOptions {
  readonly address: string;
  readonly key: string;
  // The socket is paused, and whatever came after the hello is back in it.
  accept(hello: DoorHello, socket: Socket): void;
}

const LONGEST_SILENCE = seconds(10);

export async function listenLocally(options: LocalSocketOptions): Promise<LocalSocket> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    receive(socket, options);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.address, resolve);
  });
  if (process.platform !== 'win32') chmodSync(options.address, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

export function reply(socket: Socket, message: Reply): void {
  socket.write(`${JSON.stringify(message)}\n`);
}

export function refuse(socket: Socket, why: string): void {
  socket.end(`${JSON.stringify({ binnacle: 'refused', why } satisfies Reply)}\n`);
}

function receive(socket: Socket, options: LocalSocketOptions): void {
  let text = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.setTimeout(LONGEST_SILENCE, () => refuse(socket, 'No hello came.'));
  const read = (chunk: Buffer) => {
    text = Buffer.concat([text, chunk]);
    const end = text.indexOf(0x0a);
    if (end < 0 && text.length <= LONGEST_HELLO) return;
    socket.off('data', read);
    socket.pause();
    socket.setTimeout(0);
    const hello = end < 0 ? undefined : parseHello(text.toString('utf8', 0, end));
    if (hello === undefined) {
      refuse(socket, 'This is the local socket of a Binnacle daemon, and that was no hello of a Binnacle door.');
      return;
    }
    if (!isSame(hello.key, options.key)) {
      refuse(socket, 'The key is not that of this daemon.');
      return;
    }
    if (end + 1 < text.length) socket.unshift(text.subarray(end + 1));
    options.accept(hello, socket);
  };
  socket.on('data', read);
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

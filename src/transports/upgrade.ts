// Whether a request for a WebSocket becomes one: decided by the guards and by the path, before anything is upgraded.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { challenge, refusalOf } from './guards.ts';
import { urlOf } from './loopback.ts';
import type { PageDoor } from './serving.ts';
import type { Spoken, WebSocketDoor } from './webSocket.ts';

export interface UpgradeDoor {
  // Undefined only where a person chose to have none.
  readonly token: string | undefined;
  readonly webSockets: WebSocketDoor;
  // By path.
  readonly spoken: ReadonlyMap<string, Spoken>;
  readonly pages?: PageDoor | undefined;
}

export function acceptUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, { token, webSockets, spoken, pages }: UpgradeDoor): void {
  const url = urlOf(request);
  socket.on('error', () => socket.destroy());
  const refusal = refusalOf(request, url, token);
  const here = spoken.get(url.pathname);
  if (pages?.serves(url.pathname)) pages.upgrade(request, socket, head, url);
  else if (refusal !== undefined) endUpgrade(socket, refusal.status, refusal.message, challenge(refusal));
  else if (here === undefined) endUpgrade(socket, 404, `WebSockets are served at ${[...spoken.keys()].join(', ')}.`);
  else if (webSockets.full) endUpgrade(socket, 503, 'Too many WebSockets are open.');
  else webSockets.accept(request, socket, head, url, here);
}

export function endUpgrade(socket: Duplex, status: number, message: string, headers: Record<string, string> = {}): void {
  const lines = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Refused'}`,
    'connection: close',
    'content-type: text/plain',
    `content-length: ${Buffer.byteLength(message)}`,
  ];
  socket.end([...lines, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', message].join('\r\n'));
}

const REASONS: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 503: 'Service Unavailable' };

// How messages reach the daemon: a socket in a browser; in a webview of VS Code, messages to the extension that holds one.
import type { PageMessage } from '../../../src/dashboard/protocol/messages.ts';
import { SOCKET_PATH } from '../../../src/dashboard/protocol/opening.ts';

export interface Transport {
  send(message: PageMessage): void;
  close(): void;
}

export interface TransportEvents {
  opened(): void;
  text(text: string): void;
  bytes(bytes: Uint8Array): void;
  // Once, also when it never opened.
  closed(): void;
}

export type OpenTransport = (events: TransportEvents) => Transport;

export function openSocket(events: TransportEvents): Transport {
  const socket = new WebSocket(new URL(SOCKET_PATH, location.href.replace(/^http/, 'ws')));
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => events.opened();
  socket.onmessage = ({ data }) => (typeof data === 'string' ? events.text(data) : events.bytes(new Uint8Array(data)));
  socket.onclose = () => events.closed();
  return {
    send: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    close: () => socket.close(),
  };
}

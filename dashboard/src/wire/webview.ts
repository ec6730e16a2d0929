// The page inside VS Code: its messages go through the extension, which is the person's, and what a browser does by itself the editor does.
import type { ToExtension, ToPage } from '../../../src/dashboard/protocol/webview.ts';
import type { Transport, TransportEvents } from './transport.ts';

const api = typeof acquireVsCodeApi === 'function' ? acquireVsCodeApi() : undefined;

export const isInWebview = api !== undefined;

const connections = new Map<number, TransportEvents>();
const placeListeners = new Set<(place: string) => void>();
let count = 0;

if (api !== undefined)
  addEventListener('message', ({ origin: sender, data }: MessageEvent<ToPage>) => {
    // Only the frame around us has our origin.
    if (sender === origin) received(data);
  });

function received(message: ToPage): void {
  if (message.kind === 'go') for (const listener of placeListeners) listener(message.place);
  else if (message.kind === 'text') connections.get(message.connection)?.text(message.text);
  else if (message.kind === 'bytes') connections.get(message.connection)?.bytes(new Uint8Array(message.bytes));
  else if (message.kind === 'closed') end(message.connection);
}

export function openThroughExtension(events: TransportEvents): Transport {
  const connection = ++count;
  connections.set(connection, events);
  say({ kind: 'open', connection });
  return {
    send: (message) => say({ kind: 'say', connection, text: JSON.stringify(message) }),
    close: () => {
      say({ kind: 'close', connection });
      end(connection);
    },
  };
}

export function reloadPage(): void {
  if (api === undefined) location.reload();
  else say({ kind: 'reload' });
}

export function say(message: ToExtension): void {
  api?.postMessage(message);
}

// ---- where the page is: VS Code makes a webview anew whenever it is shown again ----

export function keptPlace(): string | undefined {
  const kept = api?.getState();
  return typeof kept === 'object' && kept !== null && 'place' in kept && typeof kept.place === 'string' ? kept.place : undefined;
}

export function keepPlace(place: string): void {
  api?.setState({ place });
}

export function onPlace(listener: (place: string) => void): void {
  placeListeners.add(listener);
}

function end(connection: number): void {
  const events = connections.get(connection);
  connections.delete(connection);
  events?.closed();
}

// Where the window is served: its page to whoever asks for it at our own address, its socket to whoever proves to be a person's page.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { seconds } from '../base/waiting/duration.ts';
import type { PageDoor, Serving } from '../transports/serving.ts';
import { endUpgrade } from '../transports/upgrade.ts';
import { answerPage, answerPlain } from './pageFiles.ts';
import { PAGE_PATH, SOCKET_PATH } from './protocol/opening.ts';
import { WindowSockets, type WindowSocketsOptions } from './windowSockets.ts';

export interface WindowDoorOptions extends WindowSocketsOptions {
  // Of the built page.
  readonly folder: string;
}

const ROOT = PAGE_PATH.slice(0, -1);
const MOST_SOCKETS = 64;
// Of those that have not proved themselves yet.
const MOST_UNPROVEN = 16;
const BETWEEN_PINGS = seconds(10);
// A page that is frozen answers no ping, and comes back.
const MOST_MISSED = 12;

export class WindowDoor implements PageDoor {
  readonly #folder: string;
  readonly #serving: Serving;
  readonly #server: WebSocketServer;
  readonly #sockets: WindowSockets;

  constructor({ folder, ...options }: WindowDoorOptions, serving: Serving) {
    this.#folder = folder;
    this.#serving = serving;
    this.#sockets = new WindowSockets(options);
    this.#server = new WebSocketServer({ noServer: true, maxPayload: serving.limits.messageBytes, perMessageDeflate: false });
  }

  serves(path: string): boolean {
    return path === ROOT || path.startsWith(PAGE_PATH);
  }

  // Neither a token nor anything else opens more here: the shell holds no data.
  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const host = hostOf(request);
    const refusal = refusalOf(request, host);
    if (refusal !== undefined) answerPlain(response, 403, refusal);
    else if (request.method !== 'GET') answerPlain(response, 405, 'Only GET is served here.');
    else if (url.pathname === ROOT) response.writeHead(308, { location: PAGE_PATH, 'content-length': '0' }).end();
    else await answerPage(request, response, url.pathname, { folder: this.#folder, host });
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void {
    const host = hostOf(request);
    const refusal = refusalOf(request, host);
    if (refusal !== undefined) endUpgrade(socket, 403, refusal);
    else if (url.pathname !== SOCKET_PATH) endUpgrade(socket, 404, `The window's socket is ${SOCKET_PATH}.`);
    else if (this.#sockets.proven().length >= MOST_SOCKETS) endUpgrade(socket, 503, 'Too many windows are open.');
    else {
      // Whoever opens sockets and says nothing keeps nobody out: a page proves itself within milliseconds.
      const unproven = this.#sockets.unproven();
      for (const oldest of unproven.slice(0, Math.max(0, unproven.length + 1 - MOST_UNPROVEN))) oldest.terminate();
      this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#serve(webSocket, host));
    }
  }

  async close(): Promise<void> {
    this.#sockets.stopListening();
    for (const webSocket of this.#server.clients) {
      webSocket.close(1001, 'the daemon ends');
      webSocket.terminate();
    }
    this.#sockets[Symbol.dispose]();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #serve(webSocket: WebSocket, host: string): void {
    let watched: (() => void) | undefined;
    this.#sockets.serve(webSocket, host, () => {
      // Only who has proved to be a person's page keeps the daemon alive.
      watched = this.#serving.activity.watched();
    });
    let missed = 0;
    const beat = setInterval(() => {
      if (missed++ >= MOST_MISSED) webSocket.terminate();
      else webSocket.ping();
    }, BETWEEN_PINGS);
    webSocket.on('pong', () => {
      missed = 0;
    });
    webSocket.on('close', () => {
      clearInterval(beat);
      watched?.();
    });
  }
}

// Where we listen, in the only spelling that counts: a page at localhost would share its keys with whoever listens at ::1.
function hostOf({ socket }: IncomingMessage): string {
  return `127.0.0.1:${socket.localPort ?? 0}`;
}

function refusalOf({ headers }: IncomingMessage, host: string): string | undefined {
  if (headers.host !== host) return `The window is at http://${host}${PAGE_PATH} and under no other name.`;
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return 'The window answers to no page but its own.';
  return undefined;
}

// The ports of one daemon, each with the token that opens it: the one that URLs are configured with, or another while that one is taken.
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Limits } from './limits.ts';
import { createLoopbackServer, listenOn } from './loopback.ts';

// Undefined only where a person chose to have none.
export type Token = string | undefined;

// The port that clients have in their configuration, with the token that stands there too.
export interface HomeAddress {
  readonly port: number;
  readonly token: Token;
}

export interface Answering {
  onRequest(request: IncomingMessage, response: ServerResponse, token: Token): void;
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, token: Token): void;
}

interface Listener {
  readonly http: HttpServer;
  readonly port: number;
  // WebSockets: an HTTP server does not know them any more.
  readonly upgraded: Set<Duplex>;
  token: Token;
}

// Of whoever has not chosen: near no port that other programs are known for.
export const USUAL_PORT = 29300;
export const PORTS_TRIED = 100;

export class Listeners {
  readonly #answering: Answering;
  readonly #limits: Limits;
  readonly #open: Listener[] = [];

  constructor(answering: Answering, limits: Limits) {
    this.#answering = answering;
    this.#limits = limits;
  }

  // The newest: once the home address is ours, it is the one to tell.
  get port(): number {
    return this.#open.at(-1)?.port ?? 0;
  }

  get token(): Token {
    return this.#open.at(-1)?.token;
  }

  ports(): readonly number[] {
    return this.#open.map(({ port }) => port);
  }

  // 0 is any; undefined is the usual one, or the next that is free.
  async listen(asked: number | undefined, token: Token): Promise<void> {
    for (let port = asked ?? USUAL_PORT; ; port++) {
      const failure = await this.tryListen({ port, token });
      if (failure === undefined) return;
      const mayTryNext = asked === undefined && failure.code === 'EADDRINUSE' && port < USUAL_PORT + PORTS_TRIED;
      if (!mayTryNext) throw failure;
    }
  }

  // Undefined when it listens there.
  async tryListen({ port, token }: HomeAddress): Promise<NodeJS.ErrnoException | undefined> {
    const http = createLoopbackServer(this.#limits);
    const bound = await listenOn(http, port);
    if (typeof bound !== 'number') return bound;
    const listener: Listener = { http, port: bound, upgraded: new Set(), token };
    http.on('request', (request, response) => this.#answering.onRequest(request, response, listener.token));
    http.on('upgrade', (request, socket, head) => {
      listener.upgraded.add(socket);
      socket.on('close', () => listener.upgraded.delete(socket));
      this.#answering.onUpgrade(request, socket, head, listener.token);
    });
    this.#open.push(listener);
    return undefined;
  }

  // Who came with the old one is out at once, also from streams and sockets that are open.
  replaceToken(old: string, token: string): void {
    for (const listener of this.#open.filter((each) => each.token === old)) {
      listener.token = token;
      listener.http.closeAllConnections();
      for (const socket of listener.upgraded) socket.destroy();
    }
  }

  // Nobody is left, and whoever listens next starts anew.
  async endAll(): Promise<void> {
    const closed = this.stopListening();
    this.closeConnections();
    for (const { upgraded } of this.#open.splice(0)) for (const socket of upgraded) socket.destroy();
    await closed;
  }

  // Nobody new comes in from here on; resolves when the last connection is closed.
  stopListening(): Promise<unknown> {
    return Promise.all(this.#open.map(({ http }) => new Promise<void>((resolve) => http.close(() => resolve()))));
  }

  closeConnections(): void {
    for (const { http } of this.#open) http.closeAllConnections();
  }
}

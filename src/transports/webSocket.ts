// MCP over WebSocket: our own tools or a dialect's, by the path that was asked for; with the subprotocol mcp where a client offers it.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Dialect } from '../dialects/dialect.ts';
import { BoundedFrames } from './boundedFrames.ts';
import type { Limits } from './limits.ts';
import { tooLongAnswer } from './messageHead.ts';
import { type JsonRpcRefusal, messageText, parsedMessage } from './messages.ts';
import { connectionOf, type Serving } from './serving.ts';

// What is spoken on a socket.
export interface Spoken {
  // Absent: our own tools.
  readonly dialect?: Dialect | undefined;
  // The folder that every client of this door works in; else its URL says so.
  readonly folder?: string;
}

export class WebSocketDoor {
  readonly #serving: Serving;
  readonly #server: WebSocketServer;
  readonly #heartbeat: NodeJS.Timeout;
  // Pings that a socket has not answered.
  readonly #missed = new WeakMap<WebSocket, number>();

  constructor(serving: Serving) {
    this.#serving = serving;
    this.#server = new WebSocketServer({
      noServer: true,
      // What is longer never gets here.
      maxPayload: serving.limits.messageBytes,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has('mcp') ? 'mcp' : false),
    });
    this.#heartbeat = setInterval(() => this.#endDeadOnes(), serving.limits.ping);
    this.#heartbeat.unref();
  }

  get full(): boolean {
    return this.#server.clients.size >= this.#serving.limits.connections;
  }

  // The guards have let this request in already.
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL, spoken: Spoken = {}): void {
    let opened: WebSocket | undefined;
    const { messageBytes } = this.#serving.limits;
    const bounded = new BoundedFrames(socket, head, messageBytes, (tooLong) => {
      const answer = tooLongAnswer(tooLong, messageBytes);
      if (answer !== undefined) opened?.send(answer);
    });
    this.#server.handleUpgrade(request, bounded, Buffer.alloc(0), (webSocket) => {
      opened = webSocket;
      this.#serve(webSocket, request, url, spoken);
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    for (const webSocket of this.#server.clients) {
      webSocket.close(1001, 'the server ends');
      webSocket.terminate();
    }
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #serve(webSocket: WebSocket, request: IncomingMessage, url: URL, { dialect, folder }: Spoken): void {
    const { activity, createServer, limits, onError, isPersons } = this.#serving;
    const closed = activity.opened();
    const connection = { ...connectionOf('webSocket', url, () => isPersons(request.socket)), ...(folder !== undefined && { folder }) };
    const isAlive = () => this.#missed.set(webSocket, 0);
    isAlive();
    webSocket.on('pong', isAlive);
    webSocket.on('message', () => {
      isAlive();
      activity.touch();
    });
    webSocket.on('close', closed);
    serveStdio(({ era }) => createServer({ ...connection, transportPicks: era === 'modern' }, dialect), {
      transport: new WebSocketTransport(webSocket, limits),
      onerror: onError,
    });
  }

  #endDeadOnes(): void {
    for (const webSocket of this.#server.clients) {
      const missed = this.#missed.get(webSocket) ?? 0;
      this.#missed.set(webSocket, missed + 1);
      if (missed >= this.#serving.limits.missedPings) webSocket.terminate();
      else webSocket.ping();
    }
  }
}

class WebSocketTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #webSocket: WebSocket;
  readonly #limits: Limits;

  constructor(webSocket: WebSocket, limits: Limits) {
    this.#webSocket = webSocket;
    this.#limits = limits;
  }

  async start(): Promise<void> {
    this.#webSocket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    this.#webSocket.on('close', () => this.onclose?.());
    this.#webSocket.on('error', (error) => this.onerror?.(error));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
  }

  async close(): Promise<void> {
    this.#webSocket.close(1000);
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (isBinary) {
      this.#webSocket.close(1003, 'messages are text');
      return;
    }
    const parsed = parsedMessage(bytesOf(data).toString());
    if ('message' in parsed) this.onmessage?.(parsed.message);
    else void this.#write(parsed.refusal);
  }

  #write(message: JSONRPCMessage | JsonRpcRefusal): Promise<void> {
    if (this.#webSocket.bufferedAmount > this.#limits.unreadBytes) this.#webSocket.terminate();
    // A socket that closed in the meantime has nobody to answer; the calls on it end by onclose.
    return new Promise((resolve) => this.#webSocket.send(messageText(message), () => resolve()));
  }
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}

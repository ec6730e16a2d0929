// The older transport of MCP: an event stream for what the server says, and POST for what the client says.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { seconds } from '../base/waiting/duration.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { unreadBytes } from './compression.ts';
import { messageText } from './messages.ts';
import { connectionOf, lowLevelServer, type Serving } from './serving.ts';

// Proxies and sleeping laptops cut streams on which nothing happens.
const KEEP_ALIVE = seconds(15);

export class SseDoor {
  readonly #serving: Serving;
  readonly #messagesPath: string;
  readonly #dialect: Dialect | undefined;
  readonly #sessions = new Map<string, SseTransport>();

  constructor(serving: Serving, messagesPath: string, dialect: Dialect | undefined) {
    this.#serving = serving;
    this.#messagesPath = messagesPath;
    this.#dialect = dialect;
  }

  get full(): boolean {
    return this.#sessions.size >= this.#serving.limits.connections;
  }

  session(id: string): SseTransport | undefined {
    return this.#sessions.get(id);
  }

  async open(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const closed = this.#serving.activity.opened();
    const id = randomUUID();
    const transport = new SseTransport(response, id, this.#endpoint(request, url, id), this.#serving.limits.unreadBytes);
    this.#sessions.set(id, transport);
    response.on('close', () => {
      this.#sessions.delete(id);
      closed();
      void transport.close();
    });
    const server = lowLevelServer(
      this.#serving.createServer(
        connectionOf('sse', url, () => this.#serving.isPersons(request.socket)),
        this.#dialect,
      ),
    );
    server.onerror = this.#serving.onError;
    await server.connect(transport);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((transport) => transport.close()));
  }

  // Absolute, as the older clients expect it, under the name by which this client reached us; clients compare the origin.
  #endpoint(request: IncomingMessage, url: URL, id: string): string {
    const endpoint = new URL(`http://${request.headers.host}${this.#messagesPath}`);
    endpoint.searchParams.set('sessionId', id);
    // Whoever cannot send a header for the stream cannot send one for its messages.
    const token = url.searchParams.get('token');
    if (token !== null) endpoint.searchParams.set('token', token);
    return endpoint.href;
  }
}

export class SseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly sessionId: string;
  readonly #response: ServerResponse;
  readonly #endpoint: string;
  readonly #unreadBytes: number;
  // Requests whose answer someone wants in the body of the POST too.
  readonly #copies = new Map<string | number, (answer: JSONRPCMessage | undefined) => void>();
  #keepAlive: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(response: ServerResponse, sessionId: string, endpoint: string, unreadBytes: number) {
    this.#response = response;
    this.sessionId = sessionId;
    this.#endpoint = endpoint;
    this.#unreadBytes = unreadBytes;
  }

  async start(): Promise<void> {
    this.#response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    });
    this.#response.write(`event: endpoint\ndata: ${this.#endpoint}\n\n`);
    this.#keepAlive = setInterval(() => this.#response.write(': keep-alive\n\n'), KEEP_ALIVE);
    this.#keepAlive.unref();
  }

  receive(message: JSONRPCMessage): void {
    this.onmessage?.(message);
    // A cancelled request gets no answer, so nobody may go on waiting for one.
    if ('method' in message && message.method === 'notifications/cancelled') this.#answerCopy(message.params?.['requestId'], undefined);
  }

  // The answer to a request, as it also goes through the stream; undefined when the stream ended before.
  receiveAndAnswer(message: JSONRPCMessage): Promise<JSONRPCMessage | undefined> {
    if (!('method' in message) || !('id' in message)) {
      this.receive(message);
      return Promise.resolve(undefined);
    }
    return new Promise((resolve) => {
      this.#copies.set(message.id, resolve);
      this.receive(message);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    if (unreadBytes(this.#response) > this.#unreadBytes) this.#response.destroy();
    this.#response.write(`event: message\ndata: ${messageText(message)}\n\n`);
    if (!('method' in message)) this.#answerCopy(message.id, message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#keepAlive);
    this.#response.end();
    for (const resolve of this.#copies.values()) resolve(undefined);
    this.#copies.clear();
    this.onclose?.();
  }

  #answerCopy(id: unknown, answer: JSONRPCMessage | undefined): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#copies.get(id)?.(answer);
    this.#copies.delete(id);
  }
}

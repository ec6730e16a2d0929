// Streamable HTTP: sessions of the 2025 protocols and the stateless 2026-07-28 on one URL.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, type NodeMcpRequestHandler, NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { classifyInboundRequest, createMcpHandler, isInitializeRequest, type McpHttpHandler } from '@modelcontextprotocol/server';
import { seconds } from '../base/duration.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { answerRefusal } from './httpMessages.ts';
import { refused } from './messages.ts';
import { SentEvents } from './sentEvents.ts';
import { connectionOf, lowLevelServer, type Serving } from './serving.ts';

// How long a client waits before it comes back to a stream that was cut.
const RETRY_AFTER = seconds(1);
const SWEEP = seconds(30);

interface Session {
  readonly transport: NodeStreamableHTTPServerTransport;
  // Requests and event streams that are open right now.
  busy: number;
  lastUsed: number;
  readonly closed: () => void;
}

export class StreamableHttpDoor {
  readonly #serving: Serving;
  readonly #dialect: Dialect | undefined;
  readonly #sessions = new Map<string, Session>();
  readonly #modern: McpHttpHandler;
  readonly #serveModern: NodeMcpRequestHandler;
  readonly #sweeper: NodeJS.Timeout;

  constructor(serving: Serving, dialect: Dialect | undefined) {
    this.#serving = serving;
    this.#dialect = dialect;
    this.#modern = createMcpHandler(({ requestInfo }) => serving.createServer(connectionOf('http', new URL(requestInfo?.url ?? 'http://localhost')), dialect), {
      legacy: 'reject',
      bus: serving.events,
      onerror: serving.onError,
    });
    this.#serveModern = toNodeHandler(this.#modern, { onerror: serving.onError });
    this.#sweeper = setInterval(() => this.#forgetIdleSessions(), Math.min(SWEEP, serving.limits.sessionIdle));
    this.#sweeper.unref();
  }

  // The body is undefined for GET and DELETE, which have none.
  async handle(request: IncomingMessage, response: ServerResponse, url: URL, body: unknown): Promise<void> {
    if (isModern(request, body)) return this.#serveModern(plainRequest(request), response, body);
    const id = request.headers['mcp-session-id'];
    if (typeof id === 'string') {
      const session = this.#sessions.get(id);
      if (session === undefined) return answerRefusal(response, 404, refused(-32001, 'This session has ended. Initialize a new one.'));
      return this.#serveSession(session, request, response, body);
    }
    if (!isInitialization(body))
      return answerRefusal(response, 400, refused(-32000, 'There is no session yet. Send initialize first, then the Mcp-Session-Id that it returns.'));
    if (!this.#hasRoom()) return answerRefusal(response, 503, refused(-32000, 'Too many sessions are open.'), { 'retry-after': '5' });
    return this.#serveSession(await this.#openSession(url), request, response, body);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([this.#modern.close(), ...[...this.#sessions.values()].map((session) => session.transport.close())]);
  }

  async #openSession(url: URL): Promise<Session> {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new SentEvents(),
      retryInterval: RETRY_AFTER,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, session);
      },
    });
    const session: Session = { transport, busy: 0, lastUsed: Date.now(), closed: this.#serving.activity.opened() };
    const server = lowLevelServer(this.#serving.createServer(connectionOf('http', url), this.#dialect));
    server.onerror = this.#serving.onError;
    server.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
      session.closed();
    };
    await server.connect(transport);
    return session;
  }

  async #serveSession(session: Session, request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    session.busy++;
    response.on('close', () => {
      session.busy--;
      session.lastUsed = Date.now();
      // An initialize that was refused, for a missing Accept header for instance, leaves nothing behind.
      if (session.transport.sessionId === undefined) void session.transport.close();
    });
    await session.transport.handleRequest(request, response, body);
  }

  // A client that went away without a word may be making room for one that is here.
  #hasRoom(): boolean {
    if (this.#sessions.size < this.#serving.limits.connections) return true;
    const [idle] = [...this.#sessions.values()].filter((session) => session.busy === 0).sort((a, b) => a.lastUsed - b.lastUsed);
    if (idle === undefined) return false;
    void idle.transport.close();
    return true;
  }

  #forgetIdleSessions(): void {
    const oldest = Date.now() - this.#serving.limits.sessionIdle;
    for (const session of this.#sessions.values()) if (session.busy === 0 && session.lastUsed <= oldest) void session.transport.close();
  }
}

// Everything that is not plainly of the 2025 protocols belongs to the handler of the newer one: it owns the answers to broken claims too.
export function isModern(request: IncomingMessage, body: unknown): boolean {
  const version = header(request, 'mcp-protocol-version');
  const method = header(request, 'mcp-method');
  const name = header(request, 'mcp-name');
  const outcome = classifyInboundRequest({
    httpMethod: request.method ?? 'GET',
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
    ...(body !== undefined && { body }),
  });
  return outcome.kind !== 'legacy';
}

export function isInitialization(body: unknown): boolean {
  return Array.isArray(body) ? body.some((message) => isInitializeRequest(message)) : isInitializeRequest(body);
}

// The SDK's type says that what may be missing is absent, Node's that it may be undefined.
function plainRequest(request: IncomingMessage): NodeIncomingMessageLike {
  return { method: request.method ?? 'POST', url: request.url ?? '/', headers: request.headers, [Symbol.asyncIterator]: () => request[Symbol.asyncIterator]() };
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

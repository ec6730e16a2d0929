// Streamable HTTP: sessions of the 2025 protocols and the stateless 2026-07-28 on one URL.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, type NodeMcpRequestHandler, toNodeHandler } from '@modelcontextprotocol/node';
import {
  classifyInboundRequest,
  createMcpHandler,
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  isInitializeRequest,
  isJSONRPCRequest,
  isJsonContentType,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { machineClock } from '../base/waiting/clock.ts';
import { seconds } from '../base/waiting/duration.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Connection } from '../server/connectionCalls.ts';
import { withDetails } from '../server/errorDetails.ts';
import { answerRefusal } from './httpMessages.ts';
import { HttpSession } from './httpSession.ts';
import { checkedMessages, type JsonRpcRefusal, parsedJson, refused } from './messages.ts';
import { connectionOf, lowLevelServer, type Serving } from './serving.ts';

const SWEEP = seconds(30);
// The 2025-03-26 protocol allows batches; nobody needs long ones.
const LONGEST_BATCH = 100;

interface Session {
  readonly transport: HttpSession;
  // Requests and event streams that are open right now.
  busy: number;
  lastUsed: number;
  readonly closed: () => void;
}

export class StreamableHttpDoor {
  readonly #serving: Serving;
  readonly #dialect: Dialect | undefined;
  readonly #ofFolder: Pick<Connection, 'folder'>;
  readonly #sessions = new Map<string, Session>();
  // Requests of 2026-07-28 that are being answered, by the number that the handler is given for each.
  readonly #stateless = new Map<string, IncomingMessage>();
  readonly #modern: McpHttpHandler;
  readonly #serveModern: NodeMcpRequestHandler;
  readonly #sweeper: NodeJS.Timeout;

  // folder: what its clients work in, where the door is that of one project.
  constructor(serving: Serving, dialect: Dialect | undefined, folder?: string) {
    this.#serving = serving;
    this.#dialect = dialect;
    this.#ofFolder = folder === undefined ? {} : { folder };
    this.#modern = createMcpHandler(({ requestInfo }) => serving.createServer(this.#statelessConnection(requestInfo), dialect), {
      legacy: 'reject',
      bus: serving.events,
      maxSubscriptions: serving.limits.connections,
      onerror: serving.onError,
    });
    const fetch: McpHttpHandler['fetch'] = async (request, options) => detailed(await this.#modern.fetch(request, options));
    this.#serveModern = toNodeHandler({ fetch }, { onerror: serving.onError });
    this.#sweeper = setInterval(() => this.#forgetIdleSessions(), Math.min(SWEEP, serving.limits.sessionIdle));
    this.#sweeper.unref();
  }

  // The body is undefined for GET and DELETE, which have none.
  async handle(request: IncomingMessage, response: ServerResponse, url: URL, body: unknown): Promise<void> {
    if (isModern(request, body)) return this.#answerStateless(request, response, body);
    const id = header(request, 'mcp-session-id');
    if (id !== undefined) return this.#serveSession(id, request, response, body);
    if (!isInitialization(body))
      return answerRefusal(response, 400, refused(-32000, 'There is no session yet. Send initialize first, then the Mcp-Session-Id that it returns.'));
    const refusal = refusedPost(request, body);
    if (refusal !== undefined) return answerRefusal(response, refusal.status, refusal.body);
    if (!this.#hasRoom()) return answerRefusal(response, 503, refused(-32000, 'Too many sessions are open.'), { 'retry-after': '5' });
    const session = await this.#openSession(url);
    use(session, response);
    return receivePost(session.transport, request, response, body);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([this.#modern.close(), ...[...this.#sessions.values()].map((session) => session.transport.close())]);
  }

  async #answerStateless(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const name = randomUUID();
    this.#stateless.set(name, request);
    response.on('close', () => this.#stateless.delete(name));
    return this.#serveModern(plainRequest(request, name), response, body);
  }

  #statelessConnection(requestInfo: Request | undefined): Connection {
    const request = this.#stateless.get(requestInfo?.headers.get(REQUEST_NAME) ?? '');
    return {
      ...connectionOf('http', new URL(requestInfo?.url ?? 'http://localhost'), () => this.#serving.isPersons(request?.socket)),
      ...this.#ofFolder,
      passes: true,
    };
  }

  async #openSession(url: URL): Promise<Session> {
    const transport = new HttpSession(randomUUID(), this.#serving.limits);
    const session: Session = { transport, busy: 0, lastUsed: machineClock.steady(), closed: this.#serving.activity.opened() };
    const connection = { ...connectionOf('http', url, (id) => this.#serving.isPersons(transport.socketOf(id))), ...this.#ofFolder };
    const server = lowLevelServer(this.#serving.createServer({ ...connection, awaits: (id) => transport.isAwaited(id) }, this.#dialect));
    server.onerror = this.#serving.onError;
    server.onclose = () => {
      this.#sessions.delete(transport.sessionId);
      session.closed();
    };
    await server.connect(transport);
    this.#sessions.set(transport.sessionId, session);
    return session;
  }

  async #serveSession(id: string, request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const session = this.#sessions.get(id);
    if (session === undefined) return answerRefusal(response, 404, refused(-32001, 'This session has ended. Initialize a new one.'));
    const version = header(request, 'mcp-protocol-version');
    if (!session.transport.supports(version)) return answerRefusal(response, 400, refused(-32000, `The protocol version ${version} is not supported.`));
    use(session, response);
    switch (request.method) {
      case 'POST': {
        const refusal = isInitialization(body) ? alreadyInitialized : refusedPost(request, body);
        if (refusal !== undefined) return answerRefusal(response, refusal.status, refusal.body);
        return receivePost(session.transport, request, response, body);
      }
      case 'GET':
        if (!accepts(request, 'text/event-stream')) return answerRefusal(response, 406, refused(-32000, 'Accept text/event-stream.'));
        return session.transport.listen(response, header(request, 'last-event-id'));
      case 'DELETE':
        await session.transport.close();
        response.writeHead(200).end();
        return;
      default:
        return answerRefusal(response, 405, refused(-32000, 'Method not allowed.'), { allow: 'GET, POST, DELETE' });
    }
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
    const oldest = machineClock.steady() - this.#serving.limits.sessionIdle;
    for (const session of this.#sessions.values()) if (session.busy === 0 && session.lastUsed <= oldest) void session.transport.close();
  }
}

const failure = z.looseObject({ error: z.looseObject({ message: z.string() }) });

// The SDK refuses broken requests of the newer protocol before it asks for a server, and what it says then comes by here only.
async function detailed(response: Response): Promise<Response> {
  if (response.ok || !isJsonContentType(response.headers.get('content-type') ?? undefined)) return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const failed = failure.safeParse(parsedJson(text)?.value).data;
  return new Response(failed === undefined ? text : JSON.stringify(withDetails(failed)), { status: response.status, headers });
}

function use(session: Session, response: ServerResponse): void {
  session.busy++;
  response.on('close', () => {
    session.busy--;
    session.lastUsed = machineClock.steady();
  });
}

interface RefusedPost {
  readonly status: number;
  readonly body: JsonRpcRefusal;
}

const alreadyInitialized: RefusedPost = { status: 400, body: refused(-32600, 'This session is initialized already.') };

function refusedPost(request: IncomingMessage, body: unknown): RefusedPost | undefined {
  if (!accepts(request, 'application/json') || !accepts(request, 'text/event-stream'))
    return { status: 406, body: refused(-32000, 'Accept both application/json and text/event-stream.') };
  if (!isJsonContentType(request.headers['content-type'])) return { status: 415, body: refused(-32000, 'The content type must be application/json.') };
  if (!Array.isArray(body)) return undefined;
  if (body.length > LONGEST_BATCH) return { status: 400, body: refused(-32600, `A batch has at most ${LONGEST_BATCH} messages.`) };
  if (body.length > 1 && isInitialization(body)) return { status: 400, body: refused(-32600, 'Nothing else goes with initialize.') };
  return undefined;
}

function receivePost(session: HttpSession, request: IncomingMessage, response: ServerResponse, body: unknown): void {
  const given = checkedMessages(body);
  if ('refusal' in given) {
    answerRefusal(response, 400, given.refusal);
    return;
  }
  const requests = given.messages.filter((message) => isJSONRPCRequest(message));
  if (requests.length > 0) {
    session.answer(given.messages, requests, response, versionOf(request, body), Array.isArray(body));
    return;
  }
  session.receive(given.messages);
  response.writeHead(202).end();
}

const initialize = z.looseObject({ params: z.looseObject({ protocolVersion: z.string() }) });

// Said in a header, except by the very first request.
function versionOf(request: IncomingMessage, body: unknown): string {
  return initialize.safeParse(body).data?.params.protocolVersion ?? header(request, 'mcp-protocol-version') ?? DEFAULT_NEGOTIATED_PROTOCOL_VERSION;
}

function accepts(request: IncomingMessage, type: string): boolean {
  return (request.headers.accept ?? '').includes(type);
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

// Which request it is, for a handler that is given no more than its headers; what a client writes there is written over.
const REQUEST_NAME = 'x-binnacle-request';

// The SDK's type says that what may be missing is absent, Node's that it may be undefined.
function plainRequest(request: IncomingMessage, name: string): NodeIncomingMessageLike {
  const headers = { ...request.headers, [REQUEST_NAME]: name };
  return { method: request.method ?? 'POST', url: request.url ?? '/', headers, [Symbol.asyncIterator]: () => request[Symbol.asyncIterator]() };
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

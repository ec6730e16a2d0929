// One endpoint of MCP over HTTP: which of its transports a request means.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonContentType } from '@modelcontextprotocol/server';
import type { Dialect } from '../dialects/dialect.ts';
import { answerRefusal, answerText } from './httpMessages.ts';
import { checkedMessage, checkedMessages, messageText, type ParsedMessage, refused } from './messages.ts';
import { answered } from './oneShot.ts';
import { connectionOf, lowLevelServer, type Serving } from './serving.ts';
import { SseDoor, type SseTransport } from './sse.ts';
import { isInitialization, isModern, StreamableHttpDoor } from './streamableHttp.ts';

export interface EndpointPaths {
  // Streamable HTTP.
  readonly path: string;
  // GET opens the event stream of the older transport.
  readonly stream: string;
  // POST takes the messages of its clients; the event stream names the first.
  readonly messages: readonly [string, ...string[]];
}

export class Endpoint {
  readonly paths: EndpointPaths;
  readonly #serving: Serving;
  readonly #dialect: Dialect | undefined;
  readonly #streamable: StreamableHttpDoor;
  readonly #sse: SseDoor;

  constructor(serving: Serving, paths: EndpointPaths, dialect: Dialect | undefined) {
    this.paths = paths;
    this.#serving = serving;
    this.#dialect = dialect;
    this.#streamable = new StreamableHttpDoor(serving, dialect);
    this.#sse = new SseDoor(serving, paths.messages[0], dialect);
  }

  serves(path: string): boolean {
    return path === this.paths.path || path === this.paths.stream || this.paths.messages.includes(path);
  }

  get parseErrorStatus(): number {
    return this.#dialect?.parseErrorStatus ?? 400;
  }

  async handle(request: IncomingMessage, response: ServerResponse, url: URL, body: unknown): Promise<void> {
    const sessionId = url.searchParams.get('sessionId');
    if (request.method === 'GET' && url.pathname === this.paths.stream && request.headers['mcp-session-id'] === undefined)
      return this.#openStream(request, response, url);
    if (request.method === 'POST' && sessionId !== null) return this.#receive(response, sessionId, body);
    if (request.method === 'POST' && this.#dialect !== undefined && isPlain(request, body)) return this.#answerInBody(response, url, body);
    if (this.paths.messages.includes(url.pathname) && url.pathname !== this.paths.path)
      return answerRefusal(response, 400, refused(-32600, 'POST here with the sessionId that the event stream gave.'));
    if (request.method === 'GET' && request.headers['mcp-session-id'] === undefined)
      return answerRefusal(response, 405, refused(-32000, `POST here, or GET ${this.paths.stream} for an event stream.`), { allow: 'POST, DELETE' });
    return this.#streamable.handle(request, response, url, body);
  }

  async close(): Promise<void> {
    await Promise.all([this.#streamable.close(), this.#sse.close()]);
  }

  async #openStream(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (this.#sse.full) return answerRefusal(response, 503, refused(-32000, 'Too many event streams are open.'), { 'retry-after': '5' });
    await this.#sse.open(request, response, url);
  }

  async #receive(response: ServerResponse, sessionId: string, body: unknown): Promise<void> {
    const session = this.#sse.session(sessionId);
    if (session === undefined) return answerRefusal(response, 404, refused(-32001, 'There is no event stream of this session.'));
    const parsed = checkedMessage(body);
    if ('refusal' in parsed) return answerRefusal(response, 400, parsed.refusal);
    if (this.#dialect !== undefined) return answerTwice(response, session, parsed);
    session.receive(parsed.message);
    response.writeHead(202, { 'content-type': 'text/plain' }).end('Accepted');
  }

  async #answerInBody(response: ServerResponse, url: URL, body: unknown): Promise<void> {
    const given = checkedMessages(body);
    if ('refusal' in given) return answerRefusal(response, 400, given.refusal);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    // There is no way to ask anything in the middle of such a call.
    const server = lowLevelServer(this.#serving.createServer({ ...connectionOf('http', url, async () => false), passes: true }, this.#dialect));
    server.onerror = this.#serving.onError;
    const answers = await answered(server, given.messages, gone.signal);
    if (answers.length === 0) response.writeHead(202).end();
    else answerText(response, Array.isArray(body) ? `[${answers.map(messageText).join(',')}]` : answers.map(messageText).join());
  }
}

// A script that follows the endpoint event reads the body of its POST; clients of the older transport read the stream and drop the body. Both get the answer.
async function answerTwice(response: ServerResponse, session: SseTransport, { message }: Extract<ParsedMessage, { message: unknown }>): Promise<void> {
  // At once, because those clients wait for the headers before they go on.
  response.writeHead('id' in message && 'method' in message ? 200 : 202, { 'content-type': 'application/json; charset=utf-8' });
  response.flushHeaders();
  const answer = await session.receiveAndAnswer(message);
  response.end(answer === undefined ? '' : messageText(answer));
}

// Neither the newer transport, which announces itself by its headers, nor a message of the newest protocol: JSON in, JSON out.
function isPlain(request: IncomingMessage, body: unknown): boolean {
  if (!isJsonContentType(request.headers['content-type']) || request.headers['mcp-session-id'] !== undefined || isModern(request, body)) return false;
  return !(isInitialization(body) && (request.headers.accept ?? '').includes('text/event-stream'));
}

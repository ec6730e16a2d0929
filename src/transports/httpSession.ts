// One session of the 2025 protocols over HTTP: a short answer is JSON, a longer conversation an event stream that can be resumed.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { JSONRPCMessage, JSONRPCRequest, MessageExtraInfo, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import { seconds } from '../base/waiting/duration.ts';
import { unreadBytes } from './compression.ts';
import { answerRefusal, answerText } from './httpMessages.ts';
import type { Limits } from './limits.ts';
import { messageText, refused } from './messages.ts';
import { type SentEvent, SentEvents } from './sentEvents.ts';

// Proxies and sleeping laptops cut streams on which nothing happens.
const KEEP_ALIVE = seconds(15);
// How long a client waits before it comes back to a stream that was cut.
const RETRY_AFTER = seconds(1);
const OWN_STREAM = 'session';
const FORGOTTEN =
  'What came after this event is no longer known, so some of it would be missing. Open the stream without Last-Event-ID, and ask again for what you still need.';

// One POST with its requests.
interface Exchange {
  readonly stream: string;
  // Clients from 2025-11-25 on understand an event without content, which gives them an id to come back with.
  readonly canResume: boolean;
  readonly isBatch: boolean;
  readonly unanswered: Set<RequestId>;
  readonly answers: string[];
  readonly timer: NodeJS.Timeout;
  // Undefined once the client has gone.
  response: ServerResponse | undefined;
  isStream: boolean;
}

export class HttpSession implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly sessionId: string;
  readonly #limits: Limits;
  readonly #events: SentEvents;
  readonly #exchanges = new Map<RequestId, Exchange>();
  readonly #keepAlive: NodeJS.Timeout;
  // The stream for what belongs to no request.
  #own: ServerResponse | undefined;
  #wasListenedTo = false;
  #versions: readonly string[] = [];
  #streams = 0;
  #closed = false;

  constructor(sessionId: string, limits: Limits) {
    this.sessionId = sessionId;
    this.#limits = limits;
    this.#events = new SentEvents(limits.replay);
    this.#keepAlive = setInterval(() => this.#keepStreamsAlive(), KEEP_ALIVE);
    this.#keepAlive.unref();
  }

  async start(): Promise<void> {}

  setSupportedProtocolVersions(versions: string[]): void {
    this.#versions = versions;
  }

  supports(version: string | undefined): boolean {
    return version === undefined || this.#versions.includes(version);
  }

  // A client that was cut off may come back for its answer, but nobody waits for it now.
  isAwaited(id: RequestId): boolean {
    return this.#exchanges.get(id)?.response !== undefined;
  }

  // Who sent it, while somebody waits for its answer.
  socketOf(id: RequestId): Socket | undefined {
    return this.#exchanges.get(id)?.response?.socket ?? undefined;
  }

  // Messages without a request among them are only taken; the caller says so.
  receive(messages: readonly JSONRPCMessage[]): void {
    for (const message of messages) {
      this.onmessage?.(message);
      if ('method' in message && message.method === 'notifications/cancelled') this.#abandon(message.params?.['requestId']);
    }
  }

  answer(messages: readonly JSONRPCMessage[], requests: readonly JSONRPCRequest[], response: ServerResponse, version: string, isBatch: boolean): void {
    const exchange: Exchange = {
      stream: `call-${++this.#streams}`,
      canResume: this.#versions.includes(version) && version >= '2025-11-25',
      isBatch,
      unanswered: new Set(requests.map(({ id }) => id)),
      answers: [],
      timer: setTimeout(() => this.#openStream(exchange), this.#limits.silence),
      response: undefined,
      isStream: false,
    };
    for (const { id } of requests) this.#exchanges.set(id, exchange);
    attach(exchange, response);
    if (this.#limits.silence === 0) this.#openStream(exchange);
    for (const message of messages)
      this.onmessage?.(
        message,
        exchange.canResume ? { closeSSEStream: () => this.#cutStream(exchange), closeStandaloneSSEStream: () => this.#cutOwnStream() } : {},
      );
  }

  // GET: the session's own stream, or one that broke.
  listen(response: ServerResponse, lastEventId: string | undefined): void {
    if (lastEventId !== undefined) this.#resume(response, lastEventId);
    else if (this.#own !== undefined) answerRefusal(response, 409, refused(-32000, 'This session has its stream already.'));
    // Clients open it after they have said that they are ready, and what was said in between is theirs too.
    else this.#attachOwn(response, this.#wasListenedTo ? [] : this.#events.on(OWN_STREAM));
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const isAnswer = !('method' in message);
    const id = isAnswer ? message.id : options?.relatedRequestId;
    const exchange = id === undefined ? undefined : this.#exchanges.get(id);
    const text = messageText(message);
    // What belongs to a call that is over, or to none, goes to whoever listens to the session.
    if (exchange === undefined || id === undefined) {
      if (!isAnswer) this.#writeEvent(this.#own, text, this.#events.keep(OWN_STREAM, text));
      return;
    }
    if (!isAnswer) this.#openStream(exchange);
    if (exchange.isStream) this.#writeEvent(exchange.response, text, this.#events.keep(exchange.stream, text));
    if (isAnswer) this.#answered(exchange, id, text);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#keepAlive);
    for (const exchange of new Set(this.#exchanges.values())) {
      clearTimeout(exchange.timer);
      if (exchange.isStream) exchange.response?.end();
      else if (exchange.response !== undefined) answerRefusal(exchange.response, 404, refused(-32001, 'This session has ended.'));
    }
    this.#exchanges.clear();
    this.#own?.end();
    this.onclose?.();
  }

  #answered(exchange: Exchange, id: RequestId, text: string): void {
    this.#exchanges.delete(id);
    exchange.unanswered.delete(id);
    exchange.answers.push(text);
    if (exchange.unanswered.size > 0) return;
    clearTimeout(exchange.timer);
    if (exchange.isStream) exchange.response?.end();
    else if (exchange.response !== undefined)
      answerText(exchange.response, exchange.isBatch ? `[${exchange.answers.join(',')}]` : text, { 'mcp-session-id': this.sessionId });
  }

  // A cancelled request is not answered, but its POST must end: with nothing, or, where a stream is open, with a word that keeps the client from resuming it.
  #abandon(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const exchange = this.#exchanges.get(id);
    if (exchange === undefined) return;
    if (exchange.isStream) void this.send({ jsonrpc: '2.0', id, error: { code: -32000, message: 'The call was cancelled.' } });
    else if (exchange.unanswered.size === 1 && exchange.answers.length === 0) {
      this.#exchanges.delete(id);
      clearTimeout(exchange.timer);
      exchange.response?.writeHead(202).end();
    }
  }

  // What a batch has answered before its stream opens goes into the stream.
  #openStream(exchange: Exchange): void {
    if (exchange.isStream) return;
    exchange.isStream = true;
    clearTimeout(exchange.timer);
    if (exchange.response !== undefined) this.#writeHead(exchange.response);
    exchange.response?.flushHeaders();
    if (exchange.canResume) writePriming(exchange.response, this.#events.keep(exchange.stream, ''));
    for (const text of exchange.answers) this.#writeEvent(exchange.response, text, this.#events.keep(exchange.stream, text));
  }

  #cutStream(exchange: Exchange): void {
    this.#openStream(exchange);
    exchange.response?.end();
    exchange.response = undefined;
  }

  #cutOwnStream(): void {
    this.#own?.end();
    this.#own = undefined;
  }

  #resume(response: ServerResponse, lastEventId: string): void {
    const known = this.#events.after(lastEventId);
    if (known === undefined) answerRefusal(response, 400, refused(-32000, FORGOTTEN));
    else if (known.stream === OWN_STREAM) {
      this.#cutOwnStream();
      this.#attachOwn(response, known.missed);
    } else this.#resumeExchange(response, known.stream, known.missed);
  }

  #resumeExchange(response: ServerResponse, stream: string, missed: readonly SentEvent[]): void {
    const exchange = [...this.#exchanges.values()].find((candidate) => candidate.stream === stream);
    if (exchange?.response !== undefined) {
      answerRefusal(response, 409, refused(-32000, 'This stream is not broken.'));
      return;
    }
    this.#writeHead(response);
    response.flushHeaders();
    for (const { text, id } of missed) this.#writeEvent(response, text, id);
    if (exchange === undefined) response.end();
    else attach(exchange, response);
  }

  #attachOwn(response: ServerResponse, missed: readonly SentEvent[]): void {
    this.#own = response;
    this.#wasListenedTo = true;
    response.on('close', () => {
      if (this.#own === response) this.#own = undefined;
    });
    this.#writeHead(response);
    response.flushHeaders();
    for (const { text, id } of missed) this.#writeEvent(response, text, id);
  }

  #writeHead(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'mcp-session-id': this.sessionId,
    });
  }

  #writeEvent(response: ServerResponse | undefined, text: string, id: string): void {
    // The client can come back for what it did not read.
    if (response !== undefined && unreadBytes(response) > this.#limits.unreadBytes) response.destroy();
    else response?.write(`event: message\nid: ${id}\ndata: ${text}\n\n`);
  }

  #keepStreamsAlive(): void {
    this.#events.forgetOld();
    this.#own?.write(': keep-alive\n\n');
    for (const exchange of new Set(this.#exchanges.values())) if (exchange.isStream) exchange.response?.write(': keep-alive\n\n');
  }
}

function attach(exchange: Exchange, response: ServerResponse): void {
  exchange.response = response;
  response.on('close', () => {
    if (exchange.response === response) exchange.response = undefined;
  });
}

function writePriming(response: ServerResponse | undefined, id: string): void {
  response?.write(`id: ${id}\nretry: ${RETRY_AFTER}\ndata: \n\n`);
}

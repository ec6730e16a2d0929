// Where people's windows come in: the reviews that wait, as they come and go, and the answers to them. Agents have no token for it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { seconds } from '../base/waiting/duration.ts';
import { answerReview } from '../server/reviews/answerReview.ts';
import type { ReviewEvent } from '../server/reviews/reviewShape.ts';
import type { Reviews } from '../server/reviews/reviews.ts';
import { corsHeaders, refusalOf, tokenOf } from './guards.ts';
import { answerText, bodyText } from './httpMessages.ts';
import { parsedJson } from './messages.ts';
import type { Serving } from './serving.ts';

const ROOT = '/reviews';
// Proxies and sleeping laptops cut streams on which nothing happens; and a window that is gone is noticed.
const KEEP_ALIVE = seconds(10);

// The people who may look and answer.
export interface People {
  // Of the sessions that are open now.
  tokens(): readonly string[];
  // For the log: which session has decided what.
  decided(token: string, what: string): void;
}

export class ReviewDoor {
  readonly #reviews: Reviews;
  readonly #people: People;
  readonly #serving: Serving;
  readonly #streams = new Set<ServerResponse>();

  constructor(reviews: Reviews, people: People, serving: Serving) {
    this.#reviews = reviews;
    this.#people = people;
    this.#serving = serving;
  }

  serves(path: string): boolean {
    return path === ROOT || path.startsWith(`${ROOT}/`);
  }

  // GET /reviews: those that wait. GET /reviews/events: the same, and what becomes of them. POST /reviews/ID: an answer.
  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const refusal = refusalOf(request, url, this.#people.tokens());
    if (refusal !== undefined)
      return refuse(
        response,
        refusal.status,
        'not_permitted',
        `${refusal.message} It is that of a person's session, which binnacle review opens, not that of the agents.`,
      );
    for (const [name, value] of Object.entries(corsHeaders(request))) response.setHeader(name, value);
    const [, , id, ...more] = url.pathname.split('/');
    if (request.method === 'OPTIONS') response.writeHead(204, { allow: 'GET, POST, OPTIONS' }).end();
    else if (more.length > 0) refuse(response, 404, 'not_found', 'Reviews are at /reviews, /reviews/events and /reviews/ID.');
    else if (request.method === 'GET' && id === undefined) answerText(response, JSON.stringify({ reviews: this.#reviews.list() }));
    else if (request.method === 'GET' && id === 'events') this.#watch(response);
    else if (request.method === 'POST' && id !== undefined) await this.#decide(id, request, response, url);
    else refuse(response, 405, 'not_allowed', 'GET /reviews, GET /reviews/events and POST /reviews/ID are served.');
  }

  close(): void {
    for (const stream of this.#streams) stream.end();
  }

  #watch(response: ServerResponse): void {
    const active = this.#serving.activity.request();
    active.becomeStream();
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' });
    response.flushHeaders();
    const send = (event: ReviewEvent) => response.write(`data: ${JSON.stringify(event)}\n\n`);
    const watching = this.#reviews.watch(send);
    const beat = setInterval(() => response.write(': here\n\n'), KEEP_ALIVE);
    this.#streams.add(response);
    response.on('close', () => {
      clearInterval(beat);
      this.#streams.delete(response);
      watching[Symbol.dispose]();
      active.done();
    });
  }

  async #decide(id: string, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const text = await bodyText(request, this.#serving.limits.messageBytes);
    if (text === undefined) return refuse(response, 413, 'too_large', `An answer may have ${this.#serving.limits.messageBytes} bytes.`);
    const problem = answerReview(this.#reviews, id, parsedJson(text)?.value, url.searchParams.get('window') ?? '');
    if (problem === undefined) {
      this.#people.decided(tokenOf(request, url) ?? '', `review ${id} was answered`);
      answerText(response, '{}');
    } else refuse(response, problem.code === 'review_over' ? 409 : 400, problem.code, `${problem.message} ${problem.next}`);
  }
}

function refuse(response: ServerResponse, status: number, error: string, message: string): void {
  answerText(response, JSON.stringify({ error, message }), status === 401 ? { 'www-authenticate': 'Bearer realm="binnacle-person"' } : {}, status);
}

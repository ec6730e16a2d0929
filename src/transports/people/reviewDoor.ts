// Where people's windows come in: the reviews that wait, as they come and go, and the answers to them. Agents have no token for it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { seconds } from '../../base/waiting/duration.ts';
import { answerReview, extendReview } from '../../server/reviews/answerReview.ts';
import type { ReviewEvent } from '../../server/reviews/reviewShape.ts';
import type { Reviews } from '../../server/reviews/reviews.ts';
import { tokenOf } from '../guards.ts';
import { answerText, bodyText } from '../httpMessages.ts';
import { parsedJson } from '../messages.ts';
import type { Serving } from '../serving.ts';
import { admitsPerson, type People, refuse } from './guard.ts';

const ROOT = '/reviews';
// Proxies and sleeping laptops cut streams on which nothing happens; and a window that is gone is noticed.
const KEEP_ALIVE = seconds(10);

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

  // GET /reviews: those that wait, and how those of the last minutes ended. GET /reviews/events: the same, and what becomes of them.
  // POST /reviews/ID: an answer. POST /reviews/ID/extend: it may wait longer.
  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (!admitsPerson(request, response, url, this.#people, 'binnacle review')) return;
    const [, , id, ...more] = url.pathname.split('/');
    if (request.method === 'OPTIONS') response.writeHead(204, { allow: 'GET, POST, OPTIONS' }).end();
    else if (request.method === 'POST' && id !== undefined && more.join('/') === 'extend') this.#extend(id, response);
    else if (more.length > 0) refuse(response, 404, 'not_found', 'Reviews are at /reviews, /reviews/events, /reviews/ID and /reviews/ID/extend.');
    else if (request.method === 'GET' && id === undefined)
      answerText(response, JSON.stringify({ reviews: this.#reviews.list(), ended: this.#reviews.ended().map(({ ended }) => ended) }));
    else if (request.method === 'GET' && id === 'events') this.#watch(response, tokenOf(request, url) ?? '');
    else if (request.method === 'POST' && id !== undefined) await this.#decide(id, request, response, url);
    else refuse(response, 405, 'not_allowed', 'GET /reviews, GET /reviews/events, POST /reviews/ID and POST /reviews/ID/extend are served.');
  }

  close(): void {
    for (const stream of this.#streams) stream.end();
  }

  // A window of this door is a terminal, which somebody has opened in order to be asked. A stream that is cut may be resumed; a session that has ended is not.
  #watch(response: ServerResponse, token: string): void {
    const active = this.#serving.activity.request();
    active.becomeStream();
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' });
    response.flushHeaders();
    const send = (event: ReviewEvent) => response.write(`data: ${JSON.stringify(event)}\n\n`);
    const watching = this.#reviews.watch(send, { isAttended: true });
    // Also after the stream was cut: then it is not waited for any longer.
    this.#people.onEnd?.(token, () => {
      watching.leave();
      response.end();
    });
    const beat = setInterval(() => response.write(': here\n\n'), KEEP_ALIVE);
    this.#streams.add(response);
    response.on('close', () => {
      clearInterval(beat);
      this.#streams.delete(response);
      watching[Symbol.dispose]();
      active.done();
    });
  }

  #extend(id: string, response: ServerResponse): void {
    const { expires, problem } = extendReview(this.#reviews, id);
    if (problem === undefined) answerText(response, JSON.stringify({ expires }));
    else refuse(response, 409, problem.code, `${problem.message} ${problem.next}`);
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

// The questions that wait for a person: shown wherever one is, decided by the first answer, void when their call ends.
import { untilAborted } from '../../base/waiting/abort.ts';
import { type Clock, machineClock } from '../../base/waiting/clock.ts';
import { type Deferred, deferred } from '../../base/waiting/deferred.ts';
import { minutes, seconds } from '../../base/waiting/duration.ts';
import type { Progress } from '../../ide/doors/languages.ts';
import { type Decision, isWhole, problemOf, type ReviewerAnswer } from '../../ide/doors/reviews.ts';
import { cancelled, notPermitted } from '../../ide/errors/errors.ts';
import { answerDoesNotFit, cannotExtend, reviewOver, tooManyReviews } from '../../ide/errors/reviewErrors.ts';
import { problemOfComments } from './comments.ts';
import { type EndedReview, EndedReviews } from './endedReviews.ts';
import { GRACE, type PersonsWindow, Presence } from './presence.ts';
import type { ClientAnswer, Review, ReviewAnswer, ReviewEnded, ReviewEvent } from './reviewShape.ts';
import { type ReviewQuestion, shownReview } from './shownReview.ts';

// A person at the client, who can be asked in the middle of a call. Undefined when no answer can be had there.
export type AskClient = (review: Review, signal: AbortSignal) => Promise<ClientAnswer | undefined>;

export interface Waiting {
  readonly review: Review;
  readonly question: ReviewQuestion;
  // Undefined while nobody has answered.
  readonly decision: Decision | undefined;
}

export interface AnsweredReview {
  readonly review: string;
  readonly decision: Decision;
}

export interface ReviewTimes {
  // How long one may wait unless a person extends it, in milliseconds.
  readonly longest?: number | undefined;
  // How long a window may be away while it is loaded anew.
  readonly grace?: number | undefined;
  readonly clock?: Clock | undefined;
}

interface Open {
  review: Review;
  readonly question: ReviewQuestion;
  readonly ended: Deferred<Decision>;
  // Absent where it has no end of its own.
  timer: Disposable | undefined;
  // By the steady time: since when it waits, and until when it may.
  readonly since: number;
  until: number;
  decision: Decision | undefined;
  // Someone at the client may still answer.
  atClient: boolean;
}

export const LONGEST_REVIEW = minutes(5);
// In all, however often it is extended: its call ends after fifteen.
const LONGEST_EXTENDED = minutes(14);
const BETWEEN_WORDS = seconds(10);
// More than a person answers in the time that one may wait; each holds the texts that it is about.
const MOST_OF_ONE = 16;
const MOST_OF_ALL = 128;
const HOW = 'A person can keep "binnacle review" open in a terminal, or allow it in the policy file (see binnacle status). Then call again.';

export class Reviews {
  readonly #longest: number;
  readonly #clock: Clock;
  readonly #presence: Presence;
  readonly #ended: EndedReviews;
  readonly #open = new Map<string, Open>();
  readonly #listeners = new Set<(event: ReviewEvent) => void>();

  constructor({ longest = LONGEST_REVIEW, grace = GRACE, clock = machineClock }: ReviewTimes = {}) {
    this.#longest = longest;
    this.#clock = clock;
    this.#presence = new Presence(clock, grace, () => this.#endUnseen('the window was closed without an answer'));
    this.#ended = new EndedReviews(clock);
  }

  // A person would see a question that is asked now.
  get isWatched(): boolean {
    return this.#presence.isSomebody;
  }

  // isWatched is another than before.
  onPresence(listener: () => void): Disposable {
    return this.#presence.onChange(listener);
  }

  // What waits for an answer, oldest first.
  list(): readonly Review[] {
    return this.waiting().map(({ review }) => review);
  }

  // The same, with what was asked.
  waiting(): readonly Waiting[] {
    return [...this.#open.values()].filter(({ decision }) => decision === undefined);
  }

  // What ended within the last ten minutes, newest first.
  ended(): readonly EndedReview[] {
    return this.#ended.list();
  }

  // A window that shows every review, from those that wait already on. isAttended: it is somebody for as long as it is open, as a terminal is;
  // others are while they are used, or may notify. Once disposed of it is waited for, because it may only be loaded anew.
  watch(listener: (event: ReviewEvent) => void, { isAttended = false }: { readonly isAttended?: boolean } = {}): PersonsWindow {
    const following = this.onEvent(listener);
    const window = this.#presence.open(isAttended);
    for (const review of this.list()) listener({ kind: 'opened', review });
    return {
      ...window,
      leave: () => {
        following[Symbol.dispose]();
        window.leave();
      },
      [Symbol.dispose]: () => {
        following[Symbol.dispose]();
        window[Symbol.dispose]();
      },
    };
  }

  // For whoever follows them without being a person's window.
  onEvent(listener: (event: ReviewEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  // The first answer wins. Throws review_over or answer_does_not_fit.
  answer(id: string, given: ReviewAnswer, by: string): void {
    const open = this.#waiting(id);
    const answer = answerMeant(open, given);
    const problem = problemOfAnswer(open, given, answer);
    if (problem !== undefined) throw answerDoesNotFit(problem);
    this.#end(open, { ...answer, by });
  }

  // A grant answers for the person. Throws review_over.
  acceptByGrant(id: string, grant: number): void {
    this.#end(this.#waiting(id), { decision: 'accept', by: `grant ${grant}`, grant });
  }

  // It may wait as long again, but never for more than fourteen minutes in all. Returns until when (ISO). Throws review_over or cannot_extend.
  extend(id: string): string {
    const open = this.#waiting(id);
    if (open.timer === undefined) throw cannotExtend(id, 'it has no end of its own, and waits for as long as its call does');
    const until = Math.min(open.since + LONGEST_EXTENDED, open.until + this.#longest);
    if (until <= open.until) throw cannotExtend(id, `no call waits for more than ${LONGEST_EXTENDED / minutes(1)} minutes`);
    const left = until - this.#clock.steady();
    open.timer[Symbol.dispose]();
    open.timer = this.#clock.after(left, () => this.#expire(open));
    open.until = until;
    const expires = new Date(this.#clock.now() + left).toISOString();
    open.review = { ...open.review, expires };
    this.#notify({ kind: 'updated', id, expires });
    return expires;
  }

  // Waits for the first answer. The call must hold nothing while it waits; when it ends, so does the review.
  async ask(question: ReviewQuestion, signal: AbortSignal, progress: Progress, client?: AskClient): Promise<AnsweredReview> {
    const open = this.#begin(question, client !== undefined);
    const stop = new AbortController();
    const remind = () => progress(`waits for a person to review: ${question.proposal.title}`);
    remind();
    const reminder = setInterval(remind, BETWEEN_WORDS);
    if (client !== undefined) void this.#askClient(open, client, stop.signal);
    try {
      return { review: open.review.id, decision: await untilAborted(open.ended.promise, signal, cancelled) };
    } finally {
      clearInterval(reminder);
      this.forget(open.review.id);
      stop.abort();
    }
  }

  // For clients that are asked between two calls: the review waits for the second one.
  leave(question: ReviewQuestion): Review {
    return this.#begin(question, true).review;
  }

  // Undefined when it is over, or belongs to another call.
  left(id: string, call: string): Waiting | undefined {
    const open = this.#open.get(id);
    return open?.question.call === call ? open : undefined;
  }

  // A decision counts once.
  forget(id: string): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#end(open, { decision: 'none', why: 'the call ended' });
    open.timer?.[Symbol.dispose]();
    this.#open.delete(id);
  }

  // What was accepted is written.
  becameChange(id: string, changeId: string): void {
    this.#learn(id, { changeId });
  }

  // What was answered had no effect.
  becameVoid(id: string, how: string): void {
    this.#learn(id, { decision: 'none', how });
  }

  // What was accepted would not be what happens, so nothing did. Files as the review names them.
  becameOutdated(id: string, changedFiles: readonly string[]): void {
    this.#learn(id, { decision: 'outdated', how: 'outdated: the code changed while it waited', changedFiles: [...changedFiles] });
  }

  #begin(question: ReviewQuestion, atClient: boolean): Open {
    const { tool, asks, why } = question.proposal;
    if (!atClient && !this.#presence.isSomebody)
      throw notPermitted(
        tool,
        `${asks === 'permission' ? `the policy asks a person${why === undefined ? '' : ` (${why})`}, and ` : ''}nobody is there to ask`,
        HOW,
      );
    const own = [...this.#open.values()].filter((open) => open.question.owner === question.owner).length;
    const share = shareOf(MOST_OF_ALL - this.#open.size);
    if (own >= share) throw tooManyReviews('own', share);
    if (this.#open.size >= MOST_OF_ALL) throw tooManyReviews('all', MOST_OF_ALL);
    const review = shownReview(question, this.#clock.now(), this.#longest);
    const since = this.#clock.steady();
    const timer = question.lasts === true ? undefined : this.#clock.after(this.#longest, () => this.#expire(open));
    const open: Open = { review, question, ended: deferred<Decision>(), timer, since, until: since + this.#longest, decision: undefined, atClient };
    this.#open.set(review.id, open);
    this.#notify({ kind: 'opened', review });
    return open;
  }

  async #askClient(open: Open, client: AskClient, signal: AbortSignal): Promise<void> {
    const given = await client(open.review, signal).catch(() => undefined);
    if (given !== undefined && given.decision !== 'none') {
      const answer = answerMeant(open, given);
      // An answer that does not fit is none.
      if (problemOfAnswer(open, given, answer) === undefined) this.#end(open, { ...answer, by: "the agent's client" });
    }
    open.atClient = false;
    this.#endUnseen(given?.decision === 'none' ? given.why : 'the client gave no answer that fits');
  }

  // Also of a review that was answered and left: its call did not come back.
  #expire(open: Open): void {
    const waited = open.until - open.since;
    this.#end(open, { decision: 'none', why: `nobody answered within ${Math.round(waited / seconds(1))} seconds` });
    this.#open.delete(open.review.id);
  }

  // Where a window is open, somebody may still look at it.
  #endUnseen(why: string): void {
    if (this.#presence.hasWindow) return;
    for (const open of this.#open.values()) if (!open.atClient) this.#end(open, { decision: 'none', why });
  }

  #end(open: Open, decision: Decision): void {
    if (open.decision !== undefined) return;
    open.decision = decision;
    open.ended.resolve(decision);
    const ended = endedBy(open, decision, this.#clock.now());
    this.#ended.add(open.review, ended);
    this.#notify({ kind: 'closed', id: open.review.id, how: ended.how });
    this.#notify({ kind: 'ended', ended });
  }

  #learn(id: string, more: Partial<ReviewEnded>): void {
    const ended = this.#ended.learn(id, more);
    if (ended !== undefined) this.#notify({ kind: 'ended', ended });
  }

  #waiting(id: string): Open {
    const open = this.#open.get(id);
    // On a machine that slept, what waits for its time fires late.
    if (open === undefined || open.decision !== undefined || this.#clock.steady() >= open.until) throw reviewOver(id);
    return open;
  }

  #notify(event: ReviewEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

// How many one may have while so many places are free: never more than a quarter of what is left to all, so that whoever comes next finds a place too.
function shareOf(free: number): number {
  return Math.max(1, Math.min(MOST_OF_ONE, Math.floor(free / 4)));
}

const DONE = { accept: 'accepted', reject: 'rejected', sendBack: 'sent back' } as const;

function endedBy({ review: { id }, question: { proposal } }: Open, decision: Decision, now: number): ReviewEnded {
  const time = new Date(now).toISOString();
  if (decision.decision === 'none') return { id, decision: 'none', how: decision.why, time };
  const { by, note, comments = [] } = decision;
  const isPart = decision.decision === 'accept' && !isWhole(proposal, decision);
  const said = { ...(note !== undefined && { note }), ...(comments.length > 0 && { comments: [...comments] }), ...(isPart && { isPart: true as const }) };
  const how = 'grant' in decision && decision.grant !== undefined ? `accepted by ${by}` : `${DONE[decision.decision]} in ${by}`;
  return { id, decision: decision.decision, how, by, time, ...said };
}

function problemOfAnswer({ review, question }: Open, given: ReviewAnswer, answer: ReviewerAnswer): string | undefined {
  if (given.decision === 'sendBack' && answer.note === undefined && (given.comments ?? []).length === 0)
    return 'sent back without a word; say in a note or in comments what shall be different';
  if (given.decision === 'sendBack' && (given.hunks !== undefined || given.texts !== undefined))
    return 'hunks and texts belong to what is accepted; say in a note or in comments what shall be different';
  return problemOfComments(review, given) ?? problemOf(question.proposal, answer);
}

function answerMeant({ review, question }: Open, given: ReviewAnswer): ReviewerAnswer {
  const note = [given.note, given.reason].map((text) => text?.trim()).find((text) => text !== undefined && text !== '');
  const said = { ...(note !== undefined && { note }), ...(given.comments !== undefined && given.comments.length > 0 && { comments: given.comments }) };
  if (given.decision !== 'accept') return { decision: given.decision, ...said };
  const uris = new Map(review.files.map(({ file }, index) => [file, question.proposal.files[index]?.uri ?? file]));
  const texts = new Map(Object.entries(given.texts ?? {}).map(([file, text]) => [uris.get(file) ?? file, text]));
  return { decision: 'accept', hunks: given.hunks, texts, ...said };
}

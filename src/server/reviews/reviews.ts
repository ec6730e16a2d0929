// The questions that wait for a person: shown wherever one is, decided by the first answer, void when their call ends.
import { randomUUID } from 'node:crypto';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { counted } from '../../base/text/counted.ts';
import { untilAborted } from '../../base/waiting/abort.ts';
import { type Deferred, deferred } from '../../base/waiting/deferred.ts';
import { minutes, seconds } from '../../base/waiting/duration.ts';
import type { PlannedText } from '../../ide/doors/changes.ts';
import type { Progress } from '../../ide/doors/languages.ts';
import { type Decision, problemOf, proposedHunks, type ReviewerAnswer, type ReviewProposal } from '../../ide/doors/reviews.ts';
import { answerDoesNotFit, cancelled, notPermitted, reviewOver, tooManyReviews } from '../../ide/errors/errors.ts';
import type { Project } from '../../ide/ide.ts';
import { fileOf } from '../../tools/words/place.ts';
import { withoutKnownSecrets } from '../secrets/knownSecrets.ts';
import type { ClientAnswer, Review, ReviewAnswer, ReviewEvent } from './reviewShape.ts';

export interface ReviewQuestion {
  readonly proposal: ReviewProposal;
  readonly author: string;
  // The agent: its connection, or its name where each call is a connection of its own.
  readonly owner: string;
  readonly project?: Project | undefined;
  // Of the person, which holds what is known to be secret; absent where it is not known to be theirs.
  readonly environment?: Environment | undefined;
  // What the call is, so that an answer that travelled through a client comes back to the same one.
  readonly call: string;
}

// A person at the client, who can be asked in the middle of a call. Undefined when no answer can be had there.
export type AskClient = (review: Review, signal: AbortSignal) => Promise<ClientAnswer | undefined>;

export interface Waiting {
  readonly review: Review;
  readonly question: ReviewQuestion;
  // Undefined while nobody has answered.
  readonly decision: Decision | undefined;
}

interface Open {
  readonly review: Review;
  readonly question: ReviewQuestion;
  readonly ended: Deferred<Decision>;
  readonly timer: NodeJS.Timeout;
  decision: Decision | undefined;
  // Someone at the client may still answer.
  atClient: boolean;
}

export const LONGEST_REVIEW = minutes(5);
const BETWEEN_WORDS = seconds(10);
// More than a person answers in the time that one may wait; each holds the texts that it is about.
const MOST_OF_ONE = 16;
const MOST_OF_ALL = 128;
const HOW = 'A person can keep "binnacle review" open in a terminal, or allow it in the policy file (see binnacle status). Then call again.';

export class Reviews {
  readonly #longest: number;
  readonly #open = new Map<string, Open>();
  readonly #windows = new Set<(event: ReviewEvent) => void>();

  constructor(longest = LONGEST_REVIEW) {
    this.#longest = longest;
  }

  // A person looks at every review.
  get isWatched(): boolean {
    return this.#windows.size > 0;
  }

  // What waits for an answer, oldest first.
  list(): readonly Review[] {
    return [...this.#open.values()].filter(({ decision }) => decision === undefined).map(({ review }) => review);
  }

  // A window that shows every review, from those that wait already on. While there is one, somebody is there to ask.
  watch(window: (event: ReviewEvent) => void): Disposable {
    this.#windows.add(window);
    for (const review of this.list()) window({ kind: 'opened', review });
    return {
      [Symbol.dispose]: () => {
        this.#windows.delete(window);
        this.#endUnseen('the window was closed without an answer');
      },
    };
  }

  // The first answer wins. Throws review_over or answer_does_not_fit.
  answer(id: string, given: ReviewAnswer, by: string): void {
    const open = this.#open.get(id);
    if (open === undefined || open.decision !== undefined) throw reviewOver(id);
    const answer = answerMeant(open, given);
    const problem = problemOf(open.question.proposal, answer);
    if (problem !== undefined) throw answerDoesNotFit(problem);
    this.#end(open, { ...answer, by });
  }

  // Waits for the first answer. The call must hold nothing while it waits; when it ends, so does the review.
  async ask(question: ReviewQuestion, signal: AbortSignal, progress: Progress, client?: AskClient): Promise<Decision> {
    const open = this.#begin(question, client !== undefined);
    const stop = new AbortController();
    const remind = () => progress(`waits for a person to review: ${question.proposal.title}`);
    remind();
    const reminder = setInterval(remind, BETWEEN_WORDS);
    if (client !== undefined) void this.#askClient(open, client, stop.signal);
    try {
      return await untilAborted(open.ended.promise, signal, cancelled);
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
    clearTimeout(open.timer);
    this.#open.delete(id);
  }

  #begin(question: ReviewQuestion, atClient: boolean): Open {
    const { tool, asks, why } = question.proposal;
    if (!atClient && this.#windows.size === 0)
      throw notPermitted(
        tool,
        `${asks === 'permission' ? `the policy asks a person${why === undefined ? '' : ` (${why})`}, and ` : ''}nobody is there to ask`,
        HOW,
      );
    const own = [...this.#open.values()].filter((open) => open.question.owner === question.owner).length;
    if (own >= MOST_OF_ONE) throw tooManyReviews('own', MOST_OF_ONE);
    if (this.#open.size >= MOST_OF_ALL) throw tooManyReviews('all', MOST_OF_ALL);
    const review = shown(question, this.#longest);
    const timer = setTimeout(() => this.#expire(open), this.#longest);
    timer.unref();
    const open: Open = { review, question, ended: deferred<Decision>(), timer, decision: undefined, atClient };
    this.#open.set(review.id, open);
    this.#notify({ kind: 'opened', review });
    return open;
  }

  async #askClient(open: Open, client: AskClient, signal: AbortSignal): Promise<void> {
    const given = await client(open.review, signal).catch(() => undefined);
    const answer = given === undefined || given.decision === 'none' ? undefined : answerMeant(open, given);
    // An answer that does not fit is none.
    if (answer !== undefined && problemOf(open.question.proposal, answer) === undefined) this.#end(open, { ...answer, by: "the agent's client" });
    open.atClient = false;
    this.#endUnseen(given?.decision === 'none' ? given.why : 'the client gave no answer that fits');
  }

  // Also of a review that was answered and left: its call did not come back.
  #expire(open: Open): void {
    this.#end(open, { decision: 'none', why: `nobody answered within ${Math.round(this.#longest / seconds(1))} seconds` });
    this.#open.delete(open.review.id);
  }

  #endUnseen(why: string): void {
    if (this.#windows.size > 0) return;
    for (const open of this.#open.values()) if (!open.atClient) this.#end(open, { decision: 'none', why });
  }

  #end(open: Open, decision: Decision): void {
    if (open.decision !== undefined) return;
    open.decision = decision;
    open.ended.resolve(decision);
    this.#notify({ kind: 'closed', id: open.review.id, how: howDecided(decision) });
  }

  #notify(event: ReviewEvent): void {
    for (const window of this.#windows) window(event);
  }
}

function howDecided(decision: Decision): string {
  if (decision.decision === 'none') return decision.why;
  return `${decision.decision}ed in ${decision.by}`;
}

function shown({ proposal, author, project, environment = {} }: ReviewQuestion, longest: number): Review {
  const hunks = proposedHunks(proposal);
  const nameOf = (uri: string) => (project === undefined ? uri : fileOf(project, uri));
  const now = Date.now();
  return {
    id: randomUUID(),
    time: new Date(now).toISOString(),
    expires: new Date(now + longest).toISOString(),
    tool: proposal.tool,
    title: proposal.title,
    author,
    ...(project !== undefined && { project: project.path }),
    ...(proposal.parameters !== undefined && { parameters: withoutKnownSecrets(proposal.parameters, environment) }),
    ...(proposal.runs !== undefined && { runs: proposal.runs.map((step) => withoutKnownSecrets(step, environment)) }),
    files: proposal.files.map(({ uri, movedFrom, before, after }) => ({
      file: nameOf(uri),
      ...(movedFrom !== undefined && { movedFrom: nameOf(movedFrom) }),
      ...textAs('before', before),
      ...textAs('after', after),
      ...aboutBoth(before, after),
      hunks: hunks
        .filter((hunk) => hunk.uri === uri)
        .map(({ number, kind, oldStart, newStart, removed, added }) => ({ number, kind, oldStart, newStart, removed: [...removed], added: [...added] })),
    })),
  };
}

function textAs(side: 'before' | 'after', planned: PlannedText | undefined): { before?: string; after?: string } {
  return planned !== undefined && 'text' in planned ? { [side]: planned.text } : {};
}

function aboutBoth(before: PlannedText | undefined, after: PlannedText | undefined): { about?: string } {
  const [old, current] = [before, after].map((side) => (side === undefined ? undefined : aboutSide(side)));
  const about = before === undefined || after === undefined || old === current ? (current ?? old ?? '') : `${old || 'plain text'} → ${current || 'plain text'}`;
  return about === '' ? {} : { about };
}

function aboutSide(side: PlannedText): string {
  if (!('text' in side)) return `${counted(side.binaryBytes, 'byte')} that are not text`;
  return [...(side.link === true ? ['a link, and where it leads'] : []), ...(side.encoding === undefined ? [] : [`in ${side.encoding}`])].join(', ');
}

function answerMeant({ review, question }: Open, given: ReviewAnswer): ReviewerAnswer {
  if (given.decision === 'reject') return { decision: 'reject', reason: given.reason };
  const uris = new Map(review.files.map(({ file }, index) => [file, question.proposal.files[index]?.uri ?? file]));
  const texts = new Map(Object.entries(given.texts ?? {}).map(([file, text]) => [uris.get(file) ?? file, text]));
  return { decision: 'accept', hunks: given.hunks, texts };
}

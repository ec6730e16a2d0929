// Reviews one after another, printed and answered in lines: for pipes, and for terminals that can do no more.
import { createInterface, type Interface } from 'node:readline';
import { deferred } from '../../base/waiting/deferred.ts';
import type { Review, ReviewAnswer } from '../../server/reviews/reviewShape.ts';
import { hunksIn, reviewLines, reviewTitle } from '../../server/reviews/reviewText.ts';
import { remark, say } from '../screen.ts';
import type { ReviewWindow } from './reviewWindow.ts';

export class PlainReview {
  readonly #lines: string[] = [];
  readonly #input: Interface;
  #ended = false;
  #wake = deferred<void>();

  constructor() {
    this.#input = createInterface({ input: process.stdin });
    this.#input.on('line', (line) => {
      this.#lines.push(line);
      this.changed();
    });
    this.#input.on('close', () => {
      this.#ended = true;
      this.changed();
    });
  }

  changed(): void {
    this.#wake.resolve();
    this.#wake = deferred<void>();
  }

  // Until there is nobody left to answer. True when something was answered.
  async show(window: ReviewWindow): Promise<boolean> {
    let answered = false;
    try {
      for (;;) {
        const review = await this.#next(window);
        if (review === undefined) return answered;
        if (await this.#decide(review, window)) answered = true;
      }
    } finally {
      this.#input.close();
      process.stdin.pause();
    }
  }

  async #next(window: ReviewWindow): Promise<Review | undefined> {
    for (;;) {
      const [review] = window.reviews();
      if (review !== undefined) return this.#ended && this.#lines.length === 0 ? undefined : review;
      if (this.#ended) return undefined;
      await this.#wake.promise;
    }
  }

  // False when it ended without an answer from here.
  async #decide(review: Review, window: ReviewWindow): Promise<boolean> {
    const waits = () => window.reviews().some(({ id }) => id === review.id);
    say(reviewLine(review));
    for (;;) {
      const several = hunksIn(review).length > 1;
      remark(
        `Apply it? y, n${several ? ', or the numbers of the hunks, such as 1,3' : ''}; "n why" tells the agent why, "m what" sends it back, "y note" says something with it.`,
      );
      while (this.#lines.length === 0 && !this.#ended && waits()) await this.#wake.promise;
      if (!waits()) {
        remark('This review does not wait any more.');
        return false;
      }
      const line = this.#lines.shift();
      if (line === undefined) return false;
      const answer = answerIn(line);
      if (answer === undefined) continue;
      const problem = await window.answer(review.id, answer);
      if (problem !== undefined) {
        remark(problem);
        if (waits()) continue;
        return false;
      }
      say({ accept: 'Accepted.', reject: 'Rejected.', sendBack: 'Sent back.' }[answer.decision]);
      while (waits()) await this.#wake.promise;
      return true;
    }
  }
}

// Undefined when it says neither yes nor no.
export function answerIn(line: string): ReviewAnswer | undefined {
  const text = line.trim();
  const yes = /^(?:y|yes)(?:\s+(.+))?$/is.exec(text);
  if (yes !== null) return { decision: 'accept', ...(yes[1] !== undefined && { note: yes[1] }) };
  const no = /^(?:no?)(?:\s+(.+))?$/is.exec(text);
  if (no !== null) return { decision: 'reject', ...(no[1] !== undefined && { reason: no[1] }) };
  const back = /^m\s+(.+)$/is.exec(text);
  if (back !== null) return { decision: 'sendBack', note: back[1] ?? '' };
  if (/^\d+(?:[\s,]+\d+)*$/.test(text)) return { decision: 'accept', hunks: text.split(/[\s,]+/).map(Number) };
  return undefined;
}

export function reviewLine(review: Review): string {
  return [reviewTitle(review), '', ...reviewLines(review).map(({ kind, text }) => (kind === 'hunk' ? `[${text.replace('  ', '] ')}` : text)), ''].join('\n');
}

// When somebody says yes again and again: after three alike in ten minutes, the narrowest sentence that would have answered them.
import { type Clock, machineClock } from '../../base/waiting/clock.ts';
import { minutes } from '../../base/waiting/duration.ts';
import type { Review } from '../reviews/reviewShape.ts';
import type { Reviews } from '../reviews/reviews.ts';
import { globsFor } from './grantScope.ts';
import type { GrantWish } from './grants.ts';

const ALIKE = 3;
const WITHIN = minutes(10);
// In minutes.
const USUAL_TIME = 60;

interface Accepted {
  readonly key: string;
  readonly files: readonly string[];
  readonly time: number;
}

// What `Y` offers for a review that waits; undefined where it cannot be granted.
export function wishFor({ mayBeGranted, tool, project, connection, files }: Review): GrantWish | undefined {
  const [glob] = globsOf({ files });
  if (mayBeGranted !== true || project === undefined || glob === undefined) return undefined;
  return { tool, glob, project, ...(connection !== undefined && { connection }), time: USUAL_TIME };
}

// What a person may choose for it, the narrowest first.
export function globsOf(review: Pick<Review, 'files'>): readonly string[] {
  return globsFor(filesOf(review));
}

export class GrantSuggestions {
  readonly #clock: Clock;
  readonly #listeners = new Set<(wish: GrantWish) => void>();
  #accepted: Accepted[] = [];
  // By what they are alike in, with when.
  readonly #suggested = new Map<string, { readonly wish: GrantWish; readonly time: number }>();

  constructor(reviews: Reviews, clock: Clock = machineClock) {
    this.#clock = clock;
    reviews.onEvent((event) => {
      // What a person took only a part of they want to look at.
      if (event.kind !== 'ended' || event.ended.decision !== 'accept' || event.ended.isPart === true || event.ended.changeId !== undefined) return;
      const { id, by = '' } = event.ended;
      const review = reviews.ended().find((each) => each.review.id === id)?.review;
      if (review !== undefined && !by.startsWith('grant ')) this.#take(review);
    });
  }

  // Called each time that the third alike is accepted.
  onSuggestion(listener: (wish: GrantWish) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  // What was suggested within the last ten minutes to whoever looks at one of its like.
  suggestedFor(review: Review): GrantWish | undefined {
    const wish = wishFor(review);
    const found = wish === undefined ? undefined : this.#suggested.get(keyOf(wish));
    return found === undefined || this.#clock.steady() - found.time >= WITHIN ? undefined : found.wish;
  }

  #take(review: Review): void {
    const wish = wishFor(review);
    // Where connections end with each call, nobody can say that it was the same agent.
    if (wish?.connection === undefined) return;
    const now = this.#clock.steady();
    const key = keyOf(wish);
    this.#accepted = [...this.#accepted.filter(({ time }) => now - time < WITHIN), { key, files: filesOf(review), time: now }];
    const alike = this.#accepted.filter((each) => each.key === key);
    if (alike.length < ALIKE) return;
    this.#accepted = this.#accepted.filter((each) => each.key !== key);
    const [glob] = globsFor(alike.flatMap(({ files }) => files));
    if (glob === undefined) return;
    const suggestion = { ...wish, glob };
    for (const [old, { time }] of this.#suggested) if (now - time >= WITHIN) this.#suggested.delete(old);
    this.#suggested.set(key, { wish: suggestion, time: now });
    for (const listener of [...this.#listeners]) listener(suggestion);
  }
}

function keyOf({ tool, project, connection }: GrantWish): string {
  return JSON.stringify([tool, project, connection]);
}

function filesOf({ files }: Pick<Review, 'files'>): readonly string[] {
  return files.flatMap(({ file, movedFrom = file }) => [file, movedFrom]);
}

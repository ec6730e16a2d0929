// Reviews that are over, for ten minutes: how each ended, by whom, and what came of it.
import type { Clock } from '../../base/waiting/clock.ts';
import { minutes } from '../../base/waiting/duration.ts';
import type { Review, ReviewEnded } from './reviewShape.ts';

export interface EndedReview {
  readonly review: Review;
  readonly ended: ReviewEnded;
}

const KEPT = minutes(10);
// Each holds the texts that it is about.
const MOST = 100;
const MOST_CHARACTERS = 20_000_000;

interface Kept extends EndedReview {
  readonly characters: number;
  readonly until: number;
}

export class EndedReviews {
  readonly #clock: Clock;
  // Oldest first.
  #kept: Kept[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(review: Review, ended: ReviewEnded): void {
    const characters = review.files.reduce((sum, { before = '', after = '' }) => sum + before.length + after.length, 0);
    this.#kept.push({ review, ended, characters, until: this.#clock.steady() + KEPT });
    this.#clock.after(KEPT, () => this.#forget());
    this.#forget();
  }

  // Undefined where it is forgotten already, or still waits.
  learn(id: string, more: Partial<ReviewEnded>): ReviewEnded | undefined {
    this.#forget();
    const at = this.#kept.findIndex(({ review }) => review.id === id);
    const kept = this.#kept[at];
    if (kept === undefined) return undefined;
    const ended = { ...kept.ended, ...more };
    this.#kept[at] = { ...kept, ended };
    return ended;
  }

  // Newest first.
  list(): readonly EndedReview[] {
    this.#forget();
    return this.#kept.map(({ review, ended }) => ({ review, ended })).toReversed();
  }

  #forget(): void {
    const now = this.#clock.steady();
    let room = MOST_CHARACTERS;
    let places = MOST;
    // The newest stays whatever it holds: whoever has just decided it can still read it.
    const keeps = this.#kept.toReversed().filter(({ until, characters }, index) => {
      room -= characters;
      places -= 1;
      return until > now && (index === 0 || (room >= 0 && places >= 0));
    });
    this.#kept = keeps.toReversed();
  }
}

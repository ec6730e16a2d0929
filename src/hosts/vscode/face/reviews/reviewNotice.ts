// When VS Code calls its person: a review has waited for a moment and nobody looks at it. One notification for a burst, and one more near the end; a click shows, and never decides.
import * as vscode from 'vscode';
import { seconds } from '../../../../base/waiting/duration.ts';
import { whoAsks } from './reviewTexts.ts';
import type { ListedReview, WaitingReviews } from './waitingReviews.ts';

const BEFORE_NOTICE = seconds(5);
const NEAR_END = seconds(60);
const BETWEEN_LOOKS = seconds(1);
const BETWEEN_CALLS = seconds(30);

export interface ReviewNoticeOptions {
  readonly reviews: WaitingReviews;
  // The person has this review before them, or a list of all.
  isSeen(review: ListedReview): boolean;
  show(waiting: readonly ListedReview[]): void;
}

export class ReviewNotice implements Disposable {
  readonly #options: ReviewNoticeOptions;
  readonly #since = new Map<string, number>();
  // Those that the person was called for, and those that they were called for again.
  readonly #called = new Set<string>();
  readonly #calledAgain = new Set<string>();
  readonly #listening: Disposable;
  #looking: NodeJS.Timeout | undefined;
  // When the last one came that nobody has answered; it may lie unread among VS Code's notifications.
  #callingSince: number | undefined;

  constructor(options: ReviewNoticeOptions) {
    this.#options = options;
    this.#listening = options.reviews.onChange(() => this.#follow());
    this.#follow();
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    clearInterval(this.#looking);
  }

  #follow(): void {
    const waiting = this.#options.reviews.list();
    const keys = new Set(waiting.map(({ key }) => key));
    for (const key of this.#since.keys()) if (!keys.has(key)) this.#since.delete(key);
    for (const set of [this.#called, this.#calledAgain]) for (const key of set) if (!keys.has(key)) set.delete(key);
    for (const key of keys) if (!this.#since.has(key)) this.#since.set(key, Date.now());
    if (waiting.length === 0) {
      clearInterval(this.#looking);
      this.#looking = undefined;
    } else this.#looking ??= setInterval(() => this.#look(), BETWEEN_LOOKS);
  }

  #look(): void {
    const unseen = this.#options.reviews.list().filter((review) => !this.#options.isSeen(review));
    const isDue = ({ key }: ListedReview) => !this.#called.has(key) && Date.now() - (this.#since.get(key) ?? Date.now()) >= BEFORE_NOTICE;
    const isNearEnd = ({ key, expires }: ListedReview) => expires !== undefined && !this.#calledAgain.has(key) && Date.parse(expires) - Date.now() < NEAR_END;
    const ending = unseen.filter(isNearEnd);
    const isCalling = this.#callingSince !== undefined && Date.now() - this.#callingSince < BETWEEN_CALLS;
    if (isCalling || (ending.length === 0 && !unseen.some(isDue))) return;
    for (const { key } of unseen) this.#called.add(key);
    for (const { key } of ending) this.#calledAgain.add(key);
    void this.#call(unseen, ending.length > 0);
  }

  async #call(waiting: readonly ListedReview[], isNearEnd: boolean): Promise<void> {
    const [first] = waiting;
    if (first === undefined) return;
    const about = waiting.length === 1 ? `${whoAsks(first)} and waits for you.` : `${waiting.length} reviews wait for you. The first: ${whoAsks(first)}.`;
    const show = 'Show';
    const since = Date.now();
    this.#callingSince = since;
    try {
      const chosen = await vscode.window.showInformationMessage(isNearEnd ? `${about} Less than a minute is left.` : about, show);
      if (chosen === show) this.#options.show(this.#options.reviews.list());
    } finally {
      if (this.#callingSince === since) this.#callingSince = undefined;
    }
  }
}

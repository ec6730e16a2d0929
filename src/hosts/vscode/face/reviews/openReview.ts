// One review as it is shown in an editor of VS Code: its files before and after as documents of their own, and which hunks the person takes.
import type { GivenAnswer } from '../../../../dashboard/protocol/shownReviews.ts';
import type { ReviewedFile } from '../../../../server/reviews/reviewShape.ts';
import { type ReviewHunk, sideText, titleOf, wordsOf } from './reviewTexts.ts';
import type { ListedReview, ReadReview } from './waitingReviews.ts';

export type Side = 'before' | 'after' | 'words';

export interface PlacedHunk extends ReviewHunk {
  readonly isTaken: boolean;
}

export class OpenReview {
  readonly review: ListedReview;
  readonly number: number;
  readonly title: string;
  readonly #detail: ReadReview;
  readonly #leftOut = new Set<number>();

  constructor(review: ListedReview, detail: ReadReview, number: number) {
    this.review = review;
    this.number = number;
    this.title = titleOf(review, number);
    this.#detail = detail;
  }

  get files(): readonly ReviewedFile[] {
    return this.#detail.review.files;
  }

  get hunkCount(): number {
    return this.#numbers().length;
  }

  get takenCount(): number {
    return this.hunkCount - this.#leftOut.size;
  }

  text(side: Side, file: number): string {
    const found = this.files[file];
    if (side === 'words' || found === undefined) return wordsOf(this.#detail);
    return sideText(found, side, this.#detail.review.cutFiles?.includes(found.file) === true);
  }

  hunks(file: number): readonly PlacedHunk[] {
    return (this.files[file]?.hunks ?? []).map((hunk) => ({ ...hunk, isTaken: !this.#leftOut.has(hunk.number) }));
  }

  // That stands at this line of the text afterwards, from 0.
  hunkAt(file: number, line: number): PlacedHunk | undefined {
    return this.hunks(file).find(({ newStart, added }) => line >= newStart && line < newStart + Math.max(1, added.length));
  }

  toggle(number: number): void {
    if (!this.#leftOut.delete(number) && this.#numbers().includes(number)) this.#leftOut.add(number);
  }

  // All of it is said by saying nothing of hunks, so that what is no text goes along.
  answer(decision: GivenAnswer['decision'], note?: string): GivenAnswer {
    const isPart = decision === 'accept' && this.#leftOut.size > 0;
    const hunks = this.#numbers().filter((number) => !this.#leftOut.has(number));
    return { decision, ...(note !== undefined && note.trim() !== '' && { note: note.trim() }), ...(isPart && { hunks }) };
  }

  #numbers(): readonly number[] {
    return this.files.flatMap(({ hunks }) => hunks.map(({ number }) => number));
  }
}

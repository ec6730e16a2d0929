// What a person has begun to say about a review: kept in this tab, so that a reload or a look elsewhere loses nothing.
import { type Signal, signal } from '@preact/signals';
import type { GivenAnswer, LineComment, ShownReview } from '../../../../src/dashboard/protocol/shownReviews.ts';

export interface Draft {
  // Hunks that are left out.
  readonly leftOut: readonly number[];
  // What files shall hold instead.
  readonly texts: Readonly<Record<string, string>>;
  readonly comments: readonly LineComment[];
  readonly note: string;
}

const NOTHING: Draft = { leftOut: [], texts: {}, comments: [], note: '' };
const MOST_KEPT = 4_000_000;
const drafts = new Map<string, Signal<Draft>>();

export function draftOf(id: string): Signal<Draft> {
  const known = drafts.get(id);
  if (known !== undefined) return known;
  const draft = signal(readDraft(sessionStorage.getItem(keyOf(id))));
  drafts.set(id, draft);
  return draft;
}

export function change(id: string, part: Partial<Draft>): void {
  const draft = draftOf(id);
  draft.value = { ...draft.peek(), ...part };
  const text = JSON.stringify(draft.value);
  try {
    if (text.length < MOST_KEPT) sessionStorage.setItem(keyOf(id), text);
  } catch {
    // The tab's room is full: it is kept for as long as the page is.
  }
}

export function forget(id: string): void {
  drafts.delete(id);
  sessionStorage.removeItem(keyOf(id));
}

function keyOf(id: string): string {
  return `review.${id}`;
}

function readDraft(text: string | null): Draft {
  try {
    const read: unknown = JSON.parse(text ?? 'null');
    return isDraft(read) ? { ...NOTHING, ...read } : NOTHING;
  } catch {
    return NOTHING;
  }
}

function isDraft(value: unknown): value is Partial<Draft> {
  return typeof value === 'object' && value !== null;
}

export function tickedOf({ files }: ShownReview, { leftOut }: Draft): ReadonlySet<number> {
  const out = new Set(leftOut);
  return new Set(files.flatMap(({ hunks }) => hunks.map(({ number }) => number)).filter((number) => !out.has(number)));
}

// All of it is said by saying nothing of hunks, so that what is no text goes along.
export function answerOf(decision: GivenAnswer['decision'], review: ShownReview, draft: Draft): GivenAnswer {
  const note = draft.note.trim();
  const ticked = tickedOf(review, draft);
  const isPart = decision === 'accept' && draft.leftOut.length > 0;
  return {
    decision,
    ...(note !== '' && { note }),
    ...(draft.comments.length > 0 && { comments: draft.comments }),
    ...(isPart && { hunks: [...ticked] }),
    ...(decision === 'accept' && Object.keys(draft.texts).length > 0 && { texts: draft.texts }),
  };
}

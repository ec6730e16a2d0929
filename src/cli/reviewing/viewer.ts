// What the review viewer shows and how each key changes it: pure, so that it can be tested without a terminal.
import type { Review, ReviewAnswer } from '../../server/reviews/reviewShape.ts';
import { hunksIn } from '../../server/reviews/reviewText.ts';
import { bodyOf, isLeftOut, type Size, type Viewer } from './view.ts';
import { said, startWriting, writtenKey } from './writing.ts';

export type ViewerAction =
  | { readonly kind: 'answer'; readonly id: string; readonly answer: ReviewAnswer }
  | { readonly kind: 'extend'; readonly id: string }
  | { readonly kind: 'edit'; readonly id: string; readonly file: string; readonly text: string }
  | { readonly kind: 'quit' };

// Title, numbers, a line, and the keys below.
const AROUND_BODY = 5;
// Milliseconds in which nobody has read a review.
const JUST_NOW = 700;
const DECIDING = new Set(['y', 'enter', 'r']);

export function withReviews(viewer: Viewer, reviews: readonly Review[], now: number, message = viewer.message): Viewer {
  const current = viewer.reviews[viewer.at]?.id;
  const at = reviews.findIndex(({ id }) => id === current);
  if (at >= 0) return { ...viewer, reviews, at, message };
  return {
    ...viewer,
    reviews,
    at: Math.max(0, Math.min(viewer.at, reviews.length - 1)),
    hunk: 0,
    top: 0,
    writing: undefined,
    message,
    replaced: current === undefined ? viewer.replaced : now,
  };
}

export function withEdit(viewer: Viewer, id: string, file: string, text: string): Viewer {
  const texts = new Map([...(viewer.edited.get(id) ?? []), [file, text]]);
  return { ...viewer, edited: new Map([...viewer.edited, [id, texts]]), message: `${file} is as you edited it; y applies it.` };
}

export function onKey(viewer: Viewer, key: string, size: Size, now: number): { viewer: Viewer; wish?: ViewerAction } {
  const quiet = { ...viewer, message: '' };
  if (key === 'ctrl-c') return { viewer, wish: { kind: 'quit' } };
  if (viewer.writing !== undefined) return writtenKey(viewer, viewer.writing, key);
  if (viewer.help) return { viewer: { ...quiet, help: false } };
  if (key === 'q') return { viewer, wish: { kind: 'quit' } };
  if (key === '?' || key === 'h') return { viewer: { ...quiet, help: true } };
  const review = viewer.reviews[viewer.at];
  if (review === undefined) return { viewer };
  // A key that was meant for the review that has just gone must not decide on the one that took its place.
  if (DECIDING.has(key) && now - viewer.replaced < JUST_NOW)
    return { viewer: { ...viewer, message: 'Another review came into sight. Look at it, and press again.' } };
  return decisionKey(quiet, review, key) ?? { viewer: movementKey(quiet, review, key, size) };
}

function decisionKey(viewer: Viewer, review: Review, key: string): { viewer: Viewer; wish?: ViewerAction } | undefined {
  const numbers = hunksIn(review).map(({ number }) => number);
  const current = numbers[viewer.hunk];
  switch (key) {
    case 'y':
    case 'enter':
      return accept(viewer, review, numbers);
    case 'r':
      return { viewer, wish: { kind: 'answer', id: review.id, answer: { decision: 'reject', ...said(viewer, review) } } };
    case 'm':
      return { viewer: startWriting(viewer, review, 'sendBack', current) };
    case 'w':
      return { viewer: startWriting(viewer, review, 'note', current) };
    case 'c':
      return { viewer: startWriting(viewer, review, 'comment', current) };
    case '+':
      return { viewer, wish: { kind: 'extend', id: review.id } };
    case 'space':
      return { viewer: current === undefined ? viewer : marked(viewer, review, toggled(viewer.leftOut.get(review.id), current)) };
    case 'a':
      return { viewer: marked(viewer, review, new Set()) };
    case 'd':
      return { viewer: marked(viewer, review, new Set(numbers)) };
    case 'e':
      return edit(viewer, review, current);
    default:
      return undefined;
  }
}

function accept(viewer: Viewer, review: Review, numbers: readonly number[]): { viewer: Viewer; wish?: ViewerAction } {
  const taken = numbers.filter((number) => !isLeftOut(viewer, review, number));
  const texts = Object.fromEntries(viewer.edited.get(review.id) ?? []);
  if (numbers.length > 0 && taken.length === 0 && Object.keys(texts).length === 0)
    return { viewer: { ...viewer, message: 'No hunk is marked. r rejects it all.' } };
  const answer: ReviewAnswer = {
    decision: 'accept',
    ...(taken.length < numbers.length && { hunks: taken }),
    ...(Object.keys(texts).length > 0 && { texts }),
    ...said(viewer, review),
  };
  return { viewer, wish: { kind: 'answer', id: review.id, answer } };
}

function edit(viewer: Viewer, review: Review, hunk: number | undefined): { viewer: Viewer; wish?: ViewerAction } {
  const file = review.files.find(({ hunks }) => hunks.some(({ number }) => number === hunk));
  if (file?.after === undefined) return { viewer: { ...viewer, message: 'There is no text here that could be edited.' } };
  return { viewer, wish: { kind: 'edit', id: review.id, file: file.file, text: viewer.edited.get(review.id)?.get(file.file) ?? file.after } };
}

function movementKey(viewer: Viewer, review: Review, key: string, size: Size): Viewer {
  const page = pageOf(size);
  const last = Math.max(0, bodyOf(viewer, review, size.columns).length - page);
  const scrolled = (top: number) => ({ ...viewer, top: Math.max(0, Math.min(last, top)) });
  switch (key) {
    case 'down':
    case 'j':
      return scrolled(viewer.top + 1);
    case 'up':
    case 'k':
      return scrolled(viewer.top - 1);
    case 'pagedown':
    case 'f':
      return scrolled(viewer.top + page);
    case 'pageup':
    case 'b':
      return scrolled(viewer.top - page);
    case 'home':
    case 'g':
      return scrolled(0);
    case 'end':
    case 'G':
      return scrolled(last);
    case 'n':
    case 'tab':
      return atHunk(viewer, review, viewer.hunk + 1, size);
    case 'p':
    case 'shift-tab':
      return atHunk(viewer, review, viewer.hunk - 1, size);
    case ']':
      return atReview(viewer, viewer.at + 1);
    case '[':
      return atReview(viewer, viewer.at - 1);
    default:
      return viewer;
  }
}

function pageOf({ rows }: Size): number {
  return Math.max(1, rows - AROUND_BODY);
}

// The hunk's first line comes into sight.
function atHunk(viewer: Viewer, review: Review, wanted: number, size: Size): Viewer {
  const page = pageOf(size);
  const hunks = hunksIn(review);
  const hunk = Math.max(0, Math.min(hunks.length - 1, wanted));
  const lines = bodyOf(viewer, review, size.columns);
  const line = lines.findIndex((candidate) => candidate.kind === 'hunk' && candidate.hunk === hunks[hunk]?.number);
  const last = Math.max(0, lines.length - page);
  const isInSight = line >= viewer.top && line < viewer.top + page - 2;
  return { ...viewer, hunk, top: isInSight || line < 0 ? viewer.top : Math.min(last, Math.max(0, line - 1)) };
}

function atReview(viewer: Viewer, wanted: number): Viewer {
  return { ...viewer, at: Math.max(0, Math.min(viewer.reviews.length - 1, wanted)), hunk: 0, top: 0 };
}

function marked(viewer: Viewer, { id }: Review, leftOut: ReadonlySet<number>): Viewer {
  return { ...viewer, leftOut: new Map([...viewer.leftOut, [id, leftOut]]) };
}

function toggled(numbers: ReadonlySet<number> = new Set(), number: number): ReadonlySet<number> {
  return new Set(numbers.has(number) ? [...numbers].filter((other) => other !== number) : [...numbers, number]);
}

// What a person writes to the agent in the review viewer: a note, a comment on the hunk in sight, or what shall be different.
import type { Review, ReviewAnswer } from '../../server/reviews/reviewShape.ts';
import type { Comment, Viewer, Writing } from './view.ts';

export interface SentBack {
  readonly kind: 'answer';
  readonly id: string;
  readonly answer: ReviewAnswer;
}

// What was written so far goes with every answer.
export function said({ notes, comments }: Viewer, { id }: Review): Pick<ReviewAnswer, 'note' | 'comments'> {
  const note = notes.get(id);
  const own = comments.get(id) ?? [];
  return { ...(note !== undefined && { note }), ...(own.length > 0 && { comments: [...own] }) };
}

// hunk: the number of the one in sight.
export function startWriting(viewer: Viewer, review: Review, kind: Writing['kind'], hunk: number | undefined): Viewer {
  if (kind === 'comment' && placeOf(review, hunk) === undefined) return { ...viewer, message: 'There is no line here that a comment could be about.' };
  return { ...viewer, writing: { kind, text: kind === 'comment' ? '' : (viewer.notes.get(review.id) ?? '') } };
}

export function writtenKey(viewer: Viewer, writing: Writing, key: string): { viewer: Viewer; wish?: SentBack } {
  const review = viewer.reviews[viewer.at];
  if (key === 'escape' || review === undefined) return { viewer: { ...viewer, writing: undefined } };
  if (key === 'enter') return finished({ ...viewer, writing: undefined }, review, { ...writing, text: writing.text.trim() });
  const text = key === 'backspace' ? [...writing.text].slice(0, -1).join('') : `${writing.text}${typed(key)}`;
  return { viewer: { ...viewer, writing: { ...writing, text } } };
}

function typed(key: string): string {
  return key === 'space' ? ' ' : [...key].length === 1 ? key : '';
}

function finished(viewer: Viewer, review: Review, { kind, text }: Writing): { viewer: Viewer; wish?: SentBack } {
  const { id } = review;
  if (kind === 'comment') return { viewer: text === '' ? viewer : withComment(viewer, review, text) };
  const noted: Viewer = { ...viewer, notes: withNote(viewer, id, text) };
  if (kind === 'note') return { viewer: { ...noted, message: text === '' ? '' : 'The note goes with your answer.' } };
  const words = said(noted, review);
  if (words.note === undefined && words.comments === undefined)
    return { viewer: { ...noted, message: 'Say what shall be different, or press r to reject it without a word.' } };
  return { viewer: noted, wish: { kind: 'answer', id, answer: { decision: 'sendBack', ...words } } };
}

function withNote({ notes }: Viewer, id: string, text: string): Viewer['notes'] {
  const others = [...notes].filter(([other]) => other !== id);
  return new Map(text === '' ? others : [...others, [id, text]]);
}

function withComment(viewer: Viewer, review: Review, text: string): Viewer {
  const number = review.files.flatMap(({ hunks }) => hunks)[viewer.hunk]?.number;
  const place = placeOf(review, number);
  if (place === undefined) return viewer;
  const own = [...(viewer.comments.get(review.id) ?? []), { ...place, text }];
  const message = `Your comment on ${place.file}:${place.line} goes with your answer.`;
  return { ...viewer, comments: new Map([...viewer.comments, [review.id, own]]), message };
}

// The first line of a hunk: of what is added, or else of what goes.
function placeOf({ files }: Review, number: number | undefined): Omit<Comment, 'text'> | undefined {
  const file = files.find(({ hunks }) => hunks.some((hunk) => hunk.number === number));
  const hunk = file?.hunks.find((one) => one.number === number);
  if (file === undefined || hunk === undefined) return undefined;
  if (file.after !== undefined && (hunk.added.length > 0 || hunk.removed.length === 0)) return { file: file.file, line: hunk.newStart + 1 };
  return file.before === undefined ? undefined : { file: file.file, line: hunk.oldStart + 1, side: 'old' };
}

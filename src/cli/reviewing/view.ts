// What a person looks at in the review viewer: which review, which hunk, what is marked and what was edited.
import { exactLine } from '../../base/text/exactText.ts';
import { hunksBetween } from '../../base/text/lineDiff.ts';
import type { Review, ReviewAnswer, ReviewedFile } from '../../server/reviews/reviewShape.ts';
import { type ReviewLine, reviewLines, signed } from '../../server/reviews/reviewText.ts';
import { piecesOf } from './columns.ts';

export interface Viewer {
  readonly reviews: readonly Review[];
  // Which review is looked at.
  readonly at: number;
  // Which of its hunks, from 0.
  readonly hunk: number;
  // First line that is shown.
  readonly top: number;
  // By review: the hunks that are left out, and the files that the person edited.
  readonly leftOut: ReadonlyMap<string, ReadonlySet<number>>;
  readonly edited: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly message: string;
  readonly help: boolean;
  // When the review in sight gave way to another, in milliseconds.
  readonly replaced: number;
  // By review: what goes to the agent with the answer.
  readonly notes: ReadonlyMap<string, string>;
  readonly comments: ReadonlyMap<string, readonly Comment[]>;
  // What is being written.
  readonly writing?: Writing | undefined;
}

export type Comment = NonNullable<ReviewAnswer['comments']>[number];

export interface Writing {
  readonly kind: 'sendBack' | 'note' | 'comment';
  readonly text: string;
}

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

export const emptyViewer: Viewer = {
  reviews: [],
  at: 0,
  hunk: 0,
  top: 0,
  leftOut: new Map(),
  edited: new Map(),
  message: '',
  help: false,
  replaced: 0,
  notes: new Map(),
  comments: new Map(),
};

export function isLeftOut({ leftOut }: Viewer, { id }: Review, hunk: number): boolean {
  return leftOut.get(id)?.has(hunk) ?? false;
}

// As lines of a terminal: one that is too long goes on in the next, because whoever accepts it must have seen all of it.
export function bodyOf(viewer: Viewer, review: Review, columns: number): readonly ReviewLine[] {
  return linesOf(viewer, review).flatMap((line) => wrapped(line, Math.max(MARKS, columns - MARKS - GOES_ON.length)));
}

// Left of a hunk's own line stands whether it is marked.
const MARKS = 6;
const GOES_ON = '↪';

function wrapped(line: ReviewLine, width: number): readonly ReviewLine[] {
  const [first = '', ...others] = piecesOf(line.text, width);
  // What a line goes on with is no line of its own, whatever sign it begins with.
  return [
    { ...line, text: first },
    ...others.map((text): ReviewLine => ({ ...line, kind: line.kind === 'hunk' ? 'note' : line.kind, text: `${GOES_ON}${text}` })),
  ];
}

// What a person edited is shown as it is now.
function linesOf(viewer: Viewer, review: Review): readonly ReviewLine[] {
  const texts = viewer.edited.get(review.id);
  if (texts === undefined) return reviewLines(review);
  return review.files.flatMap((file) => {
    const text = texts.get(file.file);
    return text === undefined ? reviewLines({ ...review, files: [file] }) : editedLines(file, text);
  });
}

function editedLines(file: ReviewedFile, text: string): readonly ReviewLine[] {
  const number = file.hunks[0]?.number ?? 0;
  const changed = hunksBetween(file.before ?? '', text).flatMap(({ removed, added }) => [
    ...removed.flatMap((line) => signed('removed', '-', line, '\n', number)),
    ...added.flatMap((line) => signed('added', '+', line, '\n', number)),
  ]);
  return [{ kind: 'file', text: `${exactLine(file.file)} (edited by you)`, hunk: number }, ...changed];
}

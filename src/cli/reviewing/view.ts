// What a person looks at in the review viewer: which review, which hunk, what is marked and what was edited.
import { hunksBetween } from '../../base/lineDiff.ts';
import { visibleText } from '../../base/visibleText.ts';
import type { Review, ReviewedFile } from '../../server/reviewShape.ts';
import { type ReviewLine, reviewLines } from '../../server/reviewText.ts';
import { columnsOf } from './columns.ts';

export interface Viewer {
  readonly reviews: readonly Review[];
  // Which review is looked at.
  readonly at: number;
  // Which of its hunks, from 0.
  readonly hunk: number;
  // First line and first column that are shown.
  readonly top: number;
  readonly left: number;
  // By review: the hunks that are left out, and the files that the person edited.
  readonly leftOut: ReadonlyMap<string, ReadonlySet<number>>;
  readonly edited: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly message: string;
  readonly help: boolean;
  // When the review in sight gave way to another, in milliseconds.
  readonly replaced: number;
  // A reason that is being written.
  readonly reason?: string | undefined;
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
  left: 0,
  leftOut: new Map(),
  edited: new Map(),
  message: '',
  help: false,
  replaced: 0,
};

export function isLeftOut({ leftOut }: Viewer, { id }: Review, hunk: number): boolean {
  return leftOut.get(id)?.has(hunk) ?? false;
}

// What a person edited is shown as it is now.
export function bodyOf(viewer: Viewer, review: Review): readonly ReviewLine[] {
  const texts = viewer.edited.get(review.id);
  if (texts === undefined) return reviewLines(review);
  return review.files.flatMap((file) => {
    const text = texts.get(file.file);
    return text === undefined ? reviewLines({ ...review, files: [file] }) : editedLines(file, text);
  });
}

// In columns of the terminal.
export function widestOf(viewer: Viewer, review: Review): number {
  return Math.max(0, ...bodyOf(viewer, review).map(({ text }) => columnsOf(text)));
}

function editedLines(file: ReviewedFile, text: string): readonly ReviewLine[] {
  const number = file.hunks[0]?.number ?? 0;
  const changed = hunksBetween(file.before ?? '', text).flatMap(({ removed, added }) => [
    ...removed.map((line) => ({ kind: 'removed' as const, text: `-${shown(line)}`, hunk: number })),
    ...added.map((line) => ({ kind: 'added' as const, text: `+${shown(line)}`, hunk: number })),
  ]);
  return [{ kind: 'file', text: `${visibleText(file.file)} (edited by you)`, hunk: number }, ...changed];
}

function shown(line: string): string {
  return visibleText(line.replace(/\r?\n$/, '')).replaceAll('\t', '    ');
}

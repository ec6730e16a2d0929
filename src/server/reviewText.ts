// A review as lines for people: files, numbered hunks with the lines around them, and nothing that could command a terminal.
import { linesOf } from '../base/lineDiff.ts';
import { visibleText } from '../base/visibleText.ts';
import type { Review, ReviewedFile } from './reviewShape.ts';

export interface ReviewLine {
  readonly kind: 'file' | 'hunk' | 'context' | 'added' | 'removed' | 'note';
  readonly text: string;
  // Which hunk it belongs to; lines of a file's head belong to its first.
  readonly hunk: number;
}

type Hunk = ReviewedFile['hunks'][number];

const CONTEXT = 3;

export function reviewLines({ files, parameters }: Review): readonly ReviewLine[] {
  if (files.length > 0) return files.flatMap(fileLines);
  return visibleText(JSON.stringify(parameters ?? {}, undefined, 2))
    .split('\n')
    .map((text) => ({ kind: 'note', text, hunk: 0 }));
}

// Who wants what, in one line.
export function reviewTitle({ author, tool, title, project }: Review): string {
  return visibleText(`${author} wants to ${title} (${tool})${project === undefined ? '' : ` in ${project}`}`).replaceAll(/\s+/g, ' ');
}

export function hunksIn({ files }: Review): readonly Hunk[] {
  return files.flatMap(({ hunks }) => hunks);
}

function fileLines(file: ReviewedFile): readonly ReviewLine[] {
  const before = linesOf(file.before ?? '');
  const first = file.hunks[0]?.number ?? 0;
  let shownTo = 0;
  return [
    { kind: 'file', text: visibleText(headOf(file)), hunk: first },
    ...file.hunks.flatMap((hunk, index) => {
      const head: ReviewLine = { kind: 'hunk', text: `${hunk.number}  ${aboutHunk(hunk)}`, hunk: hunk.number };
      if (hunk.kind !== 'text') return [head, ...changedLines(hunk)];
      const end = hunk.oldStart + hunk.removed.length;
      const next = file.hunks[index + 1]?.oldStart ?? before.length;
      const above = around(before.slice(Math.max(shownTo, hunk.oldStart - CONTEXT), hunk.oldStart), hunk);
      shownTo = Math.min(end + CONTEXT, next);
      return [head, ...above, ...changedLines(hunk), ...around(before.slice(end, shownTo), hunk)];
    }),
  ];
}

function headOf({ file, movedFrom, hunks }: ReviewedFile): string {
  if (movedFrom !== undefined) return `${movedFrom} → ${file}`;
  const kind = hunks[0]?.kind;
  return kind === 'create' ? `${file} (new)` : kind === 'delete' ? `${file} (deleted)` : file;
}

function aboutHunk({ kind, oldStart, newStart, removed, added }: Hunk): string {
  if (kind === 'text') return `@@ -${oldStart + 1},${removed.length} +${newStart + 1},${added.length} @@`;
  return { create: 'a new file', delete: 'the file goes', move: 'the file moves', whole: 'the whole file, which is not only text' }[kind];
}

function changedLines(hunk: Hunk): readonly ReviewLine[] {
  return [
    ...hunk.removed.map((line) => ({ kind: 'removed' as const, text: `-${shown(line)}`, hunk: hunk.number })),
    ...hunk.added.map((line) => ({ kind: 'added' as const, text: `+${shown(line)}`, hunk: hunk.number })),
    ...([hunk.removed, hunk.added].some((side) => side.length > 0 && !/[\r\n]$/.test(side.at(-1) ?? ''))
      ? [{ kind: 'note' as const, text: '\\ no line break at the end', hunk: hunk.number }]
      : []),
  ];
}

function around(lines: readonly string[], { number }: Hunk): readonly ReviewLine[] {
  return lines.map((line) => ({ kind: 'context', text: ` ${shown(line)}`, hunk: number }));
}

function shown(line: string): string {
  return visibleText(line.replace(/\r?\n$/, '')).replaceAll('\t', '    ');
}

// A review as lines for people: files, numbered hunks with the lines around them, each to the byte, and nothing that could command a terminal.
import { exactJson, exactLine } from '../../base/text/exactText.ts';
import { linesOf } from '../../base/text/lineDiff.ts';
import type { Review, ReviewedFile } from './reviewShape.ts';

export interface ReviewLine {
  readonly kind: 'file' | 'hunk' | 'context' | 'added' | 'removed' | 'note';
  readonly text: string;
  // Which hunk it belongs to; lines of a file's head belong to its first.
  readonly hunk: number;
}

type Hunk = ReviewedFile['hunks'][number];

const CONTEXT = 3;

export function reviewLines({ files, parameters, runs }: Review): readonly ReviewLine[] {
  if (files.length > 0) return files.flatMap(fileLines);
  const texts = [exactJson(parameters ?? {}), ...(runs === undefined ? [] : ['It runs:', exactJson(runs)])];
  return texts.flatMap((text) => text.split('\n')).map((text) => ({ kind: 'note', text, hunk: 0 }));
}

// Who wants what, in one line.
export function reviewTitle({ author, tool, title, project }: Review): string {
  return exactLine(`${author} wants to ${title} (${tool})${project === undefined ? '' : ` in ${project}`}`.replaceAll(/\s+/g, ' '));
}

export function hunksIn({ files }: Review): readonly Hunk[] {
  return files.flatMap(({ hunks }) => hunks);
}

function fileLines(file: ReviewedFile): readonly ReviewLine[] {
  const before = linesOf(file.before ?? '');
  const usual = usualBreak(file);
  const first = file.hunks[0]?.number ?? 0;
  let shownTo = 0;
  return [
    { kind: 'file', text: `${headOf(file)}${usual === '\n' ? '' : ` (lines end with ${exactLine(usual)})`}`, hunk: first },
    ...file.hunks.flatMap((hunk, index) => {
      const head: ReviewLine = { kind: 'hunk', text: `${hunk.number}  ${aboutHunk(hunk)}`, hunk: hunk.number };
      if (hunk.kind !== 'text') return [head, ...changedLines(hunk, usual)];
      const end = hunk.oldStart + hunk.removed.length;
      const next = file.hunks[index + 1]?.oldStart ?? before.length;
      const above = around(before.slice(Math.max(shownTo, hunk.oldStart - CONTEXT), hunk.oldStart), hunk, usual);
      shownTo = Math.min(end + CONTEXT, next);
      return [head, ...above, ...changedLines(hunk, usual), ...around(before.slice(end, shownTo), hunk, usual)];
    }),
  ];
}

function headOf({ file, movedFrom, about, hunks }: ReviewedFile): string {
  const kind = hunks[0]?.kind;
  const name = movedFrom === undefined ? exactLine(file) : `${exactLine(movedFrom)} → ${exactLine(file)}`;
  return `${name}${kind === 'create' ? ' (new)' : kind === 'delete' ? ' (deleted)' : ''}${about === undefined ? '' : ` (${exactLine(about)})`}`;
}

// Where a line ends as the first of its file does, nothing need be said of it.
function usualBreak({ before, after }: ReviewedFile): string {
  return [before, after].map((text) => /\r\n|\r|\n/.exec(text ?? '')?.[0]).find((found) => found !== undefined) ?? '\n';
}

function aboutHunk({ kind, oldStart, newStart, removed, added }: Hunk): string {
  if (kind === 'text') return `@@ -${oldStart + 1},${removed.length} +${newStart + 1},${added.length} @@`;
  return { create: 'a new file', delete: 'the file goes', move: 'the file moves', whole: 'the whole file, which is not only text' }[kind];
}

function changedLines({ removed, added, number }: Hunk, usual: string): readonly ReviewLine[] {
  return [...removed.flatMap((line) => signed('removed', '-', line, usual, number)), ...added.flatMap((line) => signed('added', '+', line, usual, number))];
}

// A line of a text as it is, with whatever ends it where that is not the usual.
export function signed(kind: 'removed' | 'added', sign: string, line: string, usual: string, hunk: number): readonly ReviewLine[] {
  const text: ReviewLine = { kind, text: `${sign}${exactLine(withoutUsual(line, usual))}`, hunk };
  return /[\r\n]$/.test(line) ? [text] : [text, { kind: 'note', text: '\\ no line break at the end', hunk }];
}

function around(lines: readonly string[], { number }: Hunk, usual: string): readonly ReviewLine[] {
  return lines.map((line) => ({ kind: 'context', text: ` ${exactLine(withoutUsual(line, usual))}`, hunk: number }));
}

function withoutUsual(line: string, usual: string): string {
  const end = /(?:\r\n|\r|\n)$/.exec(line)?.[0];
  return end === usual ? line.slice(0, -usual.length) : line;
}

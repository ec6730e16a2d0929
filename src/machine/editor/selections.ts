// Where a selection is: cut to a text that it fits, and found again in a text that changed under it.
import { foundLine, movedLine } from '../../base/text/movedLine.ts';
import { compare, type Position, type Range, type TextSnapshot } from '../../ide/text.ts';

// What is known of the text that a selection was made in. After a restart that is two lines of it.
export interface SelectedIn {
  readonly snapshot?: TextSnapshot | undefined;
  readonly firstLine: string;
  readonly lastLine: string;
}

// A place behind the end is the end, of the text or of its line; none is between the halves of a character or of a line break. The start comes first.
export function clipped({ start, end }: Range, document: TextSnapshot): Range {
  const [first, last] = compare(start, end) <= 0 ? [start, end] : [end, start];
  const from = clippedPosition(first, document, 'before');
  if (compare(first, last) === 0) return { start: from, end: from };
  const to = clippedPosition(last, document, 'after');
  return { start: from, end: compare(from, to) <= 0 ? to : from };
}

// The same selection in the text that is there after a change.
export function followed(range: Range, { snapshot, firstLine, lastLine }: SelectedIn, after: TextSnapshot): Range {
  if (snapshot === undefined) return clipped(byLines(range, firstLine, lastLine, after), after);
  if (snapshot.text === after.text) return clipped(range, after);
  const moved = movedOffset(snapshot.text, after.text);
  const place = (position: Position): Position => {
    const offset = moved(snapshot.offsetAt(position));
    // Only what lies among several changes must be looked for line by line.
    return offset === undefined ? { line: movedLine(snapshot.text, after.text, position.line), character: position.character } : after.positionAt(offset);
  };
  const start = place(range.start);
  const end = compare(range.start, range.end) === 0 ? start : place(range.end);
  return clipped(compare(start, end) <= 0 ? { start, end } : { start, end: start }, after);
}

function clippedPosition({ line, character }: Position, document: TextSnapshot, side: 'before' | 'after'): Position {
  const wanted = Math.max(0, Math.trunc(line));
  const text = document.line(wanted);
  if (text === undefined) {
    const last = document.lineCount - 1;
    return { line: last, character: document.line(last)?.length ?? 0 };
  }
  const at = Math.min(Math.max(0, Math.trunc(character)), text.length);
  if (!isInsideCharacter(text, at)) return { line: wanted, character: at };
  return { line: wanted, character: side === 'before' ? at - 1 : at + 1 };
}

function isInsideCharacter(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

// Before the first difference and after the last one a place is certain; undefined between them.
function movedOffset(before: string, after: string): (offset: number) => number | undefined {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before.charCodeAt(same) === after.charCodeAt(same)) same += 1;
  let sameEnd = 0;
  while (sameEnd < most - same && before.charCodeAt(before.length - 1 - sameEnd) === after.charCodeAt(after.length - 1 - sameEnd)) sameEnd += 1;
  return (offset) => {
    if (offset <= same) return offset;
    return offset >= before.length - sameEnd ? offset + after.length - before.length : undefined;
  };
}

function byLines({ start, end }: Range, firstLine: string, lastLine: string, after: TextSnapshot): Range {
  const first = lineLike(firstLine, start.line, after);
  const last = start.line === end.line ? first : lineLike(lastLine, end.line + first - start.line, after);
  return { start: { ...start, line: first }, end: { ...end, line: Math.max(first, last) } };
}

function lineLike(wanted: string, line: number, document: TextSnapshot): number {
  return document.line(line) === wanted ? line : foundLine(document.text, wanted, line);
}

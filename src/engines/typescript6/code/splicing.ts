// A text after the changes that a client has sent, one after the other.
import ts from 'typescript';
import { type LinePositionRange, LineStarts } from '../projects/lineStarts.ts';

export interface ContentChange {
  // Absent when the text is the whole text.
  readonly range?: LinePositionRange | undefined;
  readonly text: string;
}

export function spliced(text: string, changes: readonly ContentChange[]): string {
  let current = text;
  for (const { range, text: replacement } of changes) {
    if (range === undefined) {
      current = replacement;
      continue;
    }
    const lines = new LineStarts(current);
    current = current.slice(0, lines.offsetAt(range.start)) + replacement + current.slice(lines.offsetAt(range.end));
  }
  return current;
}

// One change from a text to another, between what they begin and end with alike.
export function difference(before: string, after: string): ts.TextChange {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { span: ts.createTextSpanFromBounds(start, before.length - end), newText: after.slice(start, after.length - end) };
}

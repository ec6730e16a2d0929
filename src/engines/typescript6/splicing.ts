// A text after the changes that a client has told, one after the other.
import { type LineRange, LineStarts } from './lineStarts.ts';

export interface ContentChange {
  // Absent when the text is the whole text.
  readonly range?: LineRange | undefined;
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

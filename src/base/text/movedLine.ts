// Where a line is after the text around it has changed.
import { hunksBetween } from './lineDiff.ts';

// From the old text to the new one. A line that was itself rewritten is found by its words, else by its place in what replaced it.
export function movedLine(before: string, after: string, line: number): number {
  let shift = 0;
  for (const { oldStart, newStart, removed, added } of hunksBetween(before, after)) {
    if (line < oldStart) break;
    if (line >= oldStart + removed.length) {
      shift += added.length - removed.length;
      continue;
    }
    const wanted = (removed[line - oldStart] ?? '').trim();
    const offset = line - oldStart;
    const same = nearest(added, wanted, offset);
    return newStart + (same ?? Math.max(0, Math.min(offset, added.length - 1)));
  }
  return line + shift;
}

// Of a text that was last seen by somebody else: the line that reads the same, the nearest to where it was.
export function foundLine(text: string, wanted: string, line: number): number {
  return nearest(text.split(/\r\n|\n|\r/), wanted.trim(), line) ?? line;
}

function nearest(lines: readonly string[], wanted: string, line: number): number | undefined {
  if (wanted === '') return undefined;
  const same = lines.flatMap((text, index) => (text.trim() === wanted ? [index] : []));
  return same.toSorted((a, b) => Math.abs(a - line) - Math.abs(b - line))[0];
}

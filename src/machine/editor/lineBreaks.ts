// Line breaks that an editor took away: most know only \n, and give a text back without those of its file.
import { hunksBetween, linesOf } from '../../base/text/lineDiff.ts';

// Lines that are still there keep theirs, so do those that became others, and new ones get the one that most lines have. A text that has others of its own stays as it is.
export function withBreaksOf(existing: string, text: string): string {
  if (!existing.includes('\r') || text.includes('\r')) return text;
  const old = linesOf(existing);
  const usual = usualBreak(old);
  const lines: string[] = [];
  let next = 0;
  for (const { oldStart, removed, added } of hunksBetween(existing.replaceAll(/\r\n?/g, '\n'), text)) {
    const replaced = old.slice(oldStart, oldStart + removed.length);
    lines.push(...old.slice(next, oldStart), ...added.map((line, index) => line.replace(/\n$/, breakOf(replaced[index]) ?? usual)));
    next = oldStart + removed.length;
  }
  return [...lines, ...old.slice(next)].join('');
}

function usualBreak(lines: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const lineBreak = breakOf(line);
    if (lineBreak !== undefined) counts.set(lineBreak, (counts.get(lineBreak) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? '\n';
}

function breakOf(line = ''): string | undefined {
  return /(?:\r\n|\n|\r)$/.exec(line)?.[0];
}

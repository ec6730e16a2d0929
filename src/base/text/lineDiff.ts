// How two texts differ line by line, and how the differences of two people fit together.
import { diffArrays } from 'diff';

// Lines that give way to others. Lines carry their breaks, so nothing is lost at the end of a text.
export interface LineHunk {
  // From 0, in the old text and in the new one.
  readonly oldStart: number;
  readonly newStart: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

// A difference that takes longer to find is reported as one large hunk, which is true too.
const LONGEST_SEARCH = 500;

export function hunksBetween(before: string, after: string): readonly LineHunk[] {
  if (before === after) return [];
  const old = linesOf(before);
  const current = linesOf(after);
  const same = commonStart(old, current);
  const sameEnd = commonEnd(old, current, same);
  const [left, right] = [old.slice(same, old.length - sameEnd), current.slice(same, current.length - sameEnd)];
  const inPlace = hunksInPlace(left, right, same);
  if (inPlace !== undefined) return inPlace;
  const changes = diffArrays(left, right, { timeout: LONGEST_SEARCH });
  if (changes === undefined) return [{ oldStart: same, newStart: same, removed: left, added: right }];
  const hunks: LineHunk[] = [];
  let oldLine = same;
  let newLine = same;
  let open: { oldStart: number; newStart: number; removed: string[]; added: string[] } | undefined;
  for (const { value, added, removed } of changes) {
    if (!added && !removed) {
      if (open !== undefined) hunks.push(open);
      open = undefined;
      oldLine += value.length;
      newLine += value.length;
      continue;
    }
    open ??= { oldStart: oldLine, newStart: newLine, removed: [], added: [] };
    if (added) {
      open.added = [...open.added, ...value];
      newLine += value.length;
    } else {
      open.removed = [...open.removed, ...value];
      oldLine += value.length;
    }
  }
  if (open !== undefined) hunks.push(open);
  return hunks;
}

// Lines that became others where they stand, as in every rename: nobody needs to search for them. Undefined where a search could find fewer differences,
// which it cannot as long as no new line was there before.
function hunksInPlace(old: readonly string[], current: readonly string[], start: number): readonly LineHunk[] | undefined {
  if (old.length !== current.length) return undefined;
  const hunks: { oldStart: number; newStart: number; removed: string[]; added: string[] }[] = [];
  const came = new Set<string>();
  let open: (typeof hunks)[number] | undefined;
  for (const [index, line] of old.entries()) {
    const now = current[index] ?? '';
    if (line === now) {
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = { oldStart: start + index, newStart: start + index, removed: [], added: [] };
      hunks.push(open);
    }
    open.removed.push(line);
    open.added.push(now);
    came.add(now);
  }
  return old.some((line) => came.has(line)) ? undefined : hunks;
}

export type Merged = { readonly text: string } | { readonly conflicts: readonly MergeConflict[] };

export interface MergeConflict {
  // From 0, in the base.
  readonly line: number;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

// Both differences from the base at once, or the places where they touch each other.
export function mergeTexts(base: string, ours: string, theirs: string): Merged {
  const mine = hunksBetween(base, ours);
  const other = hunksBetween(base, theirs);
  const conflicts = mine.flatMap((hunk) =>
    other
      .filter((candidate) => touches(hunk, candidate) && !sameHunk(hunk, candidate))
      .map(({ added }) => ({ line: hunk.oldStart, ours: hunk.added, theirs: added })),
  );
  if (conflicts.length > 0) return { conflicts };
  const both = [...mine, ...other.filter((hunk) => !mine.some((own) => sameHunk(own, hunk)))].sort((a, b) => a.oldStart - b.oldStart);
  const lines = linesOf(base);
  const pieces: string[] = [];
  let at = 0;
  for (const { oldStart, removed, added } of both) {
    pieces.push(lines.slice(at, oldStart).join(''), added.join(''));
    at = oldStart + removed.length;
  }
  return { text: [...pieces, lines.slice(at).join('')].join('') };
}

// As `diff -u` prints it, without the two lines that name the files.
export function unifiedHunks(before: string, after: string, context = 3): string {
  const lines = linesOf(before);
  const printed: string[] = [];
  for (const group of grouped(hunksBetween(before, after), context)) {
    const first = group[0];
    const last = group.at(-1);
    if (first === undefined || last === undefined) continue;
    const start = Math.max(0, first.oldStart - context);
    const end = Math.min(lines.length, last.oldStart + last.removed.length + context);
    const newLength = group.reduce((sum, hunk) => sum + hunk.added.length - hunk.removed.length, end - start);
    printed.push(`@@ -${span(start, end - start)} +${span(first.newStart - (first.oldStart - start), newLength)} @@`);
    let at = start;
    for (const { oldStart, removed, added } of group) {
      printed.push(...printedLines(' ', lines.slice(at, oldStart)), ...printedLines('-', removed), ...printedLines('+', added));
      at = oldStart + removed.length;
    }
    printed.push(...printedLines(' ', lines.slice(at, end)));
  }
  return printed.join('\n');
}

// With their line breaks, so that joining them gives the text back.
export function linesOf(text: string): string[] {
  if (!text.includes('\r')) return linesOfFeeds(text);
  return text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/g) ?? [];
}

// A few times as fast as the pattern, for the texts that almost everybody has.
function linesOfFeeds(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    lines.push(text.slice(start, end + 1));
    start = end + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  return same;
}

function commonEnd(a: readonly string[], b: readonly string[], start: number): number {
  let same = 0;
  while (same < a.length - start && same < b.length - start && a[a.length - 1 - same] === b[b.length - 1 - same]) same += 1;
  return same;
}

// Hunks that stand next to each other touch too: who comes first would be a guess.
function touches(a: LineHunk, b: LineHunk): boolean {
  return a.oldStart <= b.oldStart + b.removed.length && b.oldStart <= a.oldStart + a.removed.length;
}

function sameHunk(a: LineHunk, b: LineHunk): boolean {
  return a.oldStart === b.oldStart && a.removed.length === b.removed.length && a.added.join('') === b.added.join('');
}

// Hunks whose contexts would overlap are printed as one.
function grouped(hunks: readonly LineHunk[], context: number): readonly (readonly LineHunk[])[] {
  const groups: LineHunk[][] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && hunk.oldStart - (last.oldStart + last.removed.length) <= 2 * context) groups.at(-1)?.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

// A range of no lines is named by the line before it.
function span(start: number, length: number): string {
  const line = length === 0 ? start : start + 1;
  return length === 1 ? `${line}` : `${line},${length}`;
}

// As one text, or none: a list of half a million lines would be too many arguments for any call.
function printedLines(sign: ' ' | '+' | '-', lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [lines.map((line) => printedLine(sign, line)).join('\n')];
}

function printedLine(mark: ' ' | '-' | '+', line: string): string {
  const text = line.replace(/\r?\n$|\r$/, '');
  const carriage = line.endsWith('\r\n') && mark !== ' ' ? '\r' : '';
  return text.length === line.length ? `${mark}${text}\n\\ No newline at end of file` : `${mark}${text}${carriage}`;
}

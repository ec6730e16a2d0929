// How many lines of a text went and came, where that can be known without looking for every line: after a rename, most of a repository is as it was.
import { hunksBetween } from './lineDiff.ts';

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

// The same numbers as the hunks between the texts have.
export function lineCounts(before: string, after: string): LineCounts {
  const [old, now] = differentParts(before, after);
  const inPlace = old.includes('\r') || now.includes('\r') ? undefined : changedInPlace(old, now);
  if (inPlace !== undefined) return { added: inPlace, removed: inPlace };
  const hunks = hunksBetween(old, now);
  return {
    added: hunks.reduce((sum, { added }) => sum + added.length, 0),
    removed: hunks.reduce((sum, { removed }) => sum + removed.length, 0),
  };
}

// Without the lines that both begin and end with.
function differentParts(before: string, after: string): readonly [string, string] {
  const alike = commonLength(before, 0, after, 0);
  const start = alike === 0 ? 0 : before.lastIndexOf('\n', alike - 1) + 1;
  const most = Math.min(before.length, after.length) - start;
  const sameEnd = commonEnd(before, after, most);
  const lineBreak = before.indexOf('\n', before.length - sameEnd);
  const kept = lineBreak < 0 ? 0 : before.length - (lineBreak + 1);
  return [before.slice(start, before.length - kept), after.slice(start, after.length - kept)];
}

// Beyond this many, lines have probably come or gone, and everything behind them seems to be another.
const MOST_CHANGED = 2_000;

// How many lines became others where they stand. Undefined where lines came or went, or where one that came may have been there before:
// then a search could find fewer differences.
function changedInPlace(before: string, after: string): number | undefined {
  const came = new Set<string>();
  let [old, now, count] = [0, 0, 0];
  for (;;) {
    const alike = commonLength(before, old, after, now);
    old += alike;
    now += alike;
    if (old === before.length && now === after.length) break;
    const start = now === 0 ? 0 : after.lastIndexOf('\n', now - 1) + 1;
    // Alike up to here, so the line begins as far before in both.
    const oldStart = old - (now - start);
    const [oldEnd, end] = [endOfLine(before, oldStart), endOfLine(after, start)];
    if (oldStart === oldEnd || start === end) return undefined;
    count += 1;
    came.add(wordAround(after, start, end, now));
    // A text that ends within a line has no line break there: one of the two would have a line more.
    if ((oldEnd === before.length) !== (end === after.length) || count > MOST_CHANGED) return undefined;
    old = oldEnd;
    now = end;
  }
  return [...came].every((word) => word !== '' && !hasWord(before, word)) ? count : undefined;
}

// With its line break.
function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end + 1;
}

const FIRST_STEP = 256;
const LONGEST_STEP = 65_536;

// How many characters are the same from there on.
function commonLength(a: string, fromA: number, b: string, fromB: number): number {
  const isSame = (at: number, length: number) => a.slice(fromA + at, fromA + at + length) === b.slice(fromB + at, fromB + at + length);
  return longest(Math.min(a.length - fromA, b.length - fromB), isSame);
}

// How many characters are the same before the end.
function commonEnd(a: string, b: string, most: number): number {
  const isSame = (at: number, length: number) => a.slice(a.length - at - length, a.length - at) === b.slice(b.length - at - length, b.length - at);
  return longest(most, isSame);
}

// Whole stretches are compared at once, which costs no more than copying them.
function longest(most: number, isSame: (at: number, length: number) => boolean): number {
  let same = 0;
  let step = FIRST_STEP;
  while (same + step <= most && isSame(same, step)) {
    same += step;
    step = Math.min(2 * step, LONGEST_STEP);
  }
  while (step > 0) {
    if (same + step <= most && isSame(same, step)) same += step;
    else step >>= 1;
  }
  return same;
}

const PART_OF_WORD = /[\p{ID_Continue}$]/u;

// The word at the first difference of a line, as it is now: where it was nowhere before, neither was the line.
function wordAround(text: string, start: number, end: number, at: number): string {
  let from = at;
  while (from > start && PART_OF_WORD.test(text[from - 1] ?? '')) from -= 1;
  let to = at;
  while (to < end && PART_OF_WORD.test(text[to] ?? '')) to += 1;
  return text.slice(from, to);
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!PART_OF_WORD.test(text[at - 1] ?? '') && !PART_OF_WORD.test(text[at + word.length] ?? '')) return true;
  return false;
}

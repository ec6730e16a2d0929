// Texts that chance has changed, a hundred pairs in each, with some of their hunks to take and what the text is then.
import fc from 'fast-check';
import { hunksBetween } from '../../../src/base/text/lineDiff.ts';

export interface RandomText {
  readonly before: string;
  readonly after: string;
  // Of all hunks, from 1, and of those that are taken or left out.
  readonly numbers: readonly number[];
  readonly taken: readonly number[];
  readonly left: readonly number[];
  readonly mixed: string;
}

const PAIRS = 100;
const FATES = {
  stays: (line: string) => [line],
  goes: () => [],
  changes: (line: string) => [`${line} changed`],
  'comes after': (line: string) => [line, 'new'],
} as const;

export function randomTexts(count: number): readonly RandomText[] {
  const line = fc.tuple(fc.constantFrom('one', 'two', 'three', 'four'), fc.constantFrom('stays', 'stays', 'goes', 'changes', 'comes after'));
  const pairs = fc.sample(fc.array(line, { minLength: 1, maxLength: 10 }), count * PAIRS);
  return Array.from({ length: count }, (_, index) => randomText(pairs.slice(index * PAIRS, (index + 1) * PAIRS)));
}

function randomText(pairs: readonly (readonly (readonly [string, keyof typeof FATES])[])[]): RandomText {
  const lines = pairs.flatMap((pair, index) => [`pair ${index}`, ...pair.map(([line]) => line)]);
  const before = textOf(lines);
  const after = textOf(pairs.flatMap((pair, index) => [`pair ${index}`, ...pair.flatMap(([line, fate]) => FATES[fate](line))]));
  const hunks = hunksBetween(before, after);
  const numbers = hunks.map((_, index) => index + 1);
  const taken = fc.sample(fc.subarray(numbers, { minLength: numbers.length >> 2 }), 1)[0] ?? [];
  // From the end on, so that the lines of those before keep their numbers.
  const mixed = hunks.reduceRight<readonly string[]>((text, { oldStart, removed, added }, index) => {
    const isTaken = taken.includes(index + 1);
    return isTaken ? text.toSpliced(oldStart, removed.length, ...added.map((line) => line.slice(0, -1))) : text;
  }, lines);
  return { before, after, numbers, taken, left: numbers.filter((number) => !taken.includes(number)), mixed: textOf(mixed) };
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

// Which lines of a change a lane shows.
import { expect, test } from 'vitest';
import type { ShownHunk } from '../../../../src/dashboard/protocol/diffs.ts';
import { firstLines } from './firstLines.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`);
const hunk = (number: number, removed: number, added: number): ShownHunk => ({
  number,
  kind: 'text',
  oldStart: 0,
  newStart: 0,
  removed: lines(removed),
  added: lines(added),
});

test('a small change is shown whole, file by file', () => {
  const files = [
    { file: 'cart.ts', hunks: [hunk(1, 1, 1), hunk(2, 0, 2)] },
    { file: 'tax.ts', hunks: [hunk(3, 1, 1)] },
  ];
  expect(firstLines(files)).toEqual({ files, more: 0 });
});

test('of a large change the first twelve lines are shown, and the rest is counted', () => {
  const { files, more } = firstLines([
    { file: 'cart.ts', hunks: [hunk(1, 10, 100), hunk(2, 1, 1)] },
    { file: 'tax.ts', hunks: [hunk(3, 0, 5)] },
  ]);
  expect(files.map(({ file, hunks }) => [file, hunks.map(({ removed, added }) => [removed.length, added.length])])).toEqual([['cart.ts', [[10, 2]]]]);
  expect(more).toBe(98 + 2 + 5);
});

test('a file that only moved, or is no text, has no lines', () => {
  expect(firstLines([{ file: 'logo.png', hunks: [hunk(1, 0, 0)] }])).toEqual({ files: [], more: 0 });
});

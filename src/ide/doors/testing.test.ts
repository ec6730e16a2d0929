// Which tests an agent means by a name.
import { expect, test } from 'vitest';
import { uncoveredRanges } from '../coverage.ts';
import { isNamed } from './testing.ts';

const TEST = { suite: ['cart', 'total'], name: 'adds up[1]' };

test.each(['adds up[1]', 'adds up', 'total > adds up', 'cart > total > adds up[1]', 'cart', 'total', 'cart::total', 'cart > total'])('%s means it', (name) => {
  expect(isNamed(TEST, name)).toBe(true);
});

test.each(['adds', 'cart > adds up', 'up', 'total > cart', 'adds up[2]'])('%s does not', (name) => {
  expect(isNamed(TEST, name)).toBe(false);
});

test('lines that cannot run do not part what was not reached', () => {
  expect(
    uncoveredRanges(
      new Map([
        [1, 0],
        [3, 0],
        [4, 2],
        [5, 0],
      ]),
    ),
  ).toEqual([
    { start: 1, end: 3 },
    { start: 5, end: 5 },
  ]);
});

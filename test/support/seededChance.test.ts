// Chance that a repeated run meets again.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceOfThisRun } from './thisRun.ts';

test.skipIf(chanceOfThisRun() === undefined)('a property test that is repeated meets the same values', () => {
  const met = () => {
    const numbers: number[] = [];
    fc.assert(
      fc.property(fc.integer(), (number) => {
        numbers.push(number);
      }),
      { numRuns: 20 },
    );
    return numbers;
  };
  expect(met()).toEqual(met());
});

// Do counts of tests say how far a run has come, also where the runner does not know how many there are?
import { expect, test } from 'vitest';
import { badOf, progressOf, shareOf, testsInWords } from './counts.ts';

const counts = { passed: 46, failed: 1, skipped: 0, error: 1 };

test('progress is out of what is expected, where that is known and true', () => {
  expect(progressOf({ ...counts, expected: 112 })).toBe('48/112');
  expect(progressOf(counts)).toBe('48');
  // A runner that announced fewer than it ran.
  expect(progressOf({ ...counts, expected: 40 })).toBe('48');
  expect([shareOf({ ...counts, expected: 96 }), shareOf(counts), shareOf({ ...counts, expected: 40 }), shareOf({ ...counts, expected: 0 })]).toEqual([
    0.5,
    undefined,
    1,
    undefined,
  ]);
  expect(badOf(counts)).toBe(2);
});

test('how many there were is said in words', () => {
  expect(testsInWords(counts)).toBe('48 tests');
  expect(testsInWords({ passed: 1, failed: 0, skipped: 0, error: 0 })).toBe('1 test');
});

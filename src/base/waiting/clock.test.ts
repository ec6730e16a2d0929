// Does a duration end when it should, whatever is done to the time of day?
import { expect, test } from 'vitest';
import { steadyTime } from './clock.ts';

test.each<[string, readonly (readonly [day: number, passed: number])[], number]>([
  ['what passes', [[5_000, 5_000]], 5_000],
  [
    'a time of day that is set back prolongs nothing',
    [
      [5_000, 5_000],
      [-3_595_000, 5_000],
      [-3_590_000, 10_000],
    ],
    10_000,
  ],
  [
    'sleep, which the machine does not count, also after it was set back',
    [
      [-3_600_000, 0],
      [-1_800_000, 10],
    ],
    1_800_000,
  ],
  ['one that is set ahead has passed', [[3_600_000, 10]], 3_600_000],
  ['a thousand looks within a second are a second', Array.from({ length: 1_000 }, (_, at) => [at + 1, at + 0.4] as const), 999.4],
])('%s', (_, looks, expected) => {
  let [day, passed] = [0, 0];
  const steady = steadyTime(
    () => day,
    () => passed,
  );
  let last = steady();
  for (const look of looks) {
    [day, passed] = look;
    const next = steady();
    expect(next).toBeGreaterThanOrEqual(last);
    last = next;
  }
  expect(last).toBeCloseTo(expected);
});

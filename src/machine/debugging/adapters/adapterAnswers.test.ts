// Values that an adapter itself has cut.
import { expect, test } from 'vitest';
import { lengthIn } from './adapterAnswers.ts';

test.each([
  [`'${'x'.repeat(10_000)}… (30000 characters)'`, 30_000],
  [`"${'x'.repeat(512)}...+1488 more"`, 2_000],
  [`'short'`, undefined],
  [`'… (12 characters)'`, undefined],
])('%#', (value, length) => {
  expect(lengthIn(value).length).toBe(length);
});

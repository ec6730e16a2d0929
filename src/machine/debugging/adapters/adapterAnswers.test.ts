// Values that an adapter itself has cut.
import { expect, test } from 'vitest';
import { cutIn } from './adapterAnswers.ts';

test.each([
  [`'${'x'.repeat(10_000)}… (30000 characters)'`, 30_000],
  [`"${'x'.repeat(512)}...+1488 more"`, 2_000],
  [`'short'`, undefined],
  [`'… (12 characters)'`, undefined],
  ['[1, 2, ...]\u241d\u241d', undefined, '[1, 2, ...]', true],
  ["'xx\u241d12\u241d", 12, "'xx"],
  ["'\u241d12\u241d'", undefined],
])('%#', (value, length, text = value, isCut = undefined) => {
  expect(cutIn(value)).toEqual({ text, length, isCut });
});

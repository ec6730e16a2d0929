// Whether repeats go and the order stays.
import { expect, test } from 'vitest';
import { withoutRepeats } from './withoutRepeats.ts';

test('what another sentence says already is left out, and equal ones stay once', () => {
  expect(withoutRepeats(['No flags.', 'Missed: No flags. Add some.', 'Two.', 'Two.'])).toEqual(['Missed: No flags. Add some.', 'Two.']);
});

test('a text that another field already has is left out too', () => {
  expect(withoutRepeats(['No flags.', 'Two.'], ['Incomplete: No flags.'])).toEqual(['Two.']);
});

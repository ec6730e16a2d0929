// What a star stands for, compared with regular expressions, and that no pattern takes long.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesWildcard } from './wildcard.ts';

test('means what a regular expression with .* would mean', () => {
  const few = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.', ' '), maxLength: 12 });
  fc.assert(
    fc.property(few, few, (pattern, text) => {
      const source = pattern
        .split('*')
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*');
      expect(matchesWildcard(pattern, text)).toBe(new RegExp(`^${source}$`, 's').test(text));
    }),
    { numRuns: 2_000 },
  );
});

test('a pattern that a regular expression would never come to an end with is answered', () => {
  expect(matchesWildcard(`${'a*'.repeat(1_000)}b`, 'a'.repeat(500_000))).toBe(false);
});

// An expression that may not hold up everybody.
import { expect, test } from 'vitest';
import { BoundedExpression } from './boundedExpression.ts';

test('an expression says whether a text matches', () => {
  const ready = new BoundedExpression('^Found \\d+ errors?');
  expect([ready.test('Found 2 errors.'), ready.test('found none'), ready.gaveUp]).toEqual([true, false, false]);
});

test('one that tries every way to divide a text is given up, and not tried again', () => {
  const hostile = new BoundedExpression('^(a+)+$');
  const begun = performance.now();
  expect([hostile.test(`${'a'.repeat(60)}b`), hostile.gaveUp, hostile.test('a')]).toEqual([false, true, false]);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('what is no expression is refused when it is read', () => {
  expect(() => new BoundedExpression('(')).toThrow(SyntaxError);
});

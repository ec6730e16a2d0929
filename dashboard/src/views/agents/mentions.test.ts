// Which words of a prompt may be files, and are those that were chosen found again?
import { expect, test } from 'vitest';
import { namedIn, written } from './mentions.ts';

test('files with their lines, each once; addresses of people are none', () => {
  expect(namedIn('look at @src/cart.ts, @cart.ts:3-9 and @"a b.ts:2"; ask me@cart.ts or @. @src/cart.ts!')).toEqual([
    { file: 'src/cart.ts' },
    { file: 'cart.ts', startLine: 3, endLine: 9 },
    { file: 'a b.ts', startLine: 2 },
  ]);
});

test('what is written for a file means that file', () => {
  for (const file of ['cart.ts', 'a b.ts', 'src/ü.ts']) expect(namedIn(`see @${written(file)}`)).toEqual([{ file }]);
});

test('a megabyte of signs is read, and no more are named than the daemon takes', () => {
  expect(namedIn('@'.repeat(1_000_000)).length).toBeLessThanOrEqual(50);
  expect(namedIn('@a"b '.repeat(100_000) + Array.from({ length: 80 }, (_, index) => `@f${index}`).join(' ')).length).toBeLessThanOrEqual(50);
});

// Does nothing that a program prints turn the text of a terminal around?
import { expect, test } from 'vitest';
import { printable } from './printable.ts';

test('what turns text around is taken out, and nothing else', () => {
  expect(printable('a\u202Eb\u2066c\u200Fd\u061Ce')).toBe('abcde');
  const kept = 'שלום \u001B[31mred\u001B[0m 👩\u200D💻 ├─\r\n';
  expect(printable(kept)).toBe(kept);
});

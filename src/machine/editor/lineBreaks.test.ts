// Are the line breaks that an editor took away put back as they were?
import { expect, test } from 'vitest';
import { withBreaksOf } from './lineBreaks.ts';

test.for<[existing: string, text: string, expected: string]>([
  ['a\r\nb\r\n', 'a\nc\nb\n', 'a\r\nc\r\nb\r\n'],
  ['a\r\nb\nc\r\nd', 'a\nb\nx\nc\nd', 'a\r\nb\nx\r\nc\r\nd'],
  ['a\rb\r', 'a\nb\nc', 'a\rb\rc'],
  ['a\r\n', '', ''],
  ['a\r\nb', 'a\nb\n', 'a\r\nb\r\n'],
  ['a\nb\n', 'a\nc\n', 'a\nc\n'],
  // Whoever writes such breaks means them.
  ['a\r\nb\r\n', 'a\r\nb\nc\n', 'a\r\nb\nc\n'],
  ['', 'a\n', 'a\n'],
])('%j written as %j becomes %j', ([existing, text, expected]) => {
  expect(withBreaksOf(existing, text)).toBe(expected);
});

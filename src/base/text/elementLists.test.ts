// Lists in another order, with their line breaks and comments.
import { expect, test } from 'vitest';
import { relaid } from './elementLists.ts';

// Elements are the letters.
function reordered(text: string, wanted: readonly (number | string)[], lineComment: '//' | '#' = '//'): string {
  const bare = text.replace(/\/\*.*?\*\/|\/\/[^\n]*|#[^\n]*/g, (comment) => ' '.repeat(comment.length));
  const elements = [...bare.matchAll(/[a-z]/g)].map(({ index }) => ({ start: index, end: index + 1 }));
  return relaid({ text, open: 0, close: text.length, elements, lineComment }, wanted, (start, end) => text.slice(start, end));
}

test.each([
  ['a, b', [1, 'x', 0], 'b, x, a'],
  ['a', ['x', 0], 'x, a'],
  ['', ['x', 'y'], 'x, y'],
  ['a, b,', [], ''],
  ['\n  a,\n  b,\n', [1, 0, 'x'], '\n  b,\n  a,\n  x,\n'],
  ['\n  a\n', [0, 'x'], '\n  a,\n  x\n'],
  ['\n  a, // one\n  b // two\n', [1, 0], '\n  b, // two\n  a // one\n'],
  ['/* one */ a, /* two, */ b', [1, 0], '/* two, */ b, /* one */ a'],
  ['a /* one */, b', [1, 0], 'b, a /* one */'],
  ['a, b // two\n', [1, 0], 'b, // two\na\n'],
])('%j', (text, wanted, after) => {
  expect(reordered(text, wanted)).toBe(after);
});

test('comments of other languages', () => {
  expect(reordered('\n  a,  # one\n  b,\n', [1, 0], '#')).toBe('\n  b,\n  a, # one\n');
});

// Changes inside of changes.
import { expect, test } from 'vitest';
import { type Rewrite, rewritten } from './rewrites.ts';

const TEXT = 'f(g(1, 2), 3)';
const changed = (rewrites: readonly Rewrite[]) =>
  rewritten(TEXT, rewrites).reduceRight((text, { start, end, newText }) => text.slice(0, start) + newText + text.slice(end), TEXT);

test('a change keeps the changes inside of what it moves', () => {
  const outer: Rewrite = { start: 2, end: 12, text: (inner) => `${inner(11, 12)}, ${inner(2, 9)}` };
  const inner: Rewrite = { start: 4, end: 8, text: (part) => `${part(7, 8)}, ${part(4, 5)}` };
  const name: Rewrite = { start: 2, end: 3, text: () => 'h' };
  expect(changed([name, inner, outer])).toBe('f(3, h(2, 1))');
  expect(rewritten(TEXT, [name, inner, outer])).toHaveLength(1);
});

test('of two changes of the same part the later one is inside, and what changes nothing is none', () => {
  const around: Rewrite = { start: 11, end: 12, text: (inner) => `(${inner(11, 12)})` };
  const number: Rewrite = { start: 11, end: 12, text: () => '4' };
  expect(changed([around, number])).toBe('f(g(1, 2), (4))');
  expect(rewritten(TEXT, [{ start: 0, end: 1, text: (inner) => inner(0, 1) }])).toEqual([]);
});

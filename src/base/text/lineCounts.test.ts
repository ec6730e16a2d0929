// The numbers of lines that went and came, against a search for the shortest difference.
import { diffArrays } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineCounts } from './lineCounts.ts';
import { linesOf } from './lineDiff.ts';

const someText = fc
  .array(fc.constantFrom('a b\n', 'b\n', 'a\n', 'cart.total\n', 'total\n', '\n', 'd\r\n', 'end'), { maxLength: 30 })
  .map((lines) => lines.join(''));

function found(before: string, after: string) {
  const parts = diffArrays(linesOf(before), linesOf(after));
  const sum = (wanted: 'added' | 'removed') => parts.reduce((count, part) => count + (part[wanted] ? part.value.length : 0), 0);
  return { added: sum('added'), removed: sum('removed') };
}

test('are those of the shortest difference', () => {
  fc.assert(
    fc.property(someText, someText, (before, after) => {
      expect(lineCounts(before, after)).toEqual(found(before, after));
    }),
  );
});

test('are those of the shortest difference after a rename, and after it was undone', () => {
  fc.assert(
    fc.property(someText, fc.constantFrom('sum', 'totals', 'a', 'to', 't'), (before, name) => {
      const after = before.replaceAll('total', name);
      expect(lineCounts(before, after)).toEqual(found(before, after));
      expect(lineCounts(after, before)).toEqual(found(after, before));
    }),
  );
});

test('of a long text with few changes', () => {
  const before = Array.from({ length: 20_000 }, (_, line) => `line ${line} holds total\n`).join('');
  const after = before.replaceAll(/(line \d*7 holds) total/g, '$1 sum');
  expect(lineCounts(before, after)).toEqual({ added: 2_000, removed: 2_000 });
  expect(lineCounts(before, `first\n${before}`)).toEqual({ added: 1, removed: 0 });
  expect(lineCounts(before, before)).toEqual({ added: 0, removed: 0 });
  expect(lineCounts('', before)).toEqual({ added: 20_000, removed: 0 });
});

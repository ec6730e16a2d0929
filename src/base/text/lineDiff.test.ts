// Checks differences against the texts themselves, and merges against what a person would do.
import { applyPatch, diffArrays } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hunksBetween, linesOf, mergeTexts, unifiedHunks } from './lineDiff.ts';

const someText = fc.array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'd'), { maxLength: 30 }).map((lines) => lines.join(''));

test('the hunks of two texts turn one into the other', () => {
  fc.assert(
    fc.property(someText, someText, (before, after) => {
      const lines = linesOf(before);
      for (const { oldStart, removed, added } of [...hunksBetween(before, after)].reverse()) {
        expect(lines.slice(oldStart, oldStart + removed.length)).toEqual(removed);
        lines.splice(oldStart, removed.length, ...added);
      }
      expect(lines.join('')).toBe(after);
    }),
  );
});

test('no hunk is longer than a search would make it', () => {
  fc.assert(
    fc.property(someText, someText, (before, after) => {
      const found = diffArrays(linesOf(before), linesOf(after)).reduce((sum, { removed, value }) => sum + (removed ? value.length : 0), 0);
      expect(hunksBetween(before, after).reduce((sum, { removed }) => sum + removed.length, 0)).toBe(found);
    }),
  );
});

test('lines that became others where they stand are reported one by one', () => {
  expect(hunksBetween('a\nb\nc\nd\n', 'A\nb\nC\nD\n')).toEqual([
    { oldStart: 0, newStart: 0, removed: ['a\n'], added: ['A\n'] },
    { oldStart: 2, newStart: 2, removed: ['c\n', 'd\n'], added: ['C\n', 'D\n'] },
  ]);
});

test('prints what patch programs apply', () => {
  const plain = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n'), { maxLength: 40 }).map((lines) => lines.join(''));
  fc.assert(
    fc.property(plain, plain, (before, after) => {
      if (before === after) return;
      expect(applyPatch(before, `--- a\n+++ b\n${unifiedHunks(before, after)}\n`)).toBe(after);
    }),
  );
});

test('says where a text ends without a line break', () => {
  expect(unifiedHunks('one\ntwo', 'one\ntwo\n')).toBe('@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+two');
});

test('merges what lies apart', () => {
  expect(mergeTexts('1\n2\n3\n4\n5\n', 'one\n2\n3\n4\n5\n', '1\n2\n3\n4\nfive\n')).toEqual({ text: 'one\n2\n3\n4\nfive\n' });
});

test('reports where both changed the same line', () => {
  expect(mergeTexts('1\n2\n3\n', '1\ntwo\n3\n', '1\nTWO\n3\n')).toEqual({ conflicts: [{ line: 1, ours: ['two\n'], theirs: ['TWO\n'] }] });
});

test('two who made the same change agree', () => {
  expect(mergeTexts('1\n2\n3\n', '1\ntwo\n3\n', '1\ntwo\n3\n')).toEqual({ text: '1\ntwo\n3\n' });
});

test('a merge with an unchanged text is the other text', () => {
  fc.assert(
    fc.property(someText, someText, (base, other) => {
      expect(mergeTexts(base, base, other)).toEqual({ text: other });
      expect(mergeTexts(base, other, base)).toEqual({ text: other });
    }),
  );
});

// A breakpoint stays with its line, however the text around it moves.
import { expect, test } from 'vitest';
import { foundLine, movedLine } from './movedLine.ts';

const before = 'one\ntwo\nthree\nfour\n';

test('lines above it push and pull it', () => {
  expect(movedLine(before, `zero\n${before}`, 2)).toBe(3);
  expect(movedLine(before, 'three\nfour\n', 2)).toBe(0);
  expect(movedLine(before, `${before}five\n`, 2)).toBe(2);
});

test('a line that moved within a change is found by its words', () => {
  expect(movedLine(before, 'one\nnew\nalso new\n  three\nfour\n', 2)).toBe(3);
});

test('a line that was rewritten stays where it was among what replaced it', () => {
  expect(movedLine(before, 'one\ntwo\nTHREE!\nfour\n', 2)).toBe(2);
  expect(movedLine(before, 'one\ntwo\nfour\n', 2)).toBe(2);
});

test('after a restart it is found by its words, nearest first', () => {
  expect(foundLine('a\nx\nb\nx\n', 'x', 3)).toBe(3);
  expect(foundLine('a\nx\nb\n', ' x ', 5)).toBe(1);
  expect(foundLine('a\nb\n', 'x', 1)).toBe(1);
});

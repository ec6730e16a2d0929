// Whether both sides of a conflict are found in a text, and nothing else is taken for them.
import { expect, test } from 'vitest';
import { holdsConflict } from './conflictMarks.ts';

test('both sides between marks, with either line break', () => {
  const text = 'a\n<<<<<<< yours\nb\n=======\nc\n>>>>>>> a-1\n';
  expect(holdsConflict(text)).toBe(true);
  expect(holdsConflict(text.replaceAll('\n', '\r\n'))).toBe(true);
  expect(holdsConflict('<<<<<<< yours\n=======\n>>>>>>> a-1')).toBe(true);
});

test('half a conflict, another label and words about one are text', () => {
  expect(holdsConflict('<<<<<<< yours\nb\n=======\nc\n')).toBe(false);
  expect(holdsConflict('<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\n')).toBe(false);
  expect(holdsConflict('it prints `<<<<<<< yours`, ======= and >>>>>>> x\n')).toBe(false);
});

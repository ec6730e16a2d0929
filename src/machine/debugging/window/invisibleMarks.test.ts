// Log messages with marks that nobody sees, there and back.
import { expect, test } from 'vitest';
import { traceIn } from '../sessions/traces.ts';
import { invisiblyMarked, markedApart } from './invisibleMarks.ts';

const printed = (breakpoint: string, message: string, values: readonly string[]) => {
  let next = 0;
  return `${invisiblyMarked(breakpoint, message).replaceAll(/\{[^}]*\}/g, () => values[next++] ?? '')}\n`;
};

test('a person reads the message as it was written', () => {
  expect(printed('b12', 'total is {total} of {sum}', ['3', '7']).replaceAll(/\u2063|\u2064|[\ufe00-\ufe09]/g, '')).toBe('total is 3 of 7\n');
});

test('values come back apart from each other and from what the program prints itself', () => {
  const both = `total 3\n${printed('b12', 'total is {a}{b}', ['1', 'x: 2'])}${printed('b3', 'here', [])}total 4\n`;
  const [before, first, second, after] = markedApart(both);
  expect([before, after]).toEqual(['total 3\n', 'total 4\n']);
  expect(traceIn(first ?? '')).toEqual({ breakpoint: 'b12', values: ['1', 'x: 2'] });
  expect(traceIn(second ?? '')).toEqual({ breakpoint: 'b3', values: [] });
});

test('what is not marked stays as it is', () => {
  expect(markedApart('total is 3\n')).toEqual(['total is 3\n']);
  expect(markedApart('')).toEqual([]);
  expect(markedApart('a\u2063b\u2064c')).toEqual(['a\u2063b\u2064c']);
});

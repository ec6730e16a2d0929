// Whether offsets and positions agree, whatever ends the lines.
import { expect, test } from 'vitest';
import { LineStarts } from './lineStarts.ts';

test('lines end with any of the three line breaks, and with nothing else', () => {
  const lines = new LineStarts('a\r\nb\rc\nd\u2028e');
  expect([0, 3, 5, 7, 9].map((offset) => lines.positionAt(offset))).toEqual([
    { line: 0, character: 0 },
    { line: 1, character: 0 },
    { line: 2, character: 0 },
    { line: 3, character: 0 },
    { line: 3, character: 2 },
  ]);
  expect(lines.offsetAt({ line: 3, character: 2 })).toBe(9);
});

test('a place beyond the text is its end', () => {
  const lines = new LineStarts('one\ntwo');
  expect(lines.offsetAt({ line: 9, character: 0 })).toBe(7);
  expect(lines.offsetAt({ line: 1, character: 99 })).toBe(7);
  expect(lines.positionAt(99)).toEqual({ line: 1, character: 3 });
  expect(lines.rangeOf({ start: 0, length: 4 })).toEqual({ start: { line: 0, character: 0 }, end: { line: 1, character: 0 } });
});

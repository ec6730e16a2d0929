// Whether lines are cut right wherever the chunks end, and long ones are refused by the id that they carry.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BoundedLine, BoundedLines } from './boundedLines.ts';

const LONGEST = 100;
const padding = 'x"{[,:\\'.repeat(40);

function fed(text: string, cuts: readonly number[] = []): BoundedLine[] {
  const bytes = Buffer.from(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const lines = new BoundedLines(LONGEST);
  return places.slice(1).flatMap((end, index) => [...lines.feed(bytes.subarray(places[index], end))]);
}

test.each([
  ['first', { id: 7, method: 'ping', params: { padding } }, { id: '7', hasMethod: true }],
  ['last', { method: 'ping', params: { padding, id: 3, method: 4 }, id: 'seven' }, { id: '"seven"', hasMethod: true }],
  ['with a comma in it', { method: 'ping', params: [padding], id: 'a,"}b' }, { id: '"a,\\"}b"', hasMethod: true }],
  ['absent', { method: 'ping', params: { padding } }, { hasMethod: true }],
  ['of an answer', { id: 1, result: { padding } }, { id: '1', hasMethod: false }],
])('an id that stands %s', (_, message, head) => {
  expect(fed(`${JSON.stringify(message)}\n`)).toEqual([{ tooLong: head }]);
});

test('the lines around a long one arrive whole, wherever the chunks end', () => {
  const long = JSON.stringify({ params: { padding }, id: 9, method: 'x' });
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 12 }), (cuts) => {
      const lines = fed(`{"a":1}\n${long}\n{"b":2}\nunfinished`, cuts);
      expect(lines.map((each) => ('line' in each ? each.line.toString() : each.tooLong.id))).toEqual(['{"a":1}', '9', '{"b":2}']);
    }),
  );
});

test('an overlong line that is not JSON has no id', () => {
  expect(fed(`${'z'.repeat(300)}\n`)).toEqual([{ tooLong: { hasMethod: false } }]);
});

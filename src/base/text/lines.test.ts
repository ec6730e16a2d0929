// Whether lines come out whole, however the bytes arrive.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from './lines.ts';

test('gives the same lines however the bytes are cut', () => {
  const text = fc.array(fc.string({ unit: fc.constantFrom('a', 'ö', '\r', '{') }), { maxLength: 8 });
  fc.assert(
    fc.property(text, fc.array(fc.nat(20), { maxLength: 12 }), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      const splitter = new LineSplitter(10_000);
      const found: string[] = [];
      let from = 0;
      for (const cut of [...cuts, bytes.length]) {
        found.push(...splitter.feed(bytes.subarray(from, from + cut)).map(String));
        from += cut;
      }
      expect(found).toEqual(lines);
      expect(splitter.rest()).toHaveLength(0);
    }),
  );
});

test('keeps what has no line break yet', () => {
  const splitter = new LineSplitter(100);
  expect(splitter.feed(Buffer.from('one\ntw')).map(String)).toEqual(['one']);
  expect(String(splitter.rest())).toBe('tw');
});

test('refuses a line without end', () => {
  const splitter = new LineSplitter(10);
  splitter.feed(Buffer.from('12345'));
  expect(() => splitter.feed(Buffer.from('678901'))).toThrow(RangeError);
});

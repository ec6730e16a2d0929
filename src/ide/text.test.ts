// Lines and offsets of a text, whatever its line breaks are.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextSnapshot } from './text.ts';

const snapshot = (text: string) => new TextSnapshot({ uri: 'file:///a.ts', text, version: 1, languageId: 'typescript' });

test('lines come without their breaks', () => {
  const text = snapshot('unix\nwindows\r\nmac\r\n\nlast');
  expect([0, 1, 2, 3, 4].map((line) => text.line(line))).toEqual(['unix', 'windows', 'mac', '', 'last']);
  expect(text.line(5)).toBeUndefined();
});

test('every text is its lines with their breaks between them', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'é', '😀', '\n', '\r', '\r\n')), (pieces) => {
      const text = snapshot(pieces.join(''));
      const lines = Array.from({ length: text.lineCount }, (_, line) => text.line(line));
      expect(lines).toEqual(text.text.split(/\r\n|\n|\r/));
    }),
  );
});

test('offsets and positions lead to each other', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '😀', '\n', '\r\n')), fc.nat(), (pieces, seed) => {
      const text = snapshot(pieces.join(''));
      const offset = seed % (text.text.length + 1);
      expect(text.offsetAt(text.positionAt(offset))).toBe(offset);
    }),
  );
});

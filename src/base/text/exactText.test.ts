// That what a person reads is what is there, and nothing else could look the same.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactJson, exactLine } from './exactText.ts';

// As a careful reader takes it back.
function read(line: string): string {
  return line.replaceAll('⇥   ', '\t').replaceAll(/<([0-9A-F]{4,6})>/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

// Letters, and what is made to be overlooked.
const treacherous = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ' ',
      '\t',
      '\r',
      '\n',
      '<',
      '>',
      '<202E>',
      '<003C>',
      '⇥',
      '\u202e',
      '\u200b',
      '\u00a0',
      '\u3164',
      '\u2800',
      '\ufe0f',
      '\u{e0041}',
      '\ud800',
      '\u001b',
      '\\u202e',
      '"',
      'A',
      '0',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

test('ordinary code of every script is shown as it is', () => {
  const line = 'const größe = "漢字" + `<T>` + "日本 👍" < 3; // <ABC> <g123>';
  expect(exactLine(line)).toBe(line);
});

test('what cannot be seen stands there as its number', () => {
  expect(exactLine('a\u202eb\u00a0c\u3164d\u200b')).toBe('a<202E>b<00A0>c<3164>d<200B>');
  expect(exactLine('\tx <202E> ⇥\r')).toBe('⇥   x <003C>202E> <21E5><000D>');
  expect(exactJson({ a: '\u202e\u00a0\u{e0041}' })).toBe('{\n  "a": "\\u202E\\u00A0\\uDB40\\uDC41"\n}');
});

test('every text can be read back to the character from the line that shows it', () => {
  fc.assert(
    fc.property(treacherous, (text) => {
      const shown = exactLine(text);
      expect(read(shown)).toBe(text);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]|(?! )\p{Zs}/u);
    }),
    { numRuns: 2_000 },
  );
});

test('every value can be read back from the JSON that shows it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(treacherous), (value, texts) => {
      const given: unknown = JSON.parse(JSON.stringify({ value, texts }));
      const shown = exactJson(given);
      expect(JSON.parse(shown)).toEqual(given);
      expect(shown).not.toMatch(/(?!\n)\p{Cc}|[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]|(?! )\p{Zs}/u);
    }),
    { numRuns: 500 },
  );
});

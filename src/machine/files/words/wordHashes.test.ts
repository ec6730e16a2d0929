// Words in bytes are the words in text, and hashes distinguish them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsWord, isOneWord, wordsIn } from '../../../base/text/words.ts';
import { hashOfWord, WordHashes } from './wordHashes.ts';

// Letters of one to four bytes, digits, marks, joiners, separators of every kind, and what is easily taken for a letter.
const alphabet = fc.constantFrom('a', 'B', '_', '9', '$', '-', '.', ' ', '\n', 'é', 'ß', 'и', 'ñ', '́', '日', '語', '‿', '‍', '–', '€', '𝒳', '😀', '𐐀', '٣', '²');
const text = fc.array(alphabet, { maxLength: 60 }).map((characters) => characters.join(''));

test('the hashes of a text are the hashes of its words', () => {
  const hashes = new WordHashes();
  fc.assert(
    fc.property(text, (one) => {
      hashes.clear();
      hashes.addWordsOf(Buffer.from(one, 'utf8'));
      expect(new Set(hashes.values())).toEqual(new Set(wordsIn(one).map(hashOfWord)));
      expect(hashes.values()).toHaveLength(new Set(wordsIn(one)).size);
    }),
  );
});

test('bytes that are no text separate words and end nothing', () => {
  const hashes = new WordHashes();
  hashes.addWordsOf(Buffer.from([0x61, 0xff, 0x62, 0xe2, 0x82, 0x63, 0xf0, 0x9f]));
  expect(new Set(hashes.values())).toEqual(new Set(['a', 'b', 'c'].map(hashOfWord)));
});

test('two hundred thousand words of few letters have as many hashes', () => {
  const hashes = new WordHashes();
  const words = Array.from({ length: 200_000 }, (_, index) => `get${index.toString(36)}Value`);
  hashes.addWordsOf(Buffer.from(words.join(' ')));
  expect(new Set(hashes.values()).size).toBe(words.length);
});

test.each([
  ['const $store = 1', '$store', true],
  ['const a$store = 1', '$store', false],
  ['x.foo-bar', 'foo-bar', true],
  ['x.foo-bars', 'foo-bar', false],
  ['größer', 'größe', false],
  ['日本語', '日本', false],
  ['𝒳y', 'y', false],
  ['😀y', 'y', true],
  ['foobar foo', 'foo', true],
])('%s holds %s: %s', (one, word, holds) => {
  expect(holdsWord(one, word)).toBe(holds);
});

test('one word is what no search would split', () => {
  expect(['foo', 'größe', 'a1', '_', '日本語'].map(isOneWord)).toEqual([true, true, true, true, true]);
  expect(['$foo', 'a-b', 'a b', '', ' a'].map(isOneWord)).toEqual([false, false, false, false, false]);
});

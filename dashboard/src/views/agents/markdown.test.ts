// Is what agents write read as they mean it, and is none of it more than text?
import { expect, test } from 'vitest';
import { blocksOf, inlineOf } from './markdown.ts';

test('headings, lists, code, quotes, tables and rules', () => {
  const text = [
    '# Title',
    'one',
    'two',
    '',
    '- a',
    '  more',
    '  - b',
    '1. c',
    '```ts',
    'const a = `<b>`;',
    '# no heading',
    '```',
    '> said',
    '| a | b |',
    '|---|---|',
    '| 1 | 2 |',
    '---',
  ].join('\n');
  expect(blocksOf(text)).toEqual([
    { kind: 'heading', level: 1, text: 'Title' },
    { kind: 'paragraph', text: 'one\ntwo' },
    {
      kind: 'list',
      isOrdered: false,
      items: [
        { depth: 0, mark: '•', text: 'a\nmore' },
        { depth: 1, mark: '•', text: 'b' },
        { depth: 0, mark: '1.', text: 'c' },
      ],
    },
    { kind: 'code', language: 'ts', text: 'const a = `<b>`;\n# no heading' },
    { kind: 'quote', text: 'said' },
    {
      kind: 'table',
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
    },
    { kind: 'rule' },
  ]);
});

test('a block of code that is still being written is code', () => {
  expect(blocksOf('```\nhalf')).toEqual([{ kind: 'code', language: '', text: 'half' }]);
});

test('words in a line; links and images are words and an address', () => {
  expect(inlineOf('a **b `c`** *d* `<i>` [e](javascript:x) ![f](http://x/y.png) 2 * 3 * 4 \\*g')).toEqual([
    { kind: 'text', text: 'a ' },
    {
      kind: 'strong',
      parts: [
        { kind: 'text', text: 'b ' },
        { kind: 'code', text: 'c' },
      ],
    },
    { kind: 'text', text: ' ' },
    { kind: 'emphasis', parts: [{ kind: 'text', text: 'd' }] },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: '<i>' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'e', address: 'javascript:x', isImage: false },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'f', address: 'http://x/y.png', isImage: true },
    { kind: 'text', text: ' 2 * 3 * 4 ' },
    { kind: 'text', text: '*g' },
  ]);
});

// Each would take hours where a character is looked at once for every other.
test.each([['['], ['`'], ['*'], ['**a '], ['![a]('], ['> '], ['- '], ['|'], ['```\n'], ['# '], ['[a](b'], ['`` ` ']])(
  'half a million characters of %j are read',
  (piece) => {
    const text = piece.repeat(Math.ceil(500_000 / piece.length));
    expect(blocksOf(text).flatMap((block) => ('text' in block ? inlineOf(block.text) : [])).length).toBeGreaterThanOrEqual(0);
    expect(inlineOf(text).length).toBeGreaterThan(0);
  },
);

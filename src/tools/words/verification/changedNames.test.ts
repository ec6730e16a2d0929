// Which names a plan changes: declared on the lines that change, or around them.
import { expect, test } from 'vitest';
import { changedNames } from './changedNames.ts';

const rows: readonly (readonly [string, string, string, readonly string[]])[] = [
  [
    'a declaration that gets another name',
    'export function price() {}\nconst other = 1;\n',
    'export function cost() {}\nconst other = 1;\n',
    ['price', 'cost'],
  ],
  [
    'a line in a method',
    'class Cart:\n    def total(self):\n        x = 1\n\n        return x\n',
    'class Cart:\n    def total(self):\n        x = 1\n\n        return 2\n',
    ['total', 'Cart'],
  ],
  ['a method of Go', 'func (c *Cart) Total() int {\n\treturn 1\n}\n', 'func (c *Cart) Total() string {\n\treturn ""\n}\n', ['Total']],
  ['nothing that is declared', '// one\nfunction far() {\n}\nrun();\n', '// two\nfunction far() {\n}\nrun();\n', []],
];

test.each(rows)('%s', (_, before, after, names) => {
  expect(changedNames([{ uri: 'file:///a', before: { text: before }, after: { text: after } }])).toEqual(names);
});

test('of a file that goes the first ones, of one that moves none', () => {
  const text = Array.from({ length: 20 }, (_, index) => `export const name${index} = 1;\n`).join('');
  expect(changedNames([{ uri: 'file:///a', before: { text }, after: undefined }])).toHaveLength(12);
  expect(changedNames([{ uri: 'file:///b', movedFrom: 'file:///a', before: { text }, after: { text } }])).toEqual([]);
});

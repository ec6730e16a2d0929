// Where packages begin, by their clauses.
import { expect, test } from 'vitest';
import { packageIn } from './sourceFolders.ts';

const rows: readonly [string, string | undefined][] = [
  ['package shop.cart;\n', 'shop.cart'],
  ['/* package old; */\n// package older;\n@Deprecated\npackage shop;\n', 'shop'],
  ['package shop . cart ;', 'shop.cart'],
  ['class Loose {\n  String text = "package shop;";\n}\n', undefined],
  ['', undefined],
];

for (const [text, name] of rows) test(`${name ?? 'no package'}: ${JSON.stringify(text)}`, () => expect(packageIn(text)).toBe(name));

// Other names leave the syntax as it is; other words do not.
import { expect, test } from 'vitest';
import { differsInNamesOnly } from './sameSyntax.ts';

test.each([
  ['return total(a) + 1;', 'return sum(a) + 1;', true],
  ['// total\nlet s = "total";', '// sum\nlet s = "sum";', true],
  ['const größe = 1', 'const maß = 1', true],
  ['let a = 1', 'let a = 1', true],
  ['return { total };', 'return { total: sum };', false],
  ['let total = 1', 'let class = 1', false],
  ['async = 1', 'total = 1', false],
  ['let a = 1', 'let a = 2', false],
  ['total(a)', 'sum (a)', false],
  ['total', 'new total', false],
  ['a b', 'ab', false],
])('%s → %s: %s', (before, after, expected) => expect(differsInNamesOnly(before, after)).toBe(expected));

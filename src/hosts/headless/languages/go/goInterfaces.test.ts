// Which methods stand in an interface without a name.
import { expect, test } from 'vitest';
import { isInNamelessInterface } from './goInterfaces.ts';

const rows: readonly [string, boolean][] = [
  ['type Priced interface {\n\tName() string\n\tPrice(at int) int\n}\n', false],
  ['type Priced[T any] interface{ Price(at T) int }\n', false],
  ['type (\n\tA int\n\tPriced interface {\n\t\tPrice(at int) int\n\t}\n)\n', false],
  ['type Shop struct {\n\tFinder interface {\n\t\tPrice(at int) int\n\t}\n}\n', true],
  ['type (\n\tShop struct {\n\t\tFinder interface{ Price(at int) int }\n\t}\n)\n', true],
  ['type Priced = interface{ Price(at int) int }\n', true],
  ['func sum(one interface{ Price(at int) int }) int { return 0 }\n', true],
  ['func (i Item) Price(at int) int { return at }\n', false],
  ['func total() int {\n\treturn Price(1)\n}\n', false],
];

for (const [text, isNameless] of rows)
  test(`${isNameless ? 'without a name' : 'with a name, or none at all'}: ${text.split('\n')[0]}`, () => {
    expect(isInNamelessInterface(text, text.indexOf('Price('))).toBe(isNameless);
  });

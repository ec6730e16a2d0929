// What another name changes in Python, Go and C++, with the real engines: the whole project, before and after.
import { expect, test } from 'vitest';
import { rowsProject, withProgram } from './rows.ts';

const { follows, refused } = rowsProject();

const PYTHON = {
  'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n',
  'shop/__init__.py': 'from .cart import total, Cart as Cart\nfrom .cart import total as plain\n\n__all__ = ["total", "Cart"]\n',
  'shop/cart.py': `__all__ = ["total", "Cart"]


def total(prices: list[int], factor: int = 1) -> int:
    """The total of prices."""
    return sum(prices) * factor


class Cart:
    last: int = 0

    def add(self, price: int) -> None:
        self.last = price


class Big(Cart):
    def add(self, price: int) -> None:
        super().add(price)
`,
  'main.py': `import shop
from shop import total, Cart
from shop.cart import Big, total as other

print(total([1], factor=2), shop.total([2]), other(prices=[3]))
Cart().add(price=1)
Big().add(2)
print(Cart().last, shop.plain([1]), shop.Cart())
`,
};
type PythonFile = keyof typeof PYTHON;

// Each of these in these files, in the order in which they stand there.
const changed = (changes: Partial<Record<PythonFile, readonly (readonly [from: string, to: string])[]>>) =>
  Object.fromEntries(
    Object.entries(changes).map(([file, pairs]) => [
      file,
      pairs.reduce((text, [from, to]) => text.replaceAll(from, to), new Map(Object.entries(PYTHON)).get(file) ?? ''),
    ]),
  );

const pythonCases = [
  {
    what: 'a function, with re-exports, __all__ and imports under another name',
    at: { file: 'main.py', snippet: 'print(<<total>>' },
    to: 'added',
    after: changed({
      'shop/__init__.py': [['total', 'added']],
      'shop/cart.py': [
        ['"total"', '"added"'],
        ['def total', 'def added'],
      ],
      'main.py': [['total', 'added']],
    }),
  },
  {
    what: 'a parameter, with the keyword of its calls',
    at: { file: 'shop/cart.py', snippet: '<<factor>>: int' },
    to: 'scale',
    after: changed({ 'shop/cart.py': [['factor', 'scale']], 'main.py': [['factor', 'scale']] }),
  },
  {
    what: 'a class that is re-exported under its own name',
    at: { file: 'shop/cart.py', snippet: 'class <<Cart>>' },
    to: 'Basket',
    after: changed({ 'shop/__init__.py': [['Cart', 'Basket']], 'shop/cart.py': [['Cart', 'Basket']], 'main.py': [['Cart', 'Basket']] }),
  },
  {
    what: 'a method with its overrides',
    at: { file: 'shop/cart.py', snippet: 'class Cart:\n    last: int = 0\n\n    def <<add>>' },
    to: 'put',
    after: changed({ 'shop/cart.py': [['add', 'put']], 'main.py': [['.add(', '.put(']] }),
  },
  {
    what: 'a method from an override',
    at: { file: 'shop/cart.py', snippet: 'class Big(Cart):\n    def <<add>>' },
    to: 'put',
    after: changed({ 'shop/cart.py': [['add', 'put']], 'main.py': [['.add(', '.put(']] }),
  },
  {
    what: 'an attribute',
    at: { file: 'main.py', snippet: 'Cart().<<last>>' },
    to: 'latest',
    after: changed({ 'shop/cart.py': [['last', 'latest']], 'main.py': [['last', 'latest']] }),
  },
];

test.each(pythonCases)('Python: renames $what', async ({ at, to, after }) => {
  await follows({ files: PYTHON, tool: 'rename_symbol', given: { symbol: at, new_name: to }, after });
});

test('Python: a module and its stub are renamed together', async () => {
  const files = {
    'stub.py': 'def price(x):\n    return x\n',
    'stub.pyi': 'def price(x: int) -> int: ...\n',
    'use.py': 'from stub import price\n\nprint(price(1))\n',
  };
  const after = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replaceAll('price', 'cost')]));
  await follows({ files, tool: 'rename_symbol', given: { symbol: { file: 'stub.py', line: 1, name: 'price' }, new_name: 'cost' }, after });
});

test('Python: a package re-exports what a module and its stub list in __all__', async () => {
  const files = {
    'shop/__init__.py': 'from .prices import *\n',
    'shop/__init__.pyi': 'from .prices import *\n',
    'shop/prices.py': "__all__ = ['price']\n\n\ndef price(x):\n    return x\n",
    'shop/prices.pyi': "__all__ = ['price']\n\ndef price(x: int) -> int: ...\n",
    'use.py': 'import shop as s\n\nprint(s.price(1))\n',
  };
  const after = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replaceAll(/\bprice\b/g, 'cost')]));
  for (const symbol of [
    { file: 'shop/prices.py', line: 4, name: 'price' },
    { file: 'shop/prices.pyi', line: 3, name: 'price' },
    { file: 'use.py', line: 3, name: 'price' },
  ])
    await follows({ files, tool: 'rename_symbol', given: { symbol, new_name: 'cost' }, after });
});

test('Python: a name that a function has for itself is refused, and so is a keyword', async () => {
  const files = { 'a.py': 'total = 1\n\n\ndef f():\n    amount = 2\n    return total + amount\n' };
  const given = { symbol: { file: 'a.py', line: 1, name: 'total' }, new_name: 'amount' };
  expect(await refused({ files, tool: 'rename_symbol', given })).toMatchObject({
    error: 'name_taken',
    // What is in the way, then the use that would mean it.
    conflicts: [
      { file: 'a.py', line: 5, column: 5 },
      { file: 'a.py', line: 6, column: 12 },
    ],
  });
  expect(await refused({ files, tool: 'rename_symbol', given: { ...given, new_name: 'lambda' } })).toMatchObject({ error: 'not_a_name' });
});

const GO = {
  'go.mod': 'module example.com/shop\n\ngo 1.21\n',
  'cart/cart.go': `package cart

type Priced interface {
	Price() int
}

type Item struct{ Cents int }

func (i Item) Price() int { return i.Cents }

func (i Item) String() string { return "item" }

func Total(items []Priced) int {
	sum := 0
	for _, item := range items {
		sum += item.Price()
	}
	return sum
}

func Other() int { return 1 }
`,
  'main.go': `package main

import (
	"fmt"

	"example.com/shop/cart"
)

func main() {
	item := cart.Item{Cents: 1}
	fmt.Println(cart.Total([]cart.Priced{item}), item.Price(), item)
}
`,
};

const goCases = [
  { what: 'a function from a use', at: { file: 'main.go', snippet: 'cart.<<Total>>' }, from: 'Total', to: 'Sum' },
  { what: 'a field', at: { file: 'cart/cart.go', snippet: '{ <<Cents>> int' }, from: 'Cents', to: 'Pence' },
  {
    what: 'a method of an interface with the types that satisfy it',
    at: { file: 'cart/cart.go', snippet: '\t<<Price>>() int\n' },
    from: 'Price()',
    to: 'Cost()',
  },
  { what: 'a method with the interface that it satisfies', at: { file: 'cart/cart.go', snippet: 'Item) <<Price>>' }, from: 'Price()', to: 'Cost()' },
];
for (const { what, at, from, to } of goCases)
  test(`Go: renames ${what}`, async (context) => {
    await withProgram(context, 'gopls');
    const after = Object.fromEntries(Object.entries(GO).map(([name, text]) => [name, text.replaceAll(from, to)]));
    await follows({ files: GO, tool: 'rename_symbol', given: { symbol: at, new_name: to.replace('()', '') }, after });
  });

test('Go: refuses what would break the program, in the words of gopls', async (context) => {
  await withProgram(context, 'gopls');
  const refusal = (snippet: string, name: string) =>
    refused({ files: GO, tool: 'rename_symbol', given: { symbol: { file: 'cart/cart.go', snippet }, new_name: name } });
  expect(await refusal('func <<Total>>', 'Other')).toMatchObject({ error: 'cannot_rename', message: expect.stringContaining('conflicts with func') });
  expect(await refusal('func <<Total>>', 'total')).toMatchObject({ error: 'cannot_rename', message: expect.stringContaining('unexported') });
  expect(await refusal('Item) <<String>>', 'Text')).toMatchObject({
    error: 'cannot_rename',
    message: expect.stringContaining('interface outside the project'),
  });
});

const CPP = {
  'include/cart.hpp': `#pragma once
namespace shop {
int total(const int *cents, int count);
struct Shape { virtual int area() { return 0; } };
struct Square : Shape { int area() override { return 1; } };
}
`,
  'src/cart.cpp': `#include "cart.hpp"
int shop::total(const int *cents, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += cents[i];
  return sum;
}
`,
  'src/main.cpp': `#include "cart.hpp"
int main() {
  int cents[] = {1, 2};
  shop::Square square;
  return shop::total(cents, 2) + square.area();
}
`,
  'compile_flags.txt': '-std=c++17\n-Iinclude\n',
};

const cppCases = [
  { what: 'a function from a use', at: { file: 'src/main.cpp', snippet: 'shop::<<total>>' }, from: 'total', to: 'summedUp' },
  { what: 'a virtual method with its overrides', at: { file: 'src/main.cpp', snippet: 'square.<<area>>' }, from: 'area', to: 'surface' },
];
for (const { what, at, from, to } of cppCases)
  test(`C++: renames ${what}`, async (context) => {
    await withProgram(context, 'clangd');
    const after = Object.fromEntries(Object.entries(CPP).map(([name, text]) => [name, text.replaceAll(from, to)]));
    await follows({ files: CPP, tool: 'rename_symbol', given: { symbol: at, new_name: to }, after, errorsSettle: true });
  });

test('C++: refuses a name that a block has for itself', async (context) => {
  await withProgram(context, 'clangd');
  const given = { symbol: { file: 'src/cart.cpp', snippet: 'int <<sum>> = 0' }, new_name: 'i' };
  expect(await refused({ files: CPP, tool: 'rename_symbol', given })).toMatchObject({
    error: 'name_taken',
    conflicts: [
      { file: 'src/cart.cpp', line: 4, column: 12 },
      { file: 'src/cart.cpp', line: 4, column: 35 },
    ],
  });
});

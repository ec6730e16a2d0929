// Other names in Python with the real engine: what is re-exported, listed, written in strings of the language itself, and matched; the programs run before and after.
import { expect, test } from 'vitest';
import { testPythonTable } from './pythonTable.ts';
import { renamed } from './renamedRows.ts';
import type { RefusedRow, Row } from './table.ts';

const rows: readonly Row[] = [
  renamed('what a package re-exports from its __init__ and lists in __all__', 'total', 'added', {
    'shop/__init__.py': 'from .cart import total\n\n__all__ = ["total"]\n',
    'shop/cart.py': '__all__ = ["total"]\n\n\ndef $0total(price: int) -> int:\n    return price\n',
    'main.py': 'import shop\nfrom shop import total\n\nprint(total(1), shop.total(2), shop.cart.total(3))\n',
  }),
  renamed('what relative imports take, from a module above', 'total', 'added', {
    'shop/__init__.py': '',
    'shop/cart.py': 'def total(price: int) -> int:\n    return price\n',
    'shop/deep/__init__.py': 'from ..cart import $0total\n',
    'shop/deep/sums.py': 'from .. import cart\nfrom ..cart import total as one\nfrom . import total\n\nALL = [cart.total(1), one(2), total(3)]\n',
    'main.py': 'from shop.deep.sums import ALL\n\nprint(ALL)\n',
  }),
  renamed('what is imported with everything else', 'total', 'added', {
    'cart.py': 'def $0total(price: int) -> int:\n    return price\n\n\ndef other() -> int:\n    return total(1)\n',
    'main.py': 'from cart import *\n\nprint(total(1), other())\n',
  }),
  renamed('a list of names that grows', 'total', 'added', {
    'cart.py': '__all__ = ["other"]\n__all__ += ["total"]\n\n\ndef other() -> int:\n    return 1\n\n\ndef $0total(price: int) -> int:\n    return price\n',
    'main.py': 'from cart import *\n\nprint(total(1), other())\n',
  }),
  renamed('a field of a dataclass, with the keywords of its constructor', 'price', 'cents', {
    'main.py':
      'from dataclasses import dataclass, field\n\n\n@dataclass\nclass Item:\n    $0price: int\n    tags: list[str] = field(default_factory=list)\n\n    def twice(self) -> int:\n        return self.price * 2\n\n\nitem = Item(price=3)\nprint(item.price, item.twice(), Item(4).price)\n',
  }),
  renamed('a field of a named tuple, and one that is matched', 'price', 'cents', {
    'main.py':
      'from typing import NamedTuple\n\n\nclass Item(NamedTuple):\n    $0price: int\n    name: str = ""\n\n\ndef shown(item: Item) -> int:\n    match item:\n        case Item(price=found):\n            return found\n    return 0\n\n\nprint(shown(Item(price=3)), Item(4).price)\n',
  }),
  renamed('a method of a protocol with the class that names it', 'area', 'surface', {
    'main.py':
      'from typing import Protocol\n\n\nclass Shape(Protocol):\n    def $0area(self) -> int: ...\n\n\nclass Box(Shape):\n    def area(self) -> int:\n        return 4\n\n\ndef shown(shape: Shape) -> int:\n    return shape.area()\n\n\nprint(shown(Box()), Box().area())\n',
  }),
  renamed('a decorator, with and without arguments', 'logged', 'traced', {
    'tools.py':
      'from typing import Callable\n\n\ndef $0logged(label: str) -> Callable[[Callable[[], int]], Callable[[], int]]:\n    def around(f: Callable[[], int]) -> Callable[[], int]:\n        return lambda: f() + len(label)\n\n    return around\n',
    'main.py':
      'import tools\nfrom tools import logged\n\n\n@logged("a")\ndef one() -> int:\n    return 1\n\n\n@tools.logged(label="bc")\ndef two() -> int:\n    return 2\n\n\nprint(one(), two())\n',
  }),
  renamed('a decorated function', 'total', 'added', {
    'main.py': 'from functools import cache\n\n\n@cache\ndef $0total(price: int) -> int:\n    return price\n\n\nprint(total(1), total.cache_info().misses)\n',
  }),
  renamed('a parameter in strings with braces, and in the keywords of calls', 'width', 'size', {
    'main.py':
      'def shown(value: int, $0width: int = 3) -> str:\n    return f"{value:>{width}}|{width!r}|{f\'{width}\'}"\n\n\nprint(shown(1), shown(2, width=5), shown(3, **{"value": 1} if False else {}))\n',
  }),
  renamed('a property with its setter', 'total', 'added', {
    'main.py':
      'class Cart:\n    def __init__(self) -> None:\n        self._all = 0\n\n    @property\n    def $0total(self) -> int:\n        return self._all\n\n    @total.setter\n    def total(self, value: int) -> None:\n        self._all = value\n\n\ncart = Cart()\ncart.total = 3\nprint(cart.total)\n',
  }),
  renamed('a class that annotations name in strings', 'Cart', 'Basket', {
    'main.py':
      'from __future__ import annotations\n\n\nclass $0Cart:\n    def with_more(self, others: "list[Cart]") -> "Cart":\n        return others[0] if others else self\n\n\nmade: Cart | None = Cart().with_more([])\nprint(made is not None, isinstance(made, Cart))\n',
  }),
  renamed(
    'a variable that inner functions declare as theirs',
    'count',
    'number',
    {
      'main.py':
        '$0count = 0\n\n\ndef add() -> None:\n    global count\n    count += 1\n\n\ndef other() -> int:\n    count = 5\n    return count\n\n\nadd()\nprint(count, other())\n',
    },
    {
      'main.py':
        'number = 0\n\n\ndef add() -> None:\n    global number\n    number += 1\n\n\ndef other() -> int:\n    count = 5\n    return count\n\n\nadd()\nprint(number, other())\n',
    },
  ),
  renamed('an attribute that is declared in a method and used below', 'last', 'latest', {
    'main.py':
      'class Cart:\n    def __init__(self) -> None:\n        self.$0last = 0\n\n    def add(self, price: int) -> None:\n        self.last = price\n\n\nclass Big(Cart):\n    def shown(self) -> str:\n        return f"{self.last}"\n\n\nbig = Big()\nbig.add(2)\nprint(big.last, big.shown())\n',
  }),
  renamed('a method with its override, through super', 'add', 'put', {
    'main.py':
      'class Cart:\n    def $0add(self, price: int) -> int:\n        return price\n\n\nclass Big(Cart):\n    def add(self, price: int) -> int:\n        return super().add(price) * 2\n\n\nprint(Big().add(1), Cart.add(Cart(), 2))\n',
  }),
];

const refused: readonly RefusedRow[] = [
  {
    title: 'a name that an import has',
    before: { 'main.py': 'from math import pi\n\n$0rate = 2\nprint(rate * pi)\n' },
    given: { new_name: 'pi' },
    error: 'name_taken',
    says: 'pi',
  },
  {
    title: 'a member that the class below has for something else',
    before: { 'main.py': 'class A:\n    def $0one(self) -> int:\n        return 1\n\n\nclass B(A):\n    def two(self) -> int:\n        return self.one()\n' },
    given: { new_name: 'two' },
    error: 'name_taken',
    says: 'two',
  },
  {
    title: 'a module, by its import',
    before: { 'shop/__init__.py': '', 'shop/cart.py': 'x = 1\n', 'main.py': 'import shop.$0cart\n\nprint(shop.cart.x)\n' },
    given: { new_name: 'basket' },
    error: 'name_of_file',
    says: 'cart is the name of the file',
  },
  {
    title: 'a package, by its import',
    before: { 'shop/__init__.py': '', 'shop/cart.py': 'x = 1\n', 'main.py': 'import $0shop.cart\n\nprint(shop.cart.x)\n' },
    given: { new_name: 'store' },
    error: 'name_of_file',
    says: 'shop is the name of the folder',
  },
].map((row) => ({ ...row, tool: 'rename_symbol' }));

const real = testPythonTable(rows, refused);

test('rename_symbol: a module that cannot be renamed is one that rename_file renames, as the error says', async () => {
  const { agent } = real();
  await agent.call('write_file', { file: 'told/__init__.py', text: '' });
  await agent.call('write_file', { file: 'told/cart.py', text: 'x = 1\n' });
  await agent.call('write_file', { file: 'use_told.py', text: 'from told import cart\n\nprint(cart.x)\n' });
  const refusal = await agent.refusal('rename_symbol', { symbol: { file: 'use_told.py', line: 1, column: 18 }, new_name: 'basket' });
  expect(refusal).toMatchObject({
    error: 'name_of_file',
    next: 'Call rename_file with file: "told/cart.py" and new_file: "told/basket.py"; every import follows.',
  });
  await agent.call('rename_file', { file: 'told/cart.py', new_file: 'told/basket.py' });
  expect((await agent.call('read_file', { file: 'use_told.py' })).text).toContain('from told import basket');
});

test('rename_symbol: the alias of a module is a name of its own, also where it is the same', async () => {
  const { agent } = real();
  await agent.call('write_file', { file: 'alias/cart.py', text: 'x = 1\n' });
  await agent.call('write_file', { file: 'use_alias.py', text: 'import alias.cart as cart\n\nprint(cart.x)\n' });
  await agent.call('rename_symbol', { symbol: { file: 'use_alias.py', line: 3, column: 7 }, new_name: 'basket' });
  expect((await agent.call('read_file', { file: 'use_alias.py' })).text).toContain('import alias.cart as basket');
});

// The column of the name, the name on its line, and a snippet around it.
const POINTS = [{ line: 2, column: 14 }, { line: 2, name: 'amount' }, { snippet: "f'{<<amount>>:>" }, { name: 'amount' }];

test.each(POINTS)('find_references: a name inside of an f-string is pointed at by %o', async (point) => {
  const { agent } = real();
  await agent.call('write_file', {
    file: 'told/template.py',
    text: "def shown(amount: int, width: int) -> str:\n    return f'{amount:>{width}} is the amount of {amount}'\n",
  });
  const { value } = await agent.call('find_references', { symbol: { file: 'told/template.py', ...point } });
  expect(value).toMatchObject({ symbol: { name: 'amount' }, total: 3 });
});

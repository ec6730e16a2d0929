// Python functions, classes and variables that move to another module: what they need goes along, and the programs still print the same.
import { testPythonTable } from './pythonTable.ts';
import type { RefusedRow, Row } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'a function to a new module, with its comment and the import it needs',
    before: {
      'shop.py':
        'import math\nimport os\n\nprint(os.sep is None)\n\n\n# Adds.\ndef $0total(prices):\n    return math.fsum(prices)\n\n\ndef rest():\n    return 0\n',
      'main.py': 'from shop import total, rest\n\nprint(total([1]), rest())\n',
    },
    given: { to_file: 'prices.py' },
    after: {
      'shop.py': 'import os\n\nprint(os.sep is None)\n\n\ndef rest():\n    return 0\n',
      'prices.py': 'import math\n\n\n# Adds.\ndef total(prices):\n    return math.fsum(prices)\n',
      'main.py': 'from shop import rest\nfrom prices import total\n\nprint(total([1]), rest())\n',
    },
  },
  {
    title: 'to the end of a module that is there, before what is run as a script',
    before: {
      'shop.py': 'def $0total(prices):\n    return sum(prices)\n\n\ndef rest():\n    return 0\n',
      'prices.py': '"""Prices."""\n\n\ndef one():\n    return 1\n\n\nif __name__ == "__main__":\n    print(one())\n',
      'main.py': 'from shop import total\nfrom prices import one\n\nprint(total([one()]))\n',
    },
    given: { to_file: 'prices.py' },
    after: {
      'shop.py': 'def rest():\n    return 0\n',
      'prices.py':
        '"""Prices."""\n\n\ndef one():\n    return 1\n\n\ndef total(prices):\n    return sum(prices)\n\n\nif __name__ == "__main__":\n    print(one())\n',
      'main.py': 'from prices import total\nfrom prices import one\n\nprint(total([one()]))\n',
    },
  },
  {
    title: 'the only declaration of a module, with all that the module imports',
    before: {
      'shop.py': 'import math\nfrom os import sep\n\n\nclass $0Total:\n    name = sep\n\n    def of(self, prices):\n        return math.fsum(prices)\n',
      'prices.py': 'ONE = 1\n',
      'main.py': 'from shop import Total\nfrom prices import ONE\n\nprint(Total().of([ONE]))\n',
    },
    given: { to_file: 'prices.py' },
    after: {
      'shop.py': '',
      'prices.py':
        'from os import sep\nimport math\n\n\nONE = 1\n\n\nclass Total:\n    name = sep\n\n    def of(self, prices):\n        return math.fsum(prices)\n',
      'main.py': 'from prices import Total\nfrom prices import ONE\n\nprint(Total().of([ONE]))\n',
    },
  },
  {
    title: 'the last declaration of a module, whose comment and other imports stay',
    before: {
      'shop.py': '# The shop.\nimport os  # noqa\nimport math\n\n\nclass $0Total:\n    def of(self, prices):\n        return math.fsum(prices)\n',
      'main.py': 'from shop import Total, os\n\nprint(Total().of([1]), os is None)\n',
    },
    given: { to_file: 'prices.py' },
    after: {
      'shop.py': '# The shop.\nimport os  # noqa\n',
      'prices.py': 'import math\n\n\nclass Total:\n    def of(self, prices):\n        return math.fsum(prices)\n',
      'main.py': 'from shop import os\nfrom prices import Total\n\nprint(Total().of([1]), os is None)\n',
    },
  },
  {
    title: 'what it uses of its old module is imported from there',
    before: {
      'shop.py': 'RATE = 2\n\n\ndef helper(x):\n    return x\n\n\ndef $0total(prices):\n    return helper(sum(prices)) * RATE\n',
      'main.py': 'from shop import total\n\nprint(total([1]))\n',
    },
    given: { to_file: 'prices.py' },
    after: {
      'shop.py': 'RATE = 2\n\n\ndef helper(x):\n    return x\n',
      'prices.py': 'from shop import RATE, helper\n\n\ndef total(prices):\n    return helper(sum(prices)) * RATE\n',
      'main.py': 'from prices import total\n\nprint(total([1]))\n',
    },
  },
  {
    title: 'its old module imports it where it still uses it',
    before: {
      'shop.py': '"""The shop."""\n\n\ndef $0total(prices):\n    return sum(prices)\n\n\ndef twice(prices):\n    return total(prices) * 2\n',
      'main.py': 'from shop import twice\n\nprint(twice([1]))\n',
    },
    given: { to_file: 'prices.py' },
    after: {
      'shop.py': '"""The shop."""\n\nfrom prices import total\n\n\ndef twice(prices):\n    return total(prices) * 2\n',
      'prices.py': 'def total(prices):\n    return sum(prices)\n',
    },
  },
  {
    title: 'uses through the module',
    before: {
      'shop.py': 'def $0total(prices):\n    return sum(prices)\n\n\ndef rest():\n    return 0\n',
      'main.py': 'import shop\nimport shop as s\n\nprint(shop.total([1]), s.total([2]), s.rest())\n',
    },
    given: { to_file: 'prices.py' },
    after: {
      'shop.py': 'def rest():\n    return 0\n',
      'prices.py': 'def total(prices):\n    return sum(prices)\n',
      'main.py': 'import shop\nimport shop as s\nfrom prices import total\n\nprint(total([1]), total([2]), s.rest())\n',
    },
  },
  {
    title: 'inside of a package, with relative imports and a re-export',
    before: {
      'pkg/__init__.py': 'from .cart import Cart, total\n\n__all__ = ["Cart", "total"]\n',
      'pkg/cart.py': 'from .money import cents\n\n\nclass Cart:\n    pass\n\n\ndef $0total(prices):\n    return cents(sum(prices))\n',
      'pkg/money.py': 'def cents(x):\n    return x * 100\n',
      'main.py': 'import pkg\nfrom pkg import total\nfrom pkg.cart import total as added\n\nprint(total([1]), added([2]), pkg.total([3]))\n',
    },
    given: { to_file: 'pkg/deep/sums.py' },
    after: {
      'pkg/__init__.py': 'from .cart import Cart\nfrom .deep.sums import total\n\n__all__ = ["Cart", "total"]\n',
      'pkg/cart.py': 'class Cart:\n    pass\n',
      'pkg/deep/sums.py': 'from ..money import cents\n\n\ndef total(prices):\n    return cents(sum(prices))\n',
      'main.py': 'import pkg\nfrom pkg import total\nfrom pkg.deep.sums import total as added\n\nprint(total([1]), added([2]), pkg.total([3]))\n',
    },
  },
  {
    title: 'a class with decorators, bases and annotations as strings',
    before: {
      'shop.py':
        'from __future__ import annotations\n\nfrom dataclasses import dataclass\nfrom typing import Optional\n\n\nclass Base:\n    pass\n\n\n@dataclass\nclass $0Cart(Base):\n    size: int = 0\n    other: "Optional[Cart]" = None\n',
      'main.py': 'from shop import Cart\n\nprint(Cart(2).size)\n',
    },
    given: { to_file: 'carts.py' },
    after: {
      'shop.py': 'from __future__ import annotations\n\n\n\nclass Base:\n    pass\n',
      'carts.py':
        'from __future__ import annotations\n\nfrom dataclasses import dataclass\nfrom typing import Optional\nfrom shop import Base\n\n\n@dataclass\nclass Cart(Base):\n    size: int = 0\n    other: "Optional[Cart]" = None\n',
      'main.py': 'from carts import Cart\n\nprint(Cart(2).size)\n',
    },
  },
  {
    title: 'what only type checkers read',
    before: {
      'shop.py':
        'from __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from decimal import Decimal\n\n\ndef $0total(prices: list[Decimal]) -> Decimal:\n    return sum(prices)\n\n\ndef rest(a: Decimal):\n    return a\n'.replace(
          'return sum(prices)',
          'return prices[0]',
        ),
      'main.py':
        'from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from shop import total\n\n\ndef run(f: "total"):\n    return f\n\n\nprint(run(1))\n'.replace(
          'f: "total"',
          'f',
        ),
    },
    given: { to_file: 'prices.py' },
    after: {
      'shop.py':
        'from __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from decimal import Decimal\n\n\ndef rest(a: Decimal):\n    return a\n',
      'prices.py':
        'from __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from decimal import Decimal\n\n\ndef total(prices: list[Decimal]) -> Decimal:\n    return prices[0]\n',
      'main.py': 'from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from prices import total\n\n\ndef run(f):\n    return f\n\n\nprint(run(1))\n',
    },
  },
  {
    title: 'imports of everything, with and without __all__',
    before: {
      'shop.py': '__all__ = ["total", "rest"]\n\n\ndef $0total(prices):\n    return sum(prices)\n\n\ndef rest():\n    return 0\n',
      'every.py': 'from shop import *\n',
      'main.py': 'from every import total, rest\n\nprint(total([1]), rest())\n',
    },
    given: { to_file: 'prices.py' },
    after: {
      'shop.py': '__all__ = ["rest"]\n\n\ndef rest():\n    return 0\n',
      'every.py': 'from shop import *\nfrom prices import total\n',
      'prices.py': 'def total(prices):\n    return sum(prices)\n',
    },
  },
  {
    title: 'to a module that has imported it so far and uses it while it is read',
    before: {
      'shop.py': 'def $0total(prices):\n    return sum(prices)\n\n\ndef rest():\n    return 0\n',
      'prices.py': 'import os\nfrom shop import rest, total\n\nALL = total([1, 2])\nprint(ALL, rest(), os.sep is None)\n',
      'main.py': 'import prices\n\nprint(prices.ALL)\n',
    },
    given: { to_file: 'prices.py' },
    after: {
      'shop.py': 'def rest():\n    return 0\n',
      'prices.py':
        'import os\nfrom shop import rest\n\ndef total(prices):\n    return sum(prices)\n\n\nALL = total([1, 2])\nprint(ALL, rest(), os.sep is None)\n',
    },
  },
  {
    title: 'a variable',
    before: {
      'shop.py': 'import os\n\n# The most.\nLIMIT = 3\n\n\ndef rest():\n    return os.sep is None\n',
      'main.py': 'from shop import $0LIMIT, rest\n\nprint(LIMIT, rest())\n',
    },
    given: { to_file: 'limits.py' },
    after: {
      'shop.py': 'import os\n\n\ndef rest():\n    return os.sep is None\n',
      'limits.py': '# The most.\nLIMIT = 3\n',
      'main.py': 'from shop import rest\nfrom limits import LIMIT\n\nprint(LIMIT, rest())\n',
    },
  },
  {
    title: 'an import of several lines, and one inside of a function',
    before: {
      'shop.py': 'def $0total(prices):\n    return sum(prices)\n\n\ndef rest():\n    return 0\n\n\ndef more():\n    return 1\n',
      'main.py':
        'from shop import (\n    more,\n    total,  # all\n    rest,\n)\n\n\ndef run():\n    from shop import total as t\n\n    return t([4])\n\n\nprint(total([1]), rest(), more(), run())\n',
    },
    given: { to_file: 'prices.py' },
    after: {
      'shop.py': 'def rest():\n    return 0\n\n\ndef more():\n    return 1\n',
      'prices.py': 'def total(prices):\n    return sum(prices)\n',
      'main.py':
        'from shop import (\n    more,\n    rest,\n)\nfrom prices import total\n\n\ndef run():\n    from prices import total as t\n\n    return t([4])\n\n\nprint(total([1]), rest(), more(), run())\n',
    },
  },
  {
    title: 'with CRLF',
    before: {
      'shop.py': 'import math\r\n\r\n\r\ndef $0total(prices):\r\n    return math.fsum(prices)\r\n\r\n\r\ndef rest():\r\n    return 0\r\n',
      'main.py': 'from shop import total\r\n\r\nprint(total([1]))\r\n',
    },
    given: { to_file: 'prices.py' },
    after: {
      'shop.py': 'def rest():\r\n    return 0\r\n',
      'prices.py': 'import math\r\n\r\n\r\ndef total(prices):\r\n    return math.fsum(prices)\r\n',
      'main.py': 'from prices import total\r\n\r\nprint(total([1]))\r\n',
    },
  },
  {
    title: 'the last declaration, a coroutine that calls itself',
    before: {
      'shop.py':
        'import asyncio\n\n\ndef rest():\n    return 0\n\n\nasync def $0count(n):\n    await asyncio.sleep(0)\n    return 0 if n == 0 else 1 + await count(n - 1)\n',
      'main.py': 'import asyncio\n\nimport shop\n\nprint(asyncio.run(shop.count(2)))\n',
    },
    given: { to_file: 'counting.py' },
    after: {
      'shop.py': 'def rest():\n    return 0\n',
      'counting.py': 'import asyncio\n\n\nasync def count(n):\n    await asyncio.sleep(0)\n    return 0 if n == 0 else 1 + await count(n - 1)\n',
      'main.py': 'import asyncio\n\nimport shop\nfrom counting import count\n\nprint(asyncio.run(count(2)))\n',
    },
  },
  {
    title: 'an import that others take from its old module stays there',
    before: {
      'shop.py': 'import math\n\n\ndef $0total(prices):\n    return math.fsum(prices)\n',
      'main.py': 'from shop import math, total\n\nprint(total([math.pi]))\n',
    },
    given: { to_file: 'prices.py' },
    after: {
      'shop.py': 'import math\n',
      'prices.py': 'import math\n\n\ndef total(prices):\n    return math.fsum(prices)\n',
      'main.py': 'from shop import math\nfrom prices import total\n\nprint(total([math.pi]))\n',
    },
  },
].map((row) => ({ ...row, tool: 'move_symbol' }));

const refused: readonly RefusedRow[] = [
  {
    title: 'a cycle of two',
    before: { 'shop.py': 'RATE = 2\n\n\ndef $0total(prices):\n    return sum(prices) * RATE\n\n\ndef twice(p):\n    return total(p) * 2\n' },
    says: 'line 5 uses RATE of shop.py, whose line 9 uses total',
  },
  {
    title: 'a cycle over another module',
    before: {
      'shop.py': 'import other\n\n\ndef $0total(prices):\n    return other.one\n\n\ndef rest():\n    return other.one\n',
      'other.py': 'import prices\n\none = 1\n',
      'prices.py': 'two = 2\n',
    },
    says: 'a cycle',
  },
  {
    title: 'a name that the other module has',
    before: { 'shop.py': 'def $0total(p):\n    return p\n', 'prices.py': 'total = 1\n' },
    says: 'total already means something in prices.py (line 1)',
  },
  {
    title: 'an import that means something else there',
    before: { 'shop.py': 'import math\n\n\ndef $0total(p):\n    return math.fsum(p)\n', 'prices.py': 'math = 1\n' },
    says: 'math already means something in prices.py (line 1)',
  },
  { title: 'a method', before: { 'shop.py': 'class A:\n    def $0total(self):\n        return 1\n' }, says: 'no function, class or variable of the module' },
  {
    title: 'what is declared only sometimes',
    before: { 'shop.py': 'import os\n\nif os.sep:\n    def $0total(p):\n        return p\n' },
    says: 'declared only sometimes',
  },
  { title: 'two declarations', before: { 'shop.py': 'def $0total(p):\n    return p\n\n\ntotal = 1\n' }, says: 'is given a value on line' },
  {
    title: 'what is written by others',
    before: { 'shop.py': '$0count = 0\n\n\ndef add():\n    global count\n    count += 1\n' },
    says: 'count is given a value on line',
  },
  { title: 'a variable of its module that it writes', before: { 'shop.py': 'count = 0\n\n\ndef $0add():\n    global count\n    count = 1\n' }, says: 'count' },
  { title: 'the name of its module', before: { 'shop.py': 'def $0total():\n    return __name__\n' }, says: 'uses __name__' },
  {
    title: 'what comes from an import of everything',
    before: { 'shop.py': 'from math import *\n\n\ndef $0total(p):\n    return fsum(p)\n' },
    says: 'fsum, which may come from',
  },
  {
    title: 'what is imported only sometimes',
    before: { 'shop.py': 'try:\n    import json\nexcept ImportError:\n    json = None\n\n\ndef $0total(p):\n    return json\n' },
    says: 'line 8 uses json, which is imported only sometimes',
  },
  { title: 'the file it is in', before: { 'shop.py': 'def $0total(p):\n    return p\n' }, given: { to_file: 'shop.py' }, says: 'in that file already' },
  { title: 'no module', before: { 'shop.py': 'def $0total(p):\n    return p\n' }, given: { to_file: 'prices.txt' }, says: 'prices.txt is no Python module' },
  { title: 'a stub beside it', before: { 'shop.py': 'def $0total(p):\n    return p\n', 'shop.pyi': 'def total(p): ...\n' }, says: 'is a stub' },
  {
    title: 'annotations that would mean something else',
    before: { 'shop.py': 'from __future__ import annotations\n\n\ndef $0total(p: int):\n    return p\n', 'prices.py': 'one = 1\n' },
    says: 'imports annotations from __future__',
  },
  {
    title: 'a user for whom the name means something else',
    before: { 'shop.py': 'def $0total(p):\n    return p\n', 'main.py': 'import shop\n\ntotal = 1\nprint(shop.total(total))\n' },
    says: 'total means something else on line 3',
  },
  {
    title: 'a module whose name is none',
    before: { 'shop.py': 'def $0total(p):\n    return p\n', 'main.py': 'from shop import total\n\nprint(total(1))\n' },
    given: { to_file: 'my-prices.py' },
    says: 'my-prices is none',
  },
].map((row) => ({ given: { to_file: 'prices.py' }, ...row, tool: 'move_symbol', error: 'refactoring_refused' }));

testPythonTable(rows, refused);

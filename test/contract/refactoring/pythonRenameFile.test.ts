// Other names and other folders of Python modules with the real engine: every way of importing them; the programs run before and after.
import { testPythonTable } from './pythonTable.ts';
import type { RefusedRow, Row } from './table.ts';

const TAX = 'rate = 1\n\n\ndef tax(price: int) -> int:\n    return price * rate\n';

const rows: readonly Row[] = [
  {
    title: 'imports of the module, of what is in it, from its package, under other names and in functions',
    before: {
      'shop/__init__.py': 'from . import tax\n\n__all__ = ["tax"]\n',
      'shop/tax.py': TAX,
      'shop/cart.py':
        'from .tax import rate, tax as of\nfrom . import tax as duties\n\n\ndef total() -> int:\n    from .tax import tax\n\n    return tax(of(rate)) + duties.rate\n',
      'main.py':
        'import shop.tax\nimport shop.tax as t\nimport shop\nfrom shop import tax\nfrom shop.cart import total\n\nprint(total(), shop.tax.rate, t.rate, tax.rate)\n',
    },
    given: { file: 'shop/tax.py', new_file: 'shop/duty.py' },
    after: {
      'shop/tax.py': undefined,
      'shop/duty.py': TAX,
      'shop/__init__.py': 'from . import duty\n\n__all__ = ["duty"]\n',
      'shop/cart.py':
        'from .duty import rate, tax as of\nfrom . import duty as duties\n\n\ndef total() -> int:\n    from .duty import tax\n\n    return tax(of(rate)) + duties.rate\n',
      'main.py':
        'import shop.duty\nimport shop.duty as t\nimport shop\nfrom shop import duty\nfrom shop.cart import total\n\nprint(total(), shop.duty.rate, t.rate, duty.rate)\n',
    },
  },
  {
    title: 'a package that has a function under the name of its module',
    before: {
      'shop/__init__.py': 'from .tax import tax\n',
      'shop/tax.py': TAX,
      'main.py': 'import shop\nfrom shop import tax\nfrom shop.tax import rate\n\nprint(tax(2), shop.tax(3), rate)\n',
    },
    given: { file: 'shop/tax.py', new_file: 'shop/duty.py' },
    after: {
      'shop/tax.py': undefined,
      'shop/duty.py': TAX,
      'shop/__init__.py': 'from .duty import tax\n',
      'main.py': 'import shop\nfrom shop import tax\nfrom shop.duty import rate\n\nprint(tax(2), shop.tax(3), rate)\n',
    },
  },
  {
    title: 'a name that is taken where it is imported, and attributes that only have the same name',
    before: {
      'tax.py': TAX,
      'main.py': 'import tax\nfrom types import SimpleNamespace\n\nduty = 5\nother = SimpleNamespace(tax=2)\nprint(tax.rate, duty, other.tax)\n',
    },
    given: { file: 'tax.py', new_file: 'duty.py' },
    after: {
      'tax.py': undefined,
      'duty.py': TAX,
      'main.py': 'import duty as tax\nfrom types import SimpleNamespace\n\nduty = 5\nother = SimpleNamespace(tax=2)\nprint(tax.rate, duty, other.tax)\n',
    },
  },
  {
    title: 'what only type checkers import, and everything at once',
    before: {
      'tax.py': 'Rate = int\n\n\ndef tax(price: int) -> int:\n    return price\n',
      'main.py':
        'from __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\nfrom tax import *\n\nif TYPE_CHECKING:\n    from tax import Rate as R\n\n\ndef shown(rate: R) -> int:\n    return tax(rate)\n\n\nprint(shown(2))\n',
    },
    given: { file: 'tax.py', new_file: 'duty.py' },
    after: {
      'tax.py': undefined,
      'duty.py': 'Rate = int\n\n\ndef tax(price: int) -> int:\n    return price\n',
      'main.py':
        'from __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\nfrom duty import *\n\nif TYPE_CHECKING:\n    from duty import Rate as R\n\n\ndef shown(rate: R) -> int:\n    return tax(rate)\n\n\nprint(shown(2))\n',
    },
  },
  {
    title: 'to a folder within its package: every way of importing it, and what it imports itself',
    before: {
      'shop/__init__.py': 'from . import tax\n',
      'shop/rates.py': 'base = 2\n',
      'shop/tax.py': 'from . import rates\nfrom .rates import base\n\nrate = rates.base + base\n',
      'shop/money/__init__.py': '',
      'shop/cart.py': 'from .rates import base\nfrom .tax import rate\nfrom . import rates, tax as duties\n\ntotal = rate + base + duties.rate + rates.base\n',
      'main.py':
        'import os, shop.tax\nimport shop.tax as t\nfrom shop import tax\nfrom shop.cart import total\n\n\ndef late() -> int:\n    from shop.tax import rate\n\n    return rate\n\n\nprint(total, shop.tax.rate, t.rate, tax.rate, late(), os.sep)\n',
    },
    given: { file: 'shop/tax.py', new_file: 'shop/money/tax.py' },
    after: {
      'shop/tax.py': undefined,
      'shop/money/tax.py': 'from .. import rates\nfrom ..rates import base\n\nrate = rates.base + base\n',
      'shop/__init__.py': 'from .money import tax\n',
      'shop/cart.py':
        'from .rates import base\nfrom .money.tax import rate\nfrom . import rates\nfrom .money import tax as duties\n\ntotal = rate + base + duties.rate + rates.base\n',
      'main.py':
        'import os, shop.money.tax\nimport shop.money.tax as t\nfrom shop.money import tax\nfrom shop.cart import total\n\n\ndef late() -> int:\n    from shop.money.tax import rate\n\n    return rate\n\n\nprint(total, shop.money.tax.rate, t.rate, tax.rate, late(), os.sep)\n',
    },
  },
  {
    title: 'out of its package, to the top, and under another name',
    before: {
      'shop/__init__.py': '',
      'shop/rates.py': 'base = 2\n',
      'shop/tax.py': 'from .rates import base\n\nrate = base\n',
      'shop/cart.py': 'from shop import tax\nfrom shop.tax import rate as r\n\ntotal = tax.rate + r\n',
      'main.py': 'import shop.tax as t\nfrom shop.cart import total\n\nprint(total, t.rate)\n',
    },
    given: { file: 'shop/tax.py', new_file: 'duty.py' },
    after: {
      'shop/tax.py': undefined,
      'duty.py': 'from shop.rates import base\n\nrate = base\n',
      'shop/cart.py': 'import duty as tax\nfrom duty import rate as r\n\ntotal = tax.rate + r\n',
      'main.py': 'import duty as t\nfrom shop.cart import total\n\nprint(total, t.rate)\n',
    },
  },
  {
    title: 'from the top into a package, with scripts that import it beside others',
    before: {
      'tax.py': TAX,
      'shop/__init__.py': '',
      'main.py': 'import sys, tax\n\nprint(tax.rate, len(sys.argv))\n',
      'other.py': 'import tax\nimport tax as t\nfrom tax import rate\n\nprint(tax.tax(rate), t.rate)\n',
    },
    given: { file: 'tax.py', new_file: 'shop/duty.py' },
    after: {
      'tax.py': undefined,
      'shop/duty.py': TAX,
      'main.py': 'import sys\nfrom shop import duty as tax\n\nprint(tax.rate, len(sys.argv))\n',
      'other.py': 'from shop import duty as tax\nimport shop.duty as t\nfrom shop.duty import rate\n\nprint(tax.tax(rate), t.rate)\n',
    },
  },
  {
    title: 'to another package, whose name is not yet there',
    before: {
      'shop/__init__.py': '',
      'shop/tax.py': TAX,
      'bank/__init__.py': '',
      'main.py': 'import shop.tax\nimport shop\n\nprint(shop.tax.rate, shop.__name__)\n',
    },
    given: { file: 'shop/tax.py', new_file: 'bank/tax.py' },
    after: {
      'shop/tax.py': undefined,
      'bank/tax.py': TAX,
      'main.py': 'import bank.tax\nimport shop\n\nprint(bank.tax.rate, shop.__name__)\n',
    },
  },
  {
    title: 'to another package, with imports that began with dots, beside a library of the name of a module',
    before: {
      'shop/__init__.py': '',
      'shop/types.py': 'base = 2\n',
      'shop/tax.py': 'import types\nfrom .types import base\n\nrate = types.SimpleNamespace(base=base).base\n',
      'shop/cart.py': 'from .tax import rate\nfrom . import tax\n\ntotal = rate + tax.rate\n',
      'bank/__init__.py': '',
      'main.py': 'from shop.cart import total\n\nprint(total)\n',
    },
    given: { file: 'shop/tax.py', new_file: 'bank/tax.py' },
    after: {
      'shop/tax.py': undefined,
      'bank/tax.py': 'import types\nfrom shop.types import base\n\nrate = types.SimpleNamespace(base=base).base\n',
      'shop/cart.py': 'from bank.tax import rate\nfrom bank import tax\n\ntotal = rate + tax.rate\n',
    },
  },
  {
    title: 'a new name for a module that has the name of a library',
    before: {
      'shop/__init__.py': '',
      'shop/types.py': 'base = 2\n',
      'shop/tax.py': 'import types\nfrom .types import base\n\nrate = types.SimpleNamespace(base=base).base\n',
      'main.py': 'from shop.tax import rate\n\nprint(rate)\n',
    },
    given: { file: 'shop/types.py', new_file: 'shop/kinds.py' },
    after: {
      'shop/types.py': undefined,
      'shop/kinds.py': 'base = 2\n',
      'shop/tax.py': 'import types\nfrom .kinds import base\n\nrate = types.SimpleNamespace(base=base).base\n',
    },
  },
].map((row) => ({ ...row, tool: 'rename_file' }));

const refused: readonly RefusedRow[] = [
  {
    title: 'a module that cannot be read beside it',
    tool: 'rename_file',
    before: { 'levy.py': TAX, 'broken.py': 'import levy\ndef f(:\n' },
    given: { file: 'levy.py', new_file: 'duty.py' },
    error: 'knowledge_incomplete',
    says: 'broken.py cannot be read as Python',
  },
  {
    title: 'to a folder from where it does not find what it imports',
    tool: 'rename_file',
    before: { 'tools/run.py': 'import helper\n\nprint(helper.x)\n', 'tools/helper.py': 'x = 1\n', 'bin/__init__.py': '' },
    given: { file: 'tools/run.py', new_file: 'bin/run.py' },
    error: 'refactoring_refused',
    says: 'line 1 of run.py imports helper from a folder that is not searched from its new place',
  },
  {
    title: 'reached through a name of its package',
    tool: 'rename_file',
    before: {
      'top/__init__.py': '',
      'top/shop/__init__.py': 'from . import tax\n',
      'top/shop/tax.py': TAX,
      'top/bank/__init__.py': '',
      'main.py': 'from top import shop\n\nprint(shop.tax.rate)\n',
    },
    given: { file: 'top/shop/tax.py', new_file: 'top/bank/tax.py' },
    error: 'refactoring_refused',
    says: 'line 3 of main.py reaches it as shop.tax, which does not lead to its new place',
  },
  {
    title: 'a name that is used for more than the way to it',
    tool: 'rename_file',
    before: { 'shop/__init__.py': 'size = 1\n', 'shop/tax.py': TAX, 'bank/__init__.py': '', 'main.py': 'import shop.tax\n\nprint(shop.tax.rate, shop.size)\n' },
    given: { file: 'shop/tax.py', new_file: 'bank/tax.py' },
    error: 'refactoring_refused',
    says: 'line 3 of main.py uses shop, which is imported only on the way to the module',
  },
  {
    title: 'a cycle: its new package is read before it, and imports who imports it',
    tool: 'rename_file',
    before: { 'tax.py': TAX, 'cart.py': 'from tax import rate\n\ntotal = rate\n', 'shop/__init__.py': 'from cart import total\n\nsum = total\n' },
    given: { file: 'tax.py', new_file: 'shop/tax.py' },
    error: 'refactoring_refused',
    says: 'a cycle',
  },
  {
    title: 'a cycle: its old package imports it, and would be read by what it imports from there',
    tool: 'rename_file',
    before: {
      'shop/__init__.py': 'from .tax import rate\n',
      'shop/base.py': 'unit = 1\n',
      'shop/tax.py': 'from .base import unit\n\nrate = unit\n',
      'main.py': 'from shop.tax import rate\n\nprint(rate)\n',
    },
    given: { file: 'shop/tax.py', new_file: 'tax.py' },
    error: 'refactoring_refused',
    says: 'line 1 of tax.py would import shop/__init__.py, which imports tax.py: a cycle',
  },
];

testPythonTable(rows, refused);

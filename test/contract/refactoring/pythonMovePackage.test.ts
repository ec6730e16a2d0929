// Packages of Python in other folders with the real engine: every way of importing them and what is in them; the programs run before and after.
import { expect, test } from 'vitest';
import { testPythonTable } from './pythonTable.ts';
import type { RefusedRow, Row } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'a package to another one: every way of importing it and its modules, at any depth',
    before: {
      'shop/__init__.py': 'from . import tax\nfrom .tax.rates import rate as usual\n\n__all__ = ["tax", "usual"]\n',
      'shop/tax/__init__.py': 'from .rates import rate\n\n__all__ = ["rate"]\n',
      'shop/tax/rates.py': 'rate = 2\n',
      'shop/tax/deep/__init__.py': '',
      'shop/tax/deep/more.py':
        'from ..rates import rate\nfrom shop.tax import rates\nimport shop.tax.rates\n\nmore = rate + rates.rate + shop.tax.rates.rate\n',
      'shop/cart.py':
        'from .tax import rate\nfrom .tax.deep.more import more as extra\nfrom . import tax as duties\n\n\ndef total() -> int:\n    from .tax import rates\n\n    return rate + extra + duties.rate + rates.rate\n',
      'billing/__init__.py': '',
      'main.py':
        'import os, shop.tax.rates\nimport shop.tax.deep.more as m\nimport shop\nfrom shop import tax, cart\nfrom shop.tax import rates, rate as r\n\n\ndef late() -> int:\n    from shop.tax.deep import more\n\n    return more.more\n\n\nprint(shop.tax.rates.rate, m.more, shop.usual, tax.rate, cart.total(), rates.rate, r, late(), os.sep)\n',
    },
    given: { file: 'shop/tax', new_file: 'billing/tax' },
    after: {
      ...gone('shop/tax/__init__.py', 'shop/tax/rates.py', 'shop/tax/deep/__init__.py', 'shop/tax/deep/more.py'),
      'billing/tax/__init__.py': 'from .rates import rate\n\n__all__ = ["rate"]\n',
      'billing/tax/rates.py': 'rate = 2\n',
      'billing/tax/deep/__init__.py': '',
      'billing/tax/deep/more.py':
        'from ..rates import rate\nfrom billing.tax import rates\nimport billing.tax.rates\n\nmore = rate + rates.rate + billing.tax.rates.rate\n',
      'shop/__init__.py': 'from billing import tax\nfrom billing.tax.rates import rate as usual\n\n__all__ = ["tax", "usual"]\n',
      'shop/cart.py':
        'from billing.tax import rate\nfrom billing.tax.deep.more import more as extra\nfrom billing import tax as duties\n\n\ndef total() -> int:\n    from billing.tax import rates\n\n    return rate + extra + duties.rate + rates.rate\n',
      'main.py':
        'import os, billing.tax.rates\nimport billing.tax.deep.more as m\nimport shop\nfrom shop import cart\nfrom billing import tax\nfrom billing.tax import rates, rate as r\n\n\ndef late() -> int:\n    from billing.tax.deep import more\n\n    return more.more\n\n\nprint(billing.tax.rates.rate, m.more, shop.usual, tax.rate, cart.total(), rates.rate, r, late(), os.sep)\n',
    },
  },
  {
    title: 'under another name, with what its modules take from outside and from itself',
    before: {
      'shop/__init__.py': '',
      'shop/base.py': 'unit = 2\n',
      'shop/tax/__init__.py': 'from .. import base\nfrom ..base import unit\nfrom .rates import rate\n\ntotal = base.unit + unit + rate\n',
      'shop/tax/rates.py': 'from shop.base import unit\nfrom .. import base, tax\n\nrate = unit + base.unit\n\n\ndef whole() -> int:\n    return tax.total\n',
      'shop/tax/names.py': 'own = "shop.tax.rates"\n',
      'billing/__init__.py': '',
      'settings.py': 'apps = ["shop.tax", "shop.taxes", "see shop.tax"]\nrate = "shop.tax.rates:rate"\n',
      'setup.cfg': '[options.entry_points]\nconsole_scripts =\n    tax = shop.tax.rates:whole\n',
      'main.py': 'from shop import tax\nfrom shop.tax import rates as r\nimport shop.tax\n\nprint(tax.total, r.whole(), shop.tax.total)\n',
    },
    given: { file: 'shop/tax', new_file: 'billing/vat' },
    after: {
      ...gone('shop/tax/__init__.py', 'shop/tax/rates.py', 'shop/tax/names.py'),
      'billing/vat/names.py': 'own = "shop.tax.rates"\n',
      'billing/vat/__init__.py': 'from shop import base\nfrom shop.base import unit\nfrom .rates import rate\n\ntotal = base.unit + unit + rate\n',
      'billing/vat/rates.py':
        'from shop.base import unit\nfrom shop import base\nfrom .. import vat as tax\n\nrate = unit + base.unit\n\n\ndef whole() -> int:\n    return tax.total\n',
      'main.py': 'from billing import vat as tax\nfrom billing.vat import rates as r\nimport billing.vat\n\nprint(tax.total, r.whole(), billing.vat.total)\n',
    },
  },
  {
    title: 'out of its package, to the top',
    before: {
      'shop/__init__.py': '',
      'shop/base.py': 'unit = 2\n',
      'shop/tax/__init__.py': 'size = 1\n',
      'shop/tax/rates.py': 'from ..base import unit\nfrom . import names\n\nrate = unit + len(names.all)\n',
      'shop/tax/names.py': 'all = ["a"]\n',
      'shop/cart.py':
        'from . import base, tax\nfrom .tax import rates\nfrom .tax.rates import rate as r\n\ntotal = rates.rate + r + base.unit + len(tax.__name__)\n',
      'main.py': 'import shop.tax.rates\nimport shop.tax as t\nfrom shop.cart import total\n\nprint(total > 0, shop.tax.rates.rate, t.size)\n',
    },
    given: { file: 'shop/tax', new_file: 'tax' },
    after: {
      ...gone('shop/tax/__init__.py', 'shop/tax/rates.py', 'shop/tax/names.py'),
      'tax/__init__.py': 'size = 1\n',
      'tax/rates.py': 'from shop.base import unit\nfrom . import names\n\nrate = unit + len(names.all)\n',
      'tax/names.py': 'all = ["a"]\n',
      'shop/cart.py':
        'from . import base\nimport tax\nfrom tax import rates\nfrom tax.rates import rate as r\n\ntotal = rates.rate + r + base.unit + len(tax.__name__)\n',
      'main.py': 'import tax.rates\nimport tax as t\nfrom shop.cart import total\n\nprint(total > 0, tax.rates.rate, t.size)\n',
    },
  },
  {
    title: 'from the top into another package: by its name alone, by its whole path, under other names',
    before: {
      'tax/__init__.py': 'size = 1\n',
      'tax/rates.py': 'import tax\nfrom tax import size\n\nrate = size + tax.size\n',
      'shop/__init__.py': '',
      'shop/cart.py': 'import tax\n\n\ndef total(tax_free: int) -> int:\n    return tax.size + tax_free\n',
      'main.py':
        'import sys, tax.rates\nimport tax\nimport tax.rates as t\nfrom tax import rates\nfrom shop.cart import total\n\n\ndef shown(tax: int) -> int:\n    return tax\n\n\nprint(tax.rates.rate, tax.size, t.rate, rates.rate, total(tax_free=1), shown(tax=3), len(sys.argv))\n',
    },
    given: { file: 'tax', new_file: 'shop/tax' },
    after: {
      ...gone('tax/__init__.py', 'tax/rates.py'),
      'shop/tax/__init__.py': 'size = 1\n',
      'shop/tax/rates.py': 'from shop import tax\nfrom shop.tax import size\n\nrate = size + tax.size\n',
      'shop/cart.py': 'from shop import tax\n\n\ndef total(tax_free: int) -> int:\n    return tax.size + tax_free\n',
      'main.py':
        'import sys, shop.tax.rates\nimport shop.tax\nimport shop.tax.rates as t\nfrom shop.tax import rates\nfrom shop.cart import total\n\n\ndef shown(tax: int) -> int:\n    return tax\n\n\nprint(shop.tax.rates.rate, shop.tax.size, t.rate, rates.rate, total(tax_free=1), shown(tax=3), len(sys.argv))\n',
    },
  },
  {
    title: 'a namespace package, from one to another',
    before: {
      'shop/base.py': 'unit = 2\n',
      'shop/tax/rates.py': 'from ..base import unit\nfrom .deep.more import more\n\nrate = unit + more\n',
      'shop/tax/deep/more.py': 'more = 1\n',
      'shop/cart.py': 'from .tax import rates\nfrom .tax.deep import more\n\ntotal = rates.rate + more.more\n',
      'main.py':
        'import shop.tax.rates\nimport shop.tax.deep.more as m\nfrom shop.tax import rates\nfrom shop.cart import total\n\nprint(shop.tax.rates.rate, m.more, rates.rate, total)\n',
    },
    given: { file: 'shop/tax', new_file: 'billing/vat' },
    after: {
      ...gone('shop/tax/rates.py', 'shop/tax/deep/more.py'),
      'billing/vat/rates.py': 'from shop.base import unit\nfrom .deep.more import more\n\nrate = unit + more\n',
      'billing/vat/deep/more.py': 'more = 1\n',
      'shop/cart.py': 'from billing.vat import rates\nfrom billing.vat.deep import more\n\ntotal = rates.rate + more.more\n',
      'main.py':
        'import billing.vat.rates\nimport billing.vat.deep.more as m\nfrom billing.vat import rates\nfrom shop.cart import total\n\nprint(billing.vat.rates.rate, m.more, rates.rate, total)\n',
    },
  },
  {
    title: 'deeper within its package, which imports it and is imported by it',
    before: {
      'shop/__init__.py': 'from .base import unit\nfrom .tax import rate\n',
      'shop/base.py': 'unit = 2\n',
      'shop/money/__init__.py': '',
      'shop/tax/__init__.py': 'from .rates import rate\n',
      'shop/tax/rates.py': 'from .. import base\nfrom ..base import unit\nfrom shop.base import unit as again\n\nrate = base.unit + unit + again\n',
      'main.py': 'import shop.tax\nimport shop\nfrom shop.tax.rates import *\n\nprint(shop.tax.rate, shop.unit, rate)\n',
    },
    given: { file: 'shop/tax', new_file: 'shop/money/tax' },
    after: {
      ...gone('shop/tax/__init__.py', 'shop/tax/rates.py'),
      'shop/__init__.py': 'from .base import unit\nfrom .money.tax import rate\n',
      'shop/money/tax/__init__.py': 'from .rates import rate\n',
      'shop/money/tax/rates.py': 'from ... import base\nfrom ...base import unit\nfrom shop.base import unit as again\n\nrate = base.unit + unit + again\n',
      'main.py': 'import shop.money.tax\nimport shop\nfrom shop.money.tax.rates import *\n\nprint(shop.money.tax.rate, shop.unit, rate)\n',
    },
  },
  {
    title: 'higher within its package, into a folder that is not yet there, imported for types, when called and if it can be had',
    before: {
      'shop/__init__.py': '',
      'shop/money/__init__.py': '',
      'shop/money/tax/__init__.py': 'Rate = int\n',
      'shop/money/tax/of.py': 'from . import Rate\n\n\ndef of(rate: Rate) -> int:\n    return rate\n',
      'shop/cart.py':
        'from __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\ntry:\n    from .money.tax.of import of\nexcept ImportError:\n    of = None\n\nif TYPE_CHECKING:\n    from shop.money.tax import Rate\n\n\ndef total(rate: Rate) -> int:\n    import shop.money.tax.of\n\n    return shop.money.tax.of.of(rate) + (0 if of is None else of(rate))\n',
      'main.py': 'from shop.cart import total\n\nprint(total(2))\n',
    },
    given: { file: 'shop/money/tax', new_file: 'shop/new/tax' },
    after: {
      ...gone('shop/money/tax/__init__.py', 'shop/money/tax/of.py'),
      'shop/new/tax/__init__.py': 'Rate = int\n',
      'shop/new/tax/of.py': 'from . import Rate\n\n\ndef of(rate: Rate) -> int:\n    return rate\n',
      'shop/cart.py':
        'from __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\ntry:\n    from .new.tax.of import of\nexcept ImportError:\n    of = None\n\nif TYPE_CHECKING:\n    from shop.new.tax import Rate\n\n\ndef total(rate: Rate) -> int:\n    import shop.new.tax.of\n\n    return shop.new.tax.of.of(rate) + (0 if of is None else of(rate))\n',
    },
  },
  {
    title: 'with its stubs and other files, while what only has the same name stays',
    before: {
      'shop/__init__.py': '',
      'shop/base.py': 'unit = 2\n',
      'shop/tax/__init__.py': '',
      'shop/tax/py.typed': '',
      'shop/tax/names.txt': 'shop/tax\n',
      'shop/tax/a.png': '\u0089PNG\u0000\n',
      'shop/tax/rates.py': 'from ..base import unit\n\nrate = unit\n',
      'shop/tax/rates.pyi': 'from ..base import unit\n\nrate: int\n',
      'bank/__init__.py': '',
      'bank/tax/__init__.py': 'rate = 5\n',
      'billing/__init__.py': '',
      'main.py':
        'from types import SimpleNamespace\n\nimport bank.tax\nfrom shop.tax.rates import rate\n\nother = SimpleNamespace(tax=2)\n\n\ndef of(tax: int) -> int:\n    return tax\n\n\nprint(bank.tax.rate, rate, other.tax, of(tax=1))\n',
    },
    given: { file: 'shop/tax', new_file: 'billing/tax' },
    after: {
      ...gone('shop/tax/__init__.py', 'shop/tax/py.typed', 'shop/tax/names.txt', 'shop/tax/a.png', 'shop/tax/rates.py', 'shop/tax/rates.pyi'),
      'billing/tax/__init__.py': '',
      'billing/tax/py.typed': '',
      'billing/tax/names.txt': 'shop/tax\n',
      'billing/tax/a.png': '\u0089PNG\u0000\n',
      'billing/tax/rates.py': 'from shop.base import unit\n\nrate = unit\n',
      'billing/tax/rates.pyi': 'from shop.base import unit\n\nrate: int\n',
      'main.py':
        'from types import SimpleNamespace\n\nimport bank.tax\nfrom billing.tax.rates import rate\n\nother = SimpleNamespace(tax=2)\n\n\ndef of(tax: int) -> int:\n    return tax\n\n\nprint(bank.tax.rate, rate, other.tax, of(tax=1))\n',
    },
  },
  {
    title: 'a module of a standard library that has the name of one in the package, and an error that names the package',
    before: {
      'shop/__init__.py': '',
      'shop/tax/__init__.py': '',
      'shop/tax/types.py': 'rate = 2\n',
      'shop/tax/sums.py': 'import types\nfrom .types import rate\n\nsums = types.SimpleNamespace(rate=rate)\n',
      'billing/__init__.py': '',
      'billing/json.py': 'loads = 1\n',
      'main.py': 'import json\nfrom shop import tax\nfrom shop.tax.sums import sums\n\nprint(json.dumps(sums.rate))\nif not sums:\n    print(tax.missing)\n',
    },
    given: { file: 'shop/tax', new_file: 'billing/tax' },
    after: {
      ...gone('shop/tax/__init__.py', 'shop/tax/types.py', 'shop/tax/sums.py'),
      'billing/tax/__init__.py': '',
      'billing/tax/types.py': 'rate = 2\n',
      'billing/tax/sums.py': 'import types\nfrom .types import rate\n\nsums = types.SimpleNamespace(rate=rate)\n',
      'main.py':
        'import json\nfrom billing import tax\nfrom billing.tax.sums import sums\n\nprint(json.dumps(sums.rate))\nif not sums:\n    print(tax.missing)\n',
    },
  },
].map((row) => ({ ...row, tool: 'rename_file' }));

const SMALL = { 'shop/__init__.py': '', 'shop/tax/__init__.py': '', 'shop/tax/rates.py': 'rate = 2\n', 'billing/__init__.py': '' };

const refused: readonly RefusedRow[] = [
  {
    title: 'where there is such a package',
    before: { ...SMALL, 'billing/tax/__init__.py': '' },
    given: { file: 'shop/tax', new_file: 'billing/tax' },
    error: 'file_exists',
    says: 'billing/tax',
  },
  {
    title: 'into itself',
    before: SMALL,
    given: { file: 'shop/tax', new_file: 'shop/tax/deep/tax' },
    error: 'invalid_arguments',
    says: 'cannot be moved into itself',
  },
  {
    title: 'where a module has the name',
    before: { ...SMALL, 'billing/tax.py': 'rate = 1\n' },
    given: { file: 'shop/tax', new_file: 'billing/tax' },
    error: 'refactoring_refused',
    says: 'tax.py is there already, and both would be imported by one name',
  },
  {
    title: 'into a folder that a module hides',
    before: { ...SMALL, 'bank.py': 'rate = 1\n' },
    given: { file: 'shop/tax', new_file: 'bank/tax' },
    error: 'refactoring_refused',
    says: 'bank.py is imported by the name of the folder, and hides what is in it',
  },
  {
    title: 'into a folder that no import can name',
    before: { ...SMALL, 'main.py': 'import os\nfrom shop.tax.rates import rate\n\nprint(rate, os.sep)\n' },
    given: { file: 'shop/tax', new_file: 'my-shop/tax' },
    error: 'refactoring_refused',
    says: 'line 2 of main.py imports it, and rates.py cannot be imported by a name: my-shop is none',
  },
  {
    title: 'where the package has something else under the name',
    before: { ...SMALL, 'billing/__init__.py': 'size = 1\n\n\ndef tax() -> int:\n    return size\n' },
    given: { file: 'shop/tax', new_file: 'billing/tax' },
    error: 'refactoring_refused',
    says: 'line 4 of billing/__init__.py gives the name tax to something else',
  },
  {
    title: 'a name that no import can write',
    before: SMALL,
    given: { file: 'shop/tax', new_file: 'billing/my-tax' },
    error: 'refactoring_refused',
    says: 'my-tax',
  },
  {
    title: 'a cycle: its new package is read before it, and imports who imports it',
    before: { ...SMALL, 'billing/__init__.py': 'from shop.cart import total\n', 'shop/cart.py': 'from .tax.rates import rate\n\ntotal = rate\n' },
    given: { file: 'shop/tax', new_file: 'billing/tax' },
    error: 'refactoring_refused',
    says: 'line 1 of cart.py would import billing/__init__.py, which imports cart.py: a cycle',
  },
  {
    title: 'a cycle: its old package imports it, and would be read by what it imports from there',
    before: {
      ...SMALL,
      'shop/__init__.py': 'from .tax.rates import rate\n',
      'shop/base.py': 'unit = 1\n',
      'shop/tax/rates.py': 'from ..base import unit\n\nrate = unit\n',
      'main.py': 'from shop.tax.rates import rate\n\nprint(rate)\n',
    },
    given: { file: 'shop/tax', new_file: 'billing/tax' },
    error: 'refactoring_refused',
    says: 'line 1 of rates.py would import shop/__init__.py, which imports rates.py: a cycle',
  },
  {
    title: 'reached through a name of its package',
    before: {
      'top/__init__.py': '',
      'top/shop/__init__.py': 'from . import tax\n',
      'top/shop/tax/__init__.py': 'rate = 2\n',
      'top/bank/__init__.py': '',
      'main.py': 'from top import shop\n\nprint(shop.tax.rate)\n',
    },
    given: { file: 'top/shop/tax', new_file: 'top/bank/tax' },
    error: 'refactoring_refused',
    says: 'line 3 of main.py reaches it as shop.tax, which does not lead to its new place',
  },
  {
    title: 'a name that is used for more than the way to it',
    before: { ...SMALL, 'shop/__init__.py': 'size = 1\n', 'main.py': 'import shop.tax.rates\n\nprint(shop.tax.rates.rate, shop.size)\n' },
    given: { file: 'shop/tax', new_file: 'billing/tax' },
    error: 'refactoring_refused',
    says: 'line 3 of main.py uses shop, which is imported only on the way to the module',
  },
  {
    title: 'the first name of its new path is another one where it is used',
    before: { ...SMALL, 'main.py': 'import shop.tax.rates\n\n\ndef total() -> int:\n    tax = shop.tax.rates.rate\n    return tax\n\n\nprint(total())\n' },
    given: { file: 'shop/tax', new_file: 'tax' },
    error: 'refactoring_refused',
    says: 'line 5 of main.py gives the name tax to something else',
  },
  {
    title: 'the name of a library that is imported',
    before: { ...SMALL, 'main.py': 'import json\n\nprint(json.dumps(1))\n' },
    given: { file: 'shop/tax', new_file: 'json' },
    error: 'refactoring_refused',
    says: 'line 1 of main.py imports json, which would lead to json/__init__.py',
  },
  {
    title: 'a module in it that cannot be read',
    before: { ...SMALL, 'shop/tax/broken.py': 'def f(:\n' },
    given: { file: 'shop/tax', new_file: 'billing/tax' },
    error: 'knowledge_incomplete',
    says: 'broken.py cannot be read as Python',
  },
].map((row) => ({ ...row, tool: 'rename_file' }));

const real = testPythonTable(rows, refused);

test('rename_file: a preview shows the new paths and who else names it, and writes nothing', async () => {
  const { agent } = real();
  const main = async () => (await agent.call('read_file', { file: 'rows/row1/main.py' })).value['text'];
  const before = await main();
  const { value } = await agent.call('rename_file', { file: 'rows/row1/shop/tax', new_file: 'rows/row1/billing/vat', preview: true });
  expect(value).toMatchObject({ applied: false, newErrors: [] });
  expect(value).not.toHaveProperty('unverified');
  expect(JSON.stringify(value)).toContain('from billing import vat as tax');
  const places = ['settings.py:1,2', 'setup.cfg:3', 'billing/vat/names.py:1'].map((place) => `rows/row1/${place}`).join(', ');
  expect(value['notes']).toEqual([`These write shop.tax too, and were left as they are: ${places}`]);
  expect(await main()).toBe(before);
  expect(await agent.refusal('read_file', { file: 'rows/row1/billing/vat/rates.py' })).toMatchObject({ error: 'file_not_found' });
});

function gone(...names: readonly string[]): Record<string, undefined> {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

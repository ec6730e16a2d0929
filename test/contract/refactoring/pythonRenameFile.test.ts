// Other names of Python modules with the real engine: every way of importing them; the programs run before and after.
import { afterAll, beforeAll } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { testRuns } from './pythonRuns.ts';
import { filesOf, type RefusedRow, type Row, testRefusals, testRows } from './table.ts';

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
];

let real: RealAgent;
beforeAll(async () => {
  real = await realAgentOn({ 'pyproject.toml': '[project]\nname = "rows"\nversion = "1"\n', ...filesOf(rows, refused) });
});
afterAll(() => real.close());

testRows(rows, () => real);
testRefusals(refused, () => real);
testRuns(rows);

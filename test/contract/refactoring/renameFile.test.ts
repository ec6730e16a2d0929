// What another name of a file or a folder changes, with the real engines: the whole project, before and after.
import { expect, test } from 'vitest';
import { rowsProject, withProgram } from './rows.ts';

const { follows, refused } = rowsProject();

const PYTHON = {
  'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n',
  'shop/__init__.py': 'from .cart import total\nfrom . import cart\n\n__all__ = ["total", "cart"]\n',
  'shop/cart.py': 'from .tax import rate\n\n\ndef total() -> int:\n    return rate\n',
  'shop/tax.py': 'rate = 1\n',
  'main.py': 'import shop.tax\nfrom shop.cart import total\nfrom shop import tax\n\nprint(total(), shop.tax.rate, tax.rate)\n',
};

test('Python: a module and a package get another name', async () => {
  await follows({
    files: PYTHON,
    tool: 'rename_file',
    given: { file: 'shop/tax.py', new_file: 'shop/duty.py' },
    after: {
      'shop/tax.py': undefined,
      'shop/duty.py': 'rate = 1\n',
      'shop/cart.py': PYTHON['shop/cart.py'].replace('.tax', '.duty'),
      'main.py': PYTHON['main.py'].replaceAll('tax', 'duty'),
    },
  });
  const moved = Object.fromEntries(
    Object.entries(PYTHON).flatMap(([name, text]) =>
      name.startsWith('shop/')
        ? [
            [name, undefined],
            [name.replace('shop/', 'store/'), text],
          ]
        : [],
    ),
  );
  await follows({
    files: PYTHON,
    tool: 'rename_file',
    given: { file: 'shop', new_file: 'store' },
    after: { ...moved, 'main.py': PYTHON['main.py'].replaceAll('shop', 'store') },
  });
});

test('Python: a package in src moves to another one there, and src itself does not', async () => {
  const files = {
    'pyproject.toml': PYTHON['pyproject.toml'],
    'src/shop/__init__.py': 'from .tax import rate\n',
    'src/shop/tax/__init__.py': 'from shop.tax.rates import rate\n',
    'src/shop/tax/rates.py': 'rate = 1\n',
    'src/bank/__init__.py': '',
    'tests/test_tax.py': 'import shop.tax.rates\n\nassert shop.tax.rates.rate == 1\n',
  };
  await follows({
    files,
    tool: 'rename_file',
    given: { file: 'src/shop/tax', new_file: 'src/bank/tax' },
    after: {
      'src/shop/tax/__init__.py': undefined,
      'src/shop/tax/rates.py': undefined,
      'src/bank/tax/__init__.py': 'from bank.tax.rates import rate\n',
      'src/bank/tax/rates.py': 'rate = 1\n',
      'src/shop/__init__.py': 'from bank.tax import rate\n',
      'tests/test_tax.py': 'import bank.tax.rates\n\nassert bank.tax.rates.rate == 1\n',
    },
  });
  expect(await refused({ files, tool: 'rename_file', given: { file: 'src', new_file: 'code/src' } })).toMatchObject({
    error: 'refactoring_refused',
    message: expect.stringContaining('src is searched for modules'),
  });
});

test('a move whose imports no engine updates is refused before anything is touched', async (context) => {
  await withProgram(context, 'gopls');
  const go = { 'go.mod': 'module example.com/shop\n\ngo 1.21\n', 'cart/cart.go': 'package cart\n\nfunc Total() int { return 1 }\n' };
  expect(await refused({ files: go, tool: 'rename_file', given: { file: 'cart', new_file: 'basket' } })).toMatchObject({
    error: 'unsupported',
    message: expect.stringContaining('moves to another folder'),
  });
  await follows({
    files: go,
    tool: 'rename_file',
    given: { file: 'cart/cart.go', new_file: 'cart/total.go' },
    after: { 'cart/cart.go': undefined, 'cart/total.go': go['cart/cart.go'] },
  });
});

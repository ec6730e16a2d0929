// What another name of a file or a folder changes, with the real engines: the whole project, before and after.
import { expect, test } from 'vitest';
import { follows, refused, withProgram } from './rows.ts';

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

test('what nobody follows is refused before anything is touched', async (context) => {
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

// What another name of a file or a folder changes, with the real engines: the whole project, before and after.
import { expect, test } from 'vitest';
import { follows, refused, withProgram } from './rows.ts';

const TSCONFIG = '{\n  "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true },\n  "include": ["src/**/*.ts"]\n}\n';
const SHOP = {
  'tsconfig.json': TSCONFIG,
  'package.json':
    '{\n  "name": "shop",\n  "type": "module",\n  "exports": { ".": "./src/main.ts", "./cart": { "types": "./src/cart.ts" } },\n  "files": ["src"]\n}\n',
  'src/cart.ts': "import { tax } from './tax.js';\nexport const total = (): number => tax;\n",
  'src/tax.ts': 'export const tax = 1;\n',
  'src/main.ts':
    "import { total } from './cart.js';\nexport const lazy = () => import('./cart.js');\nexport type Cart = typeof import('./cart.js');\nexport const n = total();\n",
  'src/parts/index.ts': "export { total } from '../cart.js';\nexport { part } from './part.js';\n",
  'src/parts/part.ts': 'export const part = 1;\n',
  'src/all.ts': "export * from './parts/index.js';\n",
};

test('TypeScript: every kind of import follows, and package.json, and nothing is added to tsconfig.json', async () => {
  await follows({
    files: SHOP,
    tool: 'rename_file',
    given: { file: 'src/cart.ts', new_file: 'src/model/basket.ts' },
    after: {
      'src/cart.ts': undefined,
      'src/model/basket.ts': "import { tax } from '../tax.js';\nexport const total = (): number => tax;\n",
      'src/main.ts': SHOP['src/main.ts'].replaceAll('./cart.js', './model/basket.js'),
      'src/parts/index.ts': SHOP['src/parts/index.ts'].replace('../cart.js', '../model/basket.js'),
      'package.json': SHOP['package.json'].replace('./src/cart.ts', './src/model/basket.ts'),
    },
  });
});

test('TypeScript: a folder, with what it imports and what imports it', async () => {
  await follows({
    files: SHOP,
    tool: 'rename_file',
    given: { file: 'src/parts', new_file: 'src/deep/pieces' },
    after: {
      'src/parts/index.ts': undefined,
      'src/parts/part.ts': undefined,
      'src/deep/pieces/index.ts': "export { total } from '../../cart.js';\nexport { part } from './part.js';\n",
      'src/deep/pieces/part.ts': 'export const part = 1;\n',
      'src/all.ts': "export * from './deep/pieces/index.js';\n",
    },
  });
});

test('TypeScript: the folder that tsconfig.json and package.json name, with its patterns and paths', async () => {
  const files = {
    'tsconfig.json':
      '{\n  // Where the code is.\n  "compilerOptions": { "strict": true, "module": "preserve", "noEmit": true, "paths": { "~/*": ["./src/*"] } },\n  "include": ["src/**/*.ts"]\n}\n',
    'package.json': '{ "name": "shop", "main": "src/main.ts", "files": ["src"] }\n',
    'src/cart.ts': 'export const total = 1;\n',
    'src/main.ts': "import { total } from '~/cart';\nexport const n = total;\n",
  };
  await follows({
    files,
    tool: 'rename_file',
    given: { file: 'src', new_file: 'source' },
    after: {
      'tsconfig.json': files['tsconfig.json'].replace('./src/*', './source/*').replace('"src/**', '"source/**'),
      'package.json': '{ "name": "shop", "main": "source/main.ts", "files": ["source"] }\n',
      'src/cart.ts': undefined,
      'src/main.ts': undefined,
      'source/cart.ts': files['src/cart.ts'],
      // What the mapping named has gone from the place it named, so TypeScript writes the import without it.
      'source/main.ts': files['src/main.ts'].replace('~/cart', './cart'),
    },
  });
});

test('TypeScript: only the case of a name', async () => {
  await follows({
    files: SHOP,
    tool: 'rename_file',
    given: { file: 'src/tax.ts', new_file: 'src/Tax.ts' },
    after: { 'src/tax.ts': undefined, 'src/Tax.ts': SHOP['src/tax.ts'], 'src/cart.ts': SHOP['src/cart.ts'].replace('./tax.js', './Tax.js') },
  });
});

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
  expect(await refused({ files: PYTHON, tool: 'rename_file', given: { file: 'shop/tax.py', new_file: 'shop/sub/tax.py' } })).toMatchObject({
    error: 'unsupported',
    message: expect.stringContaining('moves to another folder'),
  });
  await withProgram(context, 'gopls');
  const go = { 'go.mod': 'module example.com/shop\n\ngo 1.21\n', 'cart/cart.go': 'package cart\n\nfunc Total() int { return 1 }\n' };
  expect(await refused({ files: go, tool: 'rename_file', given: { file: 'cart', new_file: 'basket' } })).toMatchObject({ error: 'unsupported' });
  await follows({
    files: go,
    tool: 'rename_file',
    given: { file: 'cart/cart.go', new_file: 'cart/total.go' },
    after: { 'cart/cart.go': undefined, 'cart/total.go': go['cart/cart.go'] },
  });
});

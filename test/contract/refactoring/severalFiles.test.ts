// Several files and folders moved in one call by real engines: the imports of all of them follow, checked once and undone at once.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

const FILES = {
  'package.json': '{ "type": "module", "imports": { "#rate": "./web/rate.ts" } }\n',
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "allowImportingTsExtensions": true, "types": [] }, "include": ["web"] }\n',
  'web/cart.ts':
    "import { rate } from './rate.ts';\nimport type { Page } from './views/page.ts';\n\nexport const total = (page: Page): number => rate + page.size;\n",
  'web/rate.ts': 'export const rate = 1;\n',
  'web/views/page.ts':
    "import { rate } from '../rate.ts';\nimport { other } from './other.ts';\n\nexport interface Page {\n  size: number;\n}\n\nexport const page: Page = { size: rate + other };\n",
  'web/views/other.ts': "export const other = 2;\n\nexport const lazy = () => import('../cart.ts');\n",
  'web/main.ts':
    "import { rate } from '#rate';\nimport { total } from './cart.ts';\nimport { page } from './views/page.ts';\n\nexport const bill = total(page) + rate;\n",
  'shop/__init__.py': '',
  'shop/cart.py': 'from shop.rate import rate\n\n\ndef total() -> int:\n    return rate()\n',
  'shop/rate.py': 'def rate() -> int:\n    return 1\n',
  'shop/near.py': 'from .far import far\n\n\ndef near() -> int:\n    return far()\n',
  'shop/far.py': 'def far() -> int:\n    return 1\n',
  'bill.py': 'from shop.cart import total\nfrom shop.rate import rate\n\nbill: int = total() + rate()\n',
};

let real: RealAgent;
beforeAll(async () => {
  real = await realAgentOn(FILES);
});
afterAll(() => real.close());

const texts = async (names: readonly string[]) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(real.agent.ide.project.path, name), 'utf8')])));

async function isUndone(change: unknown, names: readonly string[]): Promise<void> {
  await real.agent.call('undo', { change_id: change });
  expect(await texts(Object.keys(FILES))).toEqual(FILES);
  for (const name of names) expect(existsSync(join(real.agent.ide.project.path, name))).toBe(false);
}

test('TypeScript: files and a folder that import each other, by paths and by a name of the package', async () => {
  const moves = [
    { file: 'web/cart.ts', new_file: 'web/model/basket.ts' },
    { file: 'web/rate.ts', new_file: 'web/model/rates/rate.ts' },
    { file: 'web/views', new_file: 'web/pages' },
  ];
  const { value } = await real.agent.call('rename_file', { moves });
  expect(value).toMatchObject({ applied: true, newErrors: [], fixedErrors: [] });
  expect(await texts(['package.json', 'web/model/basket.ts', 'web/pages/page.ts', 'web/pages/other.ts', 'web/main.ts'])).toEqual({
    'package.json': FILES['package.json'].replace('./web/rate.ts', './web/model/rates/rate.ts'),
    'web/model/basket.ts': FILES['web/cart.ts'].replace('./rate.ts', './rates/rate.ts').replace('./views/page.ts', '../pages/page.ts'),
    'web/pages/page.ts': FILES['web/views/page.ts'].replace('../rate.ts', '../model/rates/rate.ts'),
    'web/pages/other.ts': FILES['web/views/other.ts'].replace('../cart.ts', '../model/basket.ts'),
    'web/main.ts': FILES['web/main.ts'].replace('./cart.ts', './model/basket.ts').replace('./views/page.ts', './pages/page.ts'),
  });
  expect(existsSync(join(real.agent.ide.project.path, 'web/views'))).toBe(false);
  await isUndone(value['changeId'], ['web/model', 'web/pages']);
});

test('Python: modules that import each other by their whole names', async () => {
  const moves = [
    { file: 'shop/cart.py', new_file: 'shop/basket.py' },
    { file: 'shop/rate.py', new_file: 'shop/rates.py' },
  ];
  const { value } = await real.agent.call('rename_file', { moves });
  expect(value).toMatchObject({ applied: true, newErrors: [], fixedErrors: [] });
  expect(await texts(['shop/basket.py', 'bill.py'])).toEqual({
    'shop/basket.py': FILES['shop/cart.py'].replace('shop.rate', 'shop.rates'),
    'bill.py': FILES['bill.py'].replace('shop.cart', 'shop.basket').replace('shop.rate', 'shop.rates'),
  });
  await isUndone(value['changeId'], ['shop/basket.py']);
});

test('where one import would change with two of the moves, and nobody knows to what, it is refused', async () => {
  const moves = [
    { file: 'shop/near.py', new_file: 'shop/deep/near.py' },
    { file: 'shop/far.py', new_file: 'shop/other/far.py' },
  ];
  expect(await real.agent.refusal('rename_file', { moves })).toMatchObject({
    error: 'refactoring_refused',
    message: expect.stringContaining('shop/near.py:1'),
  });
  expect(await texts(Object.keys(FILES))).toEqual(FILES);
});

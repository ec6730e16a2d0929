// What a package exports to the world keeps its name there where others may use it, and the answer says which it was.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import type { ToolName } from '../../support/testTools.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { withProgram } from './rows.ts';

const CONFIG = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, module: 'nodenext', target: 'es2022', noEmit: true, types: [] },
    include: ['src', 'test'],
  }),
};
const PUBLISHED =
  '{ "name": "shop", "version": "1.0.0", "type": "module", "main": "./dist/index.js", "exports": { ".": { "types": "./dist/index.d.ts", "import": "./dist/index.js" } } }';
const SOURCES = {
  ...CONFIG,
  'src/cart.ts':
    'export function total(prices: number[]): number {\n  return prices.length;\n}\nexport const twice = (prices: number[]) => total(prices) * 2;\n',
  'src/bill.ts': "import { total } from './cart.js';\nexport const bill = total([1]);\n",
  'src/index.ts': "export { total, twice } from './cart.js';\nexport { bill } from './bill.js';\n",
  'test/cart.ts': "import { total } from '../src/index.js';\nexport const tested = total([1, 2]);\n",
};
const TOTAL = { file: 'src/cart.ts', name: 'total' };

test('TypeScript: a published package exports it under its old name, and whoever imports it from there is left alone', async () => {
  const real = await opened({ ...SOURCES, 'package.json': PUBLISHED });
  const preview = await real.agent.call('rename_symbol', { symbol: TOTAL, new_name: 'summed', preview: true });
  expect(JSON.stringify(preview.value['notes'])).toContain(
    'src/index.ts still exports it as total (public_name: keep), because the package can be installed by others',
  );
  const { value } = await real.agent.call('rename_symbol', { symbol: TOTAL, new_name: 'summed' });
  expect(value).toMatchObject({ applied: true, edits: 5, newErrors: [], notes: preview.value['notes'] });
  expect(await textIn(real, 'src/index.ts')).toBe("export { summed as total, twice } from './cart.js';\nexport { bill } from './bill.js';\n");
  expect(await textIn(real, 'src/bill.ts')).toContain("import { summed } from './cart.js';\nexport const bill = summed([1]);");
  expect(await textIn(real, 'test/cart.ts')).toBe(SOURCES['test/cart.ts']);
});

test('TypeScript: with public_name: rename everybody follows, and the answer says that others must', async () => {
  const real = await opened({ ...SOURCES, 'package.json': PUBLISHED });
  const { value } = await real.agent.call('rename_symbol', { symbol: TOTAL, new_name: 'summed', public_name: 'rename' });
  expect(value).toMatchObject({ applied: true, edits: 7, newErrors: [] });
  expect(JSON.stringify(value['notes'])).toContain('src/index.ts exports summed instead of total now');
  expect(await textIn(real, 'test/cart.ts')).toContain('import { summed }');
  expect(
    await real.agent.refusal('rename_symbol', { symbol: { file: 'src/cart.ts', name: 'twice' }, new_name: 'doubled', public_name: 'alias' }),
  ).toMatchObject({
    error: 'invalid_arguments',
  });
});

test('TypeScript: a private package renames it everywhere, unless a string names it or the agent wants it kept', async () => {
  const manifest = '{ "name": "shop", "version": "1.0.0", "private": true, "type": "module", "main": "./src/index.ts" }';
  const real = await opened({ ...SOURCES, 'package.json': manifest });
  expect((await real.agent.call('rename_symbol', { symbol: TOTAL, new_name: 'summed', preview: true })).value).toMatchObject({ edits: 7 });
  expect((await real.agent.call('rename_symbol', { symbol: TOTAL, new_name: 'summed', preview: true, public_name: 'keep' })).value).toMatchObject({ edits: 5 });
  const named = await opened({ ...SOURCES, 'package.json': manifest, 'src/helpers.ts': "export const helpers = ['total'];\n" });
  const { value } = await named.agent.call('rename_symbol', { symbol: TOTAL, new_name: 'summed', preview: true });
  expect(value).toMatchObject({ edits: 5 });
  expect(JSON.stringify(value['notes'])).toContain('because strings name it: src/helpers.ts:1');
});

test('TypeScript: what an entry exports with a star, or declares itself, gets its old name as an alias', async () => {
  const starred = await opened({ ...SOURCES, 'package.json': PUBLISHED, 'src/index.ts': "export * from './cart.js';\n" });
  const { value } = await starred.agent.call('rename_symbol', { symbol: TOTAL, new_name: 'summed' });
  expect(value).toMatchObject({ applied: true, newErrors: [] });
  expect(await textIn(starred, 'src/index.ts')).toBe("export * from './cart.js';\nexport { summed as total } from './cart.js';\n");
  expect(await textIn(starred, 'test/cart.ts')).toContain('import { summed }');
  const own = await opened({
    ...CONFIG,
    'package.json': PUBLISHED,
    'src/index.ts': 'export interface Cart {\n  size: number;\n}\nexport const empty: Cart = { size: 0 };\n',
  });
  expect((await own.agent.call('rename_symbol', { symbol: { name: 'Cart' }, new_name: 'Basket' })).value).toMatchObject({ applied: true, newErrors: [] });
  expect(await textIn(own, 'src/index.ts')).toContain('export type { Basket as Cart };\n');
});

test('TypeScript: a module that exports fits a pattern or an entry exports as a namespace keeps the name itself', async () => {
  const pattern = '{ "name": "shop", "version": "1.0.0", "type": "module", "exports": { "./*": "./dist/*.js" } }';
  const real = await opened({ ...SOURCES, 'package.json': pattern });
  await real.agent.call('rename_symbol', { symbol: TOTAL, new_name: 'summed' });
  expect(await textIn(real, 'src/cart.ts')).toMatch(/\nexport \{ summed as total \};\n$/);
  const spaced = await opened({ ...SOURCES, 'package.json': PUBLISHED, 'src/index.ts': "export * as cart from './cart.js';\n", 'test/cart.ts': '' });
  await spaced.agent.call('rename_symbol', { symbol: TOTAL, new_name: 'summed' });
  expect(await textIn(spaced, 'src/cart.ts')).toMatch(/\nexport \{ summed as total \};\n$/);
  expect(await textIn(spaced, 'src/index.ts')).toBe("export * as cart from './cart.js';\n");
});

test('TypeScript: what no entry exports is renamed without a word', async () => {
  const real = await opened({ ...SOURCES, 'package.json': PUBLISHED, 'src/inner.ts': 'export function hidden(): number {\n  return 1;\n}\n' });
  const { value } = await real.agent.call('rename_symbol', { symbol: { name: 'hidden' }, new_name: 'inside' });
  expect(value).not.toHaveProperty('notes');
});

const PYTHON = {
  'src/shop/__init__.py': 'from .cart import total\n\n__all__ = ["total"]\n',
  'src/shop/cart.py': 'def total(prices):\n    return len(prices)\n',
  'tests/test_cart.py': 'from shop import total\n\n\ndef test_total():\n    assert total([1]) == 1\n',
};

test('Python: a distribution keeps the old name as a second one of its package', async () => {
  const project = '[build-system]\nrequires = ["hatchling"]\n\n[project]\nname = "shop"\nversion = "1.0"\n';
  const real = await opened({ ...PYTHON, 'pyproject.toml': project });
  const { value } = await real.agent.call('rename_symbol', { symbol: { file: 'src/shop/cart.py', name: 'total' }, new_name: 'summed' });
  expect(value).toMatchObject({ applied: true, newErrors: [] });
  expect(JSON.stringify(value['notes'])).toContain('src/shop/__init__.py still exports it as total');
  const text = await textIn(real, 'src/shop/__init__.py');
  expect(text).toMatch(/^from \.cart import summed\n/);
  expect(text).toMatch(/total = summed\n$/);
  expect(text).toMatch(/__all__ = \[.*"total".*\]/);
  const settled = await opened({ ...PYTHON, 'pyproject.toml': '[project]\nname = "shop"\n' });
  await settled.agent.call('rename_symbol', { symbol: { file: 'src/shop/cart.py', name: 'total' }, new_name: 'summed' });
  expect(await textIn(settled, 'src/shop/__init__.py')).not.toContain('total = summed');
});

test('Python: a variable that may be set again cannot have two names, so the agent is asked', async () => {
  const project = '[build-system]\nrequires = ["hatchling"]\n\n[project]\nname = "shop"\nversion = "1.0"\n';
  const real = await opened({ 'pyproject.toml': project, 'shop/__init__.py': 'from .state import current\n', 'shop/state.py': 'current = None\n' });
  const given = { symbol: { file: 'shop/state.py', name: 'current' }, new_name: 'active' };
  expect(await real.agent.refusal('rename_symbol', given)).toMatchObject({
    error: 'refactoring_refused',
    next: expect.stringContaining('public_name: "rename"'),
  });
  expect((await real.agent.call('rename_symbol', { ...given, public_name: 'rename' })).value).toMatchObject({ applied: true, edits: 2 });
});

test('Rust: a crate for a registry keeps it at the root of its library', async (context) => {
  const manifest = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\nlicense = "MIT"\ndescription = "A shop."\n';
  const files = {
    'src/lib.rs': 'mod cart;\npub use cart::total;\npub fn bill() -> i32 {\n    total(1)\n}\n',
    'src/cart.rs': 'pub fn total(n: i32) -> i32 {\n    n\n}\n',
  };
  const real = await opened({ ...files, 'Cargo.toml': manifest }, 'rust-analyzer', context);
  const { value } = await real.agent.call('rename_symbol', { symbol: { file: 'src/cart.rs', name: 'total' }, new_name: 'summed' });
  expect(value).toMatchObject({ applied: true, newErrors: [] });
  expect(await textIn(real, 'src/lib.rs')).toBe(
    'mod cart;\npub use cart::summed;\npub fn bill() -> i32 {\n    summed(1)\n}\npub use crate::summed as total;\n',
  );
});

test('Go: that others must follow is said of a library and not of a program; a second name is not made', async (context) => {
  const files = { 'go.mod': 'module example.com/shop\n\ngo 1.21\n', 'cart.go': 'package shop\n\nfunc Total(n int) int { return n }\n' };
  const library = await opened(files, 'gopls', context);
  const given = { symbol: { file: 'cart.go', name: 'Total' }, new_name: 'Summed' };
  expect((await library.agent.call('rename_symbol', { ...given, preview: true })).value).toMatchObject({
    notes: ['Total is exported: modules that import this one must follow.'],
  });
  expect(await library.agent.refusal('rename_symbol', { ...given, public_name: 'keep' })).toMatchObject({
    error: 'refactoring_refused',
    next: expect.stringContaining('public_name: "rename"'),
  });
  const program = await opened({ ...files, 'cmd/main.go': 'package main\n\nfunc main() {}\n' }, 'gopls', context);
  expect((await program.agent.call('rename_symbol', { ...given, preview: true })).value).not.toHaveProperty('notes');
});

async function opened(files: Readonly<Record<string, string>>, program?: ToolName, context?: TestContext): Promise<RealAgent> {
  if (program !== undefined && context !== undefined) await withProgram(context, program);
  const real = await realAgentOn(files);
  onTestFinished(() => real.close());
  return real;
}

function textIn({ agent }: RealAgent, file: string): Promise<string> {
  return readFile(join(agent.ide.project.path, file), 'utf8');
}

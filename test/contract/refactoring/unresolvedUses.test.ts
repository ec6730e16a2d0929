// Uses that the engine can follow nowhere: an answer about all uses says so, and nothing is renamed, moved or deleted by half.
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import type { ToolName } from '../../support/testTools.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { withProgram } from './rows.ts';

const OPTIONS = { strict: true, target: 'es2022', module: 'preserve', moduleResolution: 'bundler', types: [], noEmit: true };

// The tests of a sibling package have a configuration that extends one that is not there, and with it the path to the package is lost.
const MONOREPO = {
  'package.json': '{ "private": true, "workspaces": ["packages/*"] }',
  'packages/core/package.json': '{ "name": "@acme/core", "private": true }',
  'packages/core/tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS, include: ['src'] }),
  'packages/core/src/total.ts': 'export function total(prices: number[]): number {\n  return prices.length;\n}\nexport const RATE = 2;\n',
  'packages/core/src/bill.ts': "import { RATE, total } from './total';\nexport const bill = total([1]) * RATE;\n",
  'packages/web/package.json': '{ "name": "@acme/web", "private": true }',
  'packages/web/tsconfig.json': '{ "extends": "../../missing.json", "include": ["src"] }',
  'packages/web/src/page.ts': "import { RATE, total } from '@acme/core';\nexport const page = total([1, 2]) * RATE;\n",
  'packages/web/src/other.ts': "import * as core from '@acme/core';\nexport const other = core.total([1]) + core.RATE;\n",
  // Not installed, and nothing of this project.
  'packages/web/src/foreign.ts': "import { bill } from 'accounting';\nexport const foreign = bill();\n",
};
const TOTAL = { file: 'packages/core/src/total.ts', name: 'total' };

test('a sibling package whose configuration is broken makes references incomplete, with its places', async () => {
  const { agent } = await opened(MONOREPO);
  const { value } = await agent.call('find_references', { symbol: TOTAL });
  expect(value).toMatchObject({
    complete: false,
    total: 3,
    why: expect.stringMatching(/packages\/web\/src\/other\.ts:2.*packages\/web\/src\/page\.ts:1|page\.ts:1.*other\.ts:2/),
  });
});

test.each([
  ['rename_symbol', { symbol: TOTAL, new_name: 'summed' }, 'page.ts:1'],
  ['change_signature', { symbol: TOTAL, parameters: [{ name: 'prices' }, { name: 'rate', type: 'number', value: '1' }] }, 'page.ts:1'],
  ['move_symbol', { symbol: TOTAL, to_file: 'packages/core/src/sums.ts' }, 'page.ts:1'],
  ['inline_symbol', { symbol: { file: 'packages/core/src/total.ts', name: 'RATE' } }, 'page.ts:1'],
])('%s refuses to leave it behind, and names it where it is allowed to', async (tool, given, place) => {
  const { agent } = await opened(MONOREPO);
  const error = tool === 'inline_symbol' ? 'possibly_used' : 'knowledge_incomplete';
  expect(await agent.refusal(tool, given)).toMatchObject({ error, message: expect.stringContaining(place) });
  const { value } = await agent.call(tool, { ...given, allow_incomplete: true, preview: true });
  expect(JSON.stringify(value['notes'])).toContain(place);
});

test('safe_delete refuses what only such a place uses', async () => {
  const { agent } = await opened({ ...MONOREPO, 'packages/core/src/bill.ts': 'export {};\n' });
  expect(await agent.refusal('safe_delete', { symbol: TOTAL })).toMatchObject({ error: 'possibly_used', message: expect.stringContaining('page.ts:1') });
});

test('rename_file refuses to leave imports of the file behind that cannot be resolved', async () => {
  const files = { ...MONOREPO, 'packages/web/src/page.ts': "import { total } from '@acme/core/src/total';\nexport const page = total([1, 2]);\n" };
  const { agent } = await opened(files);
  const given = { file: 'packages/core/src/total.ts', new_file: 'packages/core/src/sums.ts' };
  expect(await agent.refusal('rename_file', given)).toMatchObject({ error: 'knowledge_incomplete', message: expect.stringContaining('page.ts:1') });
  const { value } = await agent.call('rename_file', { ...given, allow_incomplete: true, preview: true });
  expect(JSON.stringify(value['notes'])).toContain('page.ts:1');
});

test('what a package that is not installed calls by the same name is none of it', async () => {
  const { agent } = await opened(MONOREPO);
  const { value } = await agent.call('rename_symbol', { symbol: { file: 'packages/core/src/bill.ts', name: 'bill' }, new_name: 'invoice', preview: true });
  expect(value).toMatchObject({ applied: false, edits: 1 });
});

test('what a file that is not there, a style sheet or a module of others calls by the same name is none of it', async () => {
  const { agent } = await opened({
    'tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS, include: ['src'] }),
    'package.json': '{ "name": "alone", "private": true }',
    'src/total.ts': 'export function total(): number {\n  return 1;\n}\n',
    'src/styles.css': '.total {}\n',
    'src/page.ts': "import { total } from './styles.css';\nexport const page = total;\n",
    'src/client.ts': "import { total } from './generated/client';\nexport const client = total;\n",
  });
  const { value } = await agent.call('rename_symbol', { symbol: { file: 'src/total.ts', name: 'total' }, new_name: 'summed', preview: true });
  expect(value).toMatchObject({ applied: false, edits: 1 });
});

interface Case {
  readonly title: string;
  readonly program?: ToolName;
  readonly files: Readonly<Record<string, string>>;
  readonly symbol: Readonly<Record<string, unknown>>;
  readonly places: readonly string[];
}

const cases: readonly Case[] = [
  {
    title: 'Python: a package whose folder is no import root',
    files: {
      'pyproject.toml': '[project]\nname = "acme"\n',
      'deep/lib/acme/__init__.py': '',
      'deep/lib/acme/cart.py': 'def total(prices):\n    return len(prices)\n',
      'app/page.py': 'from acme.cart import total\n\nPAGE = total([1])\n',
      'app/other.py': 'import acme.cart as cart\n\nOTHER = cart.total([1])\n',
      'app/foreign.py': 'from accounting import total\n\nFOREIGN = total()\n',
    },
    symbol: { file: 'deep/lib/acme/cart.py', name: 'total' },
    places: ['app/page.py:1', 'app/other.py:3'],
  },
  {
    title: 'Go: folders without a go.mod',
    program: 'gopls',
    files: {
      'cart/cart.go': 'package cart\n\nfunc Total(n int) int { return n }\n',
      'shop/shop.go': 'package shop\n\nimport "example.com/acme/cart"\n\nfunc Bill() int { return cart.Total(1) }\n',
    },
    symbol: { file: 'cart/cart.go', name: 'Total' },
    places: ['shop/shop.go:5'],
  },
  {
    title: 'Rust: the body of a macro, a file that no module names, one that is only for another system',
    program: 'rust-analyzer',
    files: {
      'Cargo.toml': '[package]\nname = "acme"\nversion = "0.1.0"\nedition = "2021"\npublish = false\n',
      'src/lib.rs':
        'pub fn total(n: i32) -> i32 {\n    n\n}\npub fn run() -> i32 {\n    total(1) + twice!()\n}\n#[macro_export]\nmacro_rules! twice {\n    () => {\n        total(3)\n    };\n}\n#[cfg(windows)]\nmod win;\n',
      'src/win.rs': 'pub fn w() -> i32 {\n    crate::total(4)\n}\n',
      'src/loose.rs': 'pub fn l() -> i32 {\n    crate::total(5)\n}\n',
    },
    symbol: { file: 'src/lib.rs', name: 'total' },
    places: ['src/lib.rs:10', 'src/win.rs:2', 'src/loose.rs:2'],
  },
];

test.for(cases)('$title', async ({ program, files, symbol, places }, context) => {
  const { agent } = await opened(files, program, context);
  const refusal = await agent.refusal('rename_symbol', { symbol, new_name: 'Summed' });
  expect(refusal).toMatchObject({ error: 'knowledge_incomplete' });
  for (const place of places) expect(refusal.message).toContain(place);
  expect(refusal.message).not.toContain('foreign');
  const { value } = await agent.call('rename_symbol', { symbol, new_name: 'Summed', allow_incomplete: true, preview: true });
  for (const place of places) expect(JSON.stringify(value['notes'])).toContain(place);
});

test('Rust: a file outside of any Cargo project is not called completely known', async (context) => {
  const { agent } = await opened(
    { 'a.rs': 'mod b;\npub fn total(n: i32) -> i32 {\n    n\n}\nfn main() {\n    total(1);\n}\n', 'b.rs': 'pub fn b() -> i32 {\n    crate::total(2)\n}\n' },
    'rust-analyzer',
    context,
  );
  const { value } = await agent.call('find_references', { symbol: { file: 'a.rs', line: 2, name: 'total' } });
  expect(value).toMatchObject({ complete: false, why: expect.stringContaining('Cargo.toml') });
});

async function opened(files: Readonly<Record<string, string>>, program?: ToolName, context?: TestContext): Promise<RealAgent> {
  if (program !== undefined && context !== undefined) await withProgram(context, program);
  const real = await realAgentOn(files);
  onTestFinished(() => real.close());
  return real;
}

// Files that have several names, through symbolic links: each is one file to whoever asks, and nobody who uses it by another name is forgotten.
import { execFile } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { pathOf } from '../../../src/base/files/fileUri.ts';
import type { ToolName } from '../../support/testTools.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { withProgram } from './rows.ts';

const OPTIONS = { strict: true, target: 'es2022', module: 'preserve', moduleResolution: 'bundler', types: [], noEmit: true };
const CART =
  'export function total(prices: number[]): number {\n  return prices.length;\n}\nexport interface Priced {\n  price(): number;\n}\nexport const RATE = 2;\n';
const USER = (from: string, name: string) =>
  `import { RATE, total, type Priced } from '${from}';\nexport const ${name} = total([1]) * RATE;\nexport class ${name.toUpperCase()} implements Priced {\n  price() {\n    return ${name};\n  }\n}\n`;

describe('a file that is imported by its own name and by that of a link', () => {
  let real: RealAgent;
  beforeAll(async () => {
    const files = {
      'tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS }),
      'cart.ts': CART,
      'a.ts': USER('./cart', 'a'),
      'b.ts': USER('./lib/link', 'b'),
    };
    real = await linkedProject(files, { 'lib/link.ts': '../cart.ts' });
  });
  afterAll(() => real.close());

  const TOTAL = [
    { file: 'cart.ts', name: 'total' },
    { file: 'lib/link.ts', name: 'total' },
    { file: 'a.ts', line: 2, name: 'total' },
    { file: 'b.ts', line: 2, name: 'total' },
  ];

  test.each(TOTAL)('has the same references from $file', async (symbol) => {
    const { value } = await real.agent.call('find_references', { symbol });
    expect(value).toMatchObject({ complete: true, total: 5, types: { declaration: 1, import: 2, call: 2 } });
    expect(JSON.stringify(value)).not.toContain('link.ts"');
  });

  test.each(TOTAL)('is renamed by every name from $file', async (symbol) => {
    const { value } = await real.agent.call('rename_symbol', { symbol, new_name: 'summed', preview: true });
    expect(value).toMatchObject({ edits: 5, newErrors: [] });
    expect(filesOf(value)).toEqual(['a.ts', 'b.ts', 'cart.ts']);
  });

  test('a member that classes implement through either name is renamed in both', async () => {
    const { value } = await real.agent.call('rename_symbol', { symbol: { file: 'b.ts', line: 4, name: 'price' }, new_name: 'cost', preview: true });
    expect(filesOf(value)).toEqual(['a.ts', 'b.ts', 'cart.ts']);
  });

  test('its implementations and callers are found by either name, and its symbols once', async () => {
    const found = await real.agent.call('find_implementations', { symbol: { file: 'cart.ts', name: 'Priced' } });
    expect(JSON.stringify(found.value)).toMatch(/a\.ts.*b\.ts/);
    const symbols = await real.agent.call('search_symbols', { query: 'total' });
    expect(JSON.stringify(symbols.value).match(/cart\.ts|link\.ts/g)).toEqual(['cart.ts']);
  });

  test('a text is found once, unless only the link is looked into, and both names are listed', async () => {
    expect((await real.agent.call('search_text', { query: 'prices:' })).value).toMatchObject({ total: 1 });
    expect((await real.agent.call('search_text', { query: 'prices:', under: 'lib' })).value).toMatchObject({ total: 1 });
    expect(JSON.stringify((await real.agent.call('list_project_files', {})).value)).toContain('link.ts');
  });

  test.each([
    ['inline_symbol', { symbol: { file: 'cart.ts', name: 'RATE' } }],
    ['move_symbol', { symbol: { file: 'cart.ts', name: 'total' }, to_file: 'sums.ts' }],
    ['change_signature', { symbol: { file: 'cart.ts', name: 'total' }, parameters: [{ name: 'prices' }, { name: 'rate', type: 'number', value: '1' }] }],
  ])('%s leaves nobody behind who uses it through the link', async (tool, given) => {
    const refusal = await real.agent.refusal(tool, given);
    expect(['knowledge_incomplete', 'possibly_used']).toContain(refusal.error);
    expect(refusal.message).toContain('b.ts:');
  });

  test('an edit through the link changes the file, reports errors of whoever imports either name, and is undone', async () => {
    const { agent } = real;
    const root = pathOf(agent.ide.project.uri);
    const edits = [{ old_text: 'export function total', new_text: 'export function sum' }];
    const { value } = await agent.call('edit_file', { file: 'lib/link.ts', edits });
    expect(filesOf(value)).toEqual(['cart.ts']);
    expect(JSON.stringify(value['newErrors'])).toMatch(/a\.ts/);
    expect(JSON.stringify(value['newErrors'])).toMatch(/b\.ts/);
    expect(await readlink(join(root, 'lib/link.ts'))).toBe('../cart.ts');
    expect(await readFile(join(root, 'cart.ts'), 'utf8')).toContain('function sum');
    const diagnostics = await agent.call('get_diagnostics', {});
    expect(diagnostics.value).toMatchObject({ counts: { error: 2 } });
    await agent.call('undo', { change_id: value['changeId'] });
    expect(await readFile(join(root, 'cart.ts'), 'utf8')).toBe(CART);
    expect((await agent.call('get_diagnostics', {})).value).toMatchObject({ counts: { error: 0 } });
    expect(await readlink(join(root, 'lib/link.ts'))).toBe('../cart.ts');
  });

  test('write_file through the link writes the file, and the link stays one', async () => {
    const { agent } = real;
    const root = pathOf(agent.ide.project.uri);
    const { value } = await agent.call('write_file', { file: 'lib/link.ts', text: `${CART}// more\n` });
    expect(filesOf(value)).toEqual(['cart.ts']);
    expect((await lstat(join(root, 'lib/link.ts'))).isSymbolicLink()).toBe(true);
    await agent.call('undo', { change_id: value['changeId'] });
    expect(await readFile(join(root, 'cart.ts'), 'utf8')).toBe(CART);
  });

  test('rename_file of the link moves the link and its importers; of its target it is refused while the link would break', async () => {
    const { agent } = real;
    const root = pathOf(agent.ide.project.uri);
    const { value } = await agent.call('rename_file', { file: 'lib/link.ts', new_file: 'lib/alias.ts' });
    expect(await readlink(join(root, 'lib/alias.ts'))).toBe('../cart.ts');
    expect(await readFile(join(root, 'b.ts'), 'utf8')).toContain("from './lib/alias'");
    expect(await readFile(join(root, 'a.ts'), 'utf8')).toContain("from './cart'");
    await agent.call('undo', { change_id: value['changeId'] });
    expect(await readlink(join(root, 'lib/link.ts'))).toBe('../cart.ts');
    for (const [file, to] of [
      ['cart.ts', 'basket.ts'],
      ['lib/link.ts', 'deep/er/link.ts'],
    ])
      expect(await agent.refusal('rename_file', { file, new_file: to })).toMatchObject({
        error: 'refactoring_refused',
        message: expect.stringContaining('lib/link.ts'),
      });
  });

  test('safe_delete of the link is refused while it is imported, of its target while the link leads to it', async () => {
    const { agent } = real;
    expect(await agent.refusal('safe_delete', { file: 'lib/link.ts' })).toMatchObject({ error: 'still_used', uses: [{ file: 'b.ts' }] });
    const root = pathOf(agent.ide.project.uri);
    await symlink('cart.ts', join(root, 'spare.ts'));
    const { value } = await agent.call('safe_delete', { file: 'spare.ts' });
    expect(filesOf(value)).toEqual(['spare.ts']);
    expect(await readFile(join(root, 'cart.ts'), 'utf8')).toBe(CART);
  });

  test('the rename is written, and the compiler finds nothing wrong', async () => {
    await real.agent.call('rename_symbol', { symbol: { file: 'b.ts', line: 2, name: 'total' }, new_name: 'summed' });
    expect(await compiled(pathOf(real.agent.ide.project.uri))).toBe('');
  });
});

const AUTHORSHIP = { author: 'tester 1.0', tool: 'write_file', title: 'a test' };

interface Row {
  readonly title: string;
  readonly program?: ToolName;
  readonly files: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
  // Asked about from each of these, as `file:line` of a use or the declaration.
  readonly from: readonly string[];
  readonly changed: readonly string[];
  readonly edits: number;
}

const rows: readonly Row[] = [
  {
    title: 'a folder of sources that a package links to, whose own name no configuration includes',
    files: {
      'package.json': '{ "private": true }',
      'shared/src/cart.ts': 'export function total(): number {\n  return 1;\n}\n',
      'shared/src/bill.ts': "import { total } from './cart';\nexport const bill = total();\n",
      'packages/a/tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS, include: ['.'] }),
      'packages/a/index.ts': "import { total } from './src/cart';\nexport const a = total();\n",
    },
    links: { 'packages/a/src': '../../shared/src' },
    from: ['shared/src/cart.ts:1', 'packages/a/index.ts:2', 'packages/a/src/bill.ts:2'],
    changed: ['packages/a/index.ts', 'shared/src/bill.ts', 'shared/src/cart.ts'],
    edits: 5,
  },
  {
    title: 'a workspace package that is linked into node_modules, and a configuration that keeps the name',
    files: {
      'package.json': '{ "private": true, "workspaces": ["packages/*"] }',
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...OPTIONS, preserveSymlinks: true }, include: ['packages/*/src'] }),
      'packages/core/package.json': '{ "name": "@acme/core", "private": true, "main": "src/index.ts", "types": "src/index.ts" }',
      'packages/core/src/index.ts': 'export function total(): number {\n  return 1;\n}\n',
      'packages/core/src/bill.ts': "import { total } from './index';\nexport const bill = total();\n",
      'packages/web/package.json': '{ "name": "@acme/web", "private": true }',
      'packages/web/src/page.ts': "import { total } from '@acme/core';\nexport const page = total();\n",
    },
    links: { 'node_modules/@acme/core': '../../packages/core' },
    from: ['packages/core/src/index.ts:1', 'packages/web/src/page.ts:2'],
    changed: ['packages/core/src/bill.ts', 'packages/core/src/index.ts', 'packages/web/src/page.ts'],
    edits: 5,
  },
  {
    title: 'the same where TypeScript looks behind the link by itself',
    files: {
      'package.json': '{ "private": true, "workspaces": ["packages/*"] }',
      'tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS, include: ['packages/*/src'] }),
      'packages/core/package.json': '{ "name": "@acme/core", "private": true, "main": "src/index.ts", "types": "src/index.ts" }',
      'packages/core/src/index.ts': 'export function total(): number {\n  return 1;\n}\n',
      'packages/web/src/page.ts': "import { total } from '@acme/core';\nexport const page = total();\n",
    },
    links: { 'node_modules/@acme/core': '../../packages/core' },
    from: ['packages/core/src/index.ts:1', 'packages/web/src/page.ts:2'],
    changed: ['packages/core/src/index.ts', 'packages/web/src/page.ts'],
    edits: 3,
  },
  {
    title: 'a Python module and a package behind links',
    files: {
      'cart.py': 'def total(n: int) -> int:\n    return n\n',
      'a.py': 'from cart import total\n\nA = total(1)\n',
      'b.py': 'import lib.link\n\nB = lib.link.total(2)\n',
      'lib/__init__.py': '',
      'real/__init__.py': '',
      'real/inner.py': 'from cart import total\n\nINNER = total(3)\n',
      'c.py': 'from alias.inner import total\n\nC = total(4)\n',
    },
    links: { 'lib/link.py': '../cart.py', alias: 'real' },
    from: ['cart.py:1', 'b.py:3', 'c.py:3'],
    changed: ['a.py', 'b.py', 'c.py', 'cart.py', 'real/inner.py'],
    edits: 8,
  },
  {
    title: 'a Go file that two packages share through a link',
    program: 'gopls',
    files: {
      'go.mod': 'module example.com/acme\n\ngo 1.21\n',
      'cart/total.go': 'package cart\n\nfunc Total(n int) int { return n }\n',
      'other/cart/doc.go': 'package cart\n',
      'a/a.go': 'package a\n\nimport "example.com/acme/cart"\n\nvar A = cart.Total(1)\n',
      'b/b.go': 'package b\n\nimport "example.com/acme/other/cart"\n\nvar B = cart.Total(2)\n',
    },
    links: { 'other/cart/total.go': '../../cart/total.go' },
    from: ['cart/total.go:3', 'b/b.go:5'],
    changed: ['a/a.go', 'b/b.go', 'cart/total.go'],
    edits: 3,
  },
];

test.for(rows)('$title', async ({ program, files, links, from, changed, edits }, context) => {
  if (program !== undefined) await withProgram(context, program);
  const { agent, close } = await linkedProject(files, links);
  onTestFinished(close);
  for (const place of from) {
    const [file = '', line = ''] = place.split(':');
    const name = program === 'gopls' ? 'Total' : 'total';
    const symbol = { file, line: Number(line), name };
    const { value } = await agent.call('rename_symbol', { symbol, new_name: name === 'Total' ? 'Summed' : 'summed', preview: true });
    expect({ place, files: filesOf(value), edits: value['edits'], errors: value['newErrors'] }).toEqual({ place, files: changed, edits, errors: [] });
  }
});

describe('links that lead out of the project, to nowhere, or in a cycle', () => {
  let real: RealAgent;
  let root: string;
  let outside: string;
  beforeAll(async () => {
    outside = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-outside-')));
    await writeFile(join(outside, 'theirs.ts'), "import { total } from '../cart';\nexport const theirs = total();\n");
    const files = {
      'tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS }),
      'cart.ts': 'export function total(): number {\n  return 1;\n}\n',
      'a.ts': "import { total } from './cart';\nimport { theirs } from './lib/theirs';\nexport const a = total() + theirs;\n",
    };
    real = await linkedProject(files, {
      'lib/theirs.ts': join(outside, 'theirs.ts'),
      'lib/nowhere.ts': './none.ts',
      'lib/up': '..',
      out: outside,
      'lib/itself.ts': 'itself.ts',
    });
    root = pathOf(real.agent.ide.project.uri);
  });
  afterAll(async () => {
    await real.close();
    await rm(outside, { recursive: true, force: true });
  });

  test('nothing is written through the ones that lead out', async () => {
    const { agent } = real;
    for (const file of ['lib/theirs.ts', 'out/theirs.ts', 'out/new.ts']) {
      expect(await agent.refusal('write_file', { file, text: 'x' })).toMatchObject({ error: 'outside_project' });
      expect(await agent.refusal('read_file', { file })).toMatchObject({ error: 'outside_project' });
    }
    expect(await readdir(outside)).toEqual(['theirs.ts']);
  });

  test('a rename that would have to change a file behind one is refused, and nothing is written', async () => {
    const { agent } = real;
    const refusal = await agent.refusal('rename_symbol', { symbol: { file: 'cart.ts', name: 'total' }, new_name: 'summed' });
    expect(refusal.message).toMatch(/theirs\.ts/);
    expect(await readFile(join(outside, 'theirs.ts'), 'utf8')).toContain('total');
    expect(await readFile(join(root, 'cart.ts'), 'utf8')).toContain('total');
  });

  test('who uses a file through one is reported', async () => {
    const { value } = await real.agent.call('find_references', { symbol: { file: 'cart.ts', name: 'total' } });
    expect(value).toMatchObject({ total: 5 });
    expect(JSON.stringify(value)).toContain(join(outside, 'theirs.ts'));
  });

  test('deleting such a link takes the link, never what is behind it', async () => {
    const { ide } = real.agent;
    const { signal } = new AbortController();
    const uri = `${ide.project.uri}/out`;
    const made = await ide.changes.apply(await ide.changes.plan({ operations: [{ kind: 'delete', uri, ifMissing: 'fail' }] }, signal), AUTHORSHIP, signal);
    expect(await readdir(root)).not.toContain('out');
    expect(await readdir(outside)).toEqual(['theirs.ts']);
    await real.agent.call('undo', { change_id: made.id });
    expect(await readlink(join(root, 'out'))).toBe(outside);
  });

  test('a folder that becomes a link between the plan and the writing is not written through', async () => {
    const { ide } = real.agent;
    const { signal } = new AbortController();
    await mkdir(join(root, 'swapped'));
    await writeFile(join(root, 'swapped/kept.ts'), 'export {};\n');
    const uri = await ide.documents.locate('swapped/new.ts');
    const plan = await ide.changes.plan({ operations: [{ kind: 'create', uri, text: 'evil\n', ifExists: 'fail' }] }, signal);
    await rename(join(root, 'swapped'), join(root, 'was'));
    await symlink(outside, join(root, 'swapped'));
    await expect(ide.changes.apply(plan, AUTHORSHIP, signal)).rejects.toMatchObject({ code: 'changed_meanwhile' });
    expect(await readdir(outside)).toEqual(['theirs.ts']);
  });
});

function filesOf(value: Readonly<Record<string, unknown>>): unknown {
  return Array.isArray(value['files'])
    ? value['files'].map((row: unknown) => (typeof row === 'object' && row !== null && 'file' in row ? row.file : row))
    : value;
}

async function compiled(folder: string): Promise<string> {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error);
  return stdout;
}

async function linkedProject(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>>): Promise<RealAgent> {
  return realAgentOn(files, async (project) => {
    for (const [path, target] of Object.entries(links)) {
      await mkdir(dirname(join(project, path)), { recursive: true });
      await symlink(target, join(project, path));
    }
  });
}

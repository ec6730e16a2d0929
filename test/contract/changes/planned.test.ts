// What a plan would break, asked of real engines before anything is written, and never seen by anybody else.
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../../src/hosts/headless/headlessIde.ts';
import type { Ide } from '../../../src/ide/ide.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';

const { signal } = new AbortController();
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const FILES = {
  'tsconfig.json': '{"compilerOptions":{"strict":true,"module":"nodenext","target":"es2022","noEmit":true},"include":["*.ts"]}',
  'cart.ts': 'export function total(prices: number[]): number {\n  return prices.length;\n}\n',
  'main.ts': "import { total } from './cart.js';\nexport const sum: number = total([1]);\n",
  'shop.py': 'def price(name: str) -> int:\n    return len(name)\n',
  'use.py': 'from shop import price\n\nvalue: int = price("a")\n',
};
let folder = '';
let ide: Ide;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-planned-')));
  const path = join(folder, 'project');
  await mkdir(path);
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(path, name), text);
  const services = { stateFolder: join(folder, 'state'), processes: new Processes({ started: () => {}, ended: () => {} }), log: silent };
  ide = await openHeadlessIde({ name: 'project', path, uri: uriOf(path), trusted: true }, services);
});

afterAll(async () => {
  await ide.close();
  await rm(folder, { recursive: true, force: true });
});

const uri = (name: string) => uriOf(join(ide.project.path, name));
const errorsIn = async (names: readonly string[]) => {
  const { value } = await ide.languages.diagnostics(names.map(uri), signal, () => {});
  return value.files.flatMap(({ diagnostics }) => diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message));
};
const plannedErrors = async (texts: Readonly<Record<string, string>>, names: readonly string[]) => {
  const planned = new Map(Object.entries(texts).map(([name, text]) => [uri(name), text]));
  const { value } = await ide.languages.check({ uris: names.map(uri), linted: [], texts: planned }, signal, () => {});
  return value.compiled.files.flatMap(({ diagnostics }) => diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message));
};

test('reports the errors that a plan would bring into other files, and forgets it afterwards', async () => {
  const plan = { 'cart.ts': 'export function total(prices: number[]): string {\n  return String(prices.length);\n}\n' };
  expect(await plannedErrors(plan, ['cart.ts', 'main.ts'])).toEqual(["Type 'string' is not assignable to type 'number'."]);
  expect(await errorsIn(['cart.ts', 'main.ts'])).toEqual([]);
});

test('a file that does not exist yet counts', async () => {
  const plan = {
    'main.ts': "import { tax } from './tax.js';\nexport const sum: string = tax();\n",
    'tax.ts': 'export function tax(): number {\n  return 1;\n}\n',
  };
  expect(await plannedErrors(plan, ['main.ts', 'tax.ts'])).toEqual(["Type 'number' is not assignable to type 'string'."]);
  expect((await readdir(ide.project.path)).includes('tax.ts')).toBe(false);
  expect(await errorsIn(['main.ts'])).toEqual([]);
});

test('Python too', async () => {
  const plan = { 'shop.py': 'def price(name: str) -> str:\n    return name\n' };
  expect(await plannedErrors(plan, ['shop.py', 'use.py'])).toEqual([expect.stringContaining('"str" is not assignable to "int"')]);
  expect(await errorsIn(['shop.py', 'use.py'])).toEqual([]);
});

test('a concurrent question is answered from the files, not from the plan', async () => {
  const plan = { 'cart.ts': 'export function total(): string {\n  return "";\n}\n' };
  const both = await Promise.all([
    plannedErrors(plan, ['main.ts']),
    errorsIn(['main.ts']),
    plannedErrors(plan, ['main.ts']),
    errorsIn(['main.ts']),
    ide.languages.hover({ uri: uri('main.ts'), position: { line: 1, character: 28 } }, signal),
  ]);
  expect(both[0]).not.toEqual([]);
  expect(both[2]).not.toEqual([]);
  expect([both[1], both[3]]).toEqual([[], []]);
  expect(both[4].value?.signature).toContain('number');
});

test('what happens to a file while a plan is looked at is known afterwards', async () => {
  const looking = plannedErrors({ 'cart.ts': 'export const total = (prices: number[]): number => prices.length;\n' }, ['main.ts']);
  await writeFile(join(ide.project.path, 'cart.ts'), 'export function total(prices: number[]): boolean {\n  return prices.length > 0;\n}\n');
  await looking;
  expect(await errorsIn(['main.ts'])).toEqual(["Type 'boolean' is not assignable to type 'number'."]);
  await writeFile(join(ide.project.path, 'cart.ts'), FILES['cart.ts']);
  expect(await errorsIn(['main.ts'])).toEqual([]);
});

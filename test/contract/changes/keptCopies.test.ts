// A copy in which plans are checked is kept with its engines for the next plan, and is what the project is by then, whatever has happened to either.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../../src/hosts/headless/headlessIde.ts';
import type { WholeIde } from '../../../src/ide/optionalDoors.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';
import { type Agent, agentOf } from '../../support/check.ts';

const FILES = {
  '.gitignore': 'node_modules\ngenerated\n',
  'tsconfig.json':
    '{"compilerOptions":{"strict":true,"noEmit":true,"types":[],"module":"nodenext","allowImportingTsExtensions":true},"include":["src","linked"]}',
  'package.json': '{"name":"shop","private":true,"type":"module"}',
  'src/core.ts': 'export const price = (): number => 1;\n',
  'src/gone.ts': 'export const gone = 1;\n',
  'one/index.ts': 'export const one = 1;\n',
  'two/index.ts': 'export const two = 2;\n',
  'generated/made.d.ts': 'export declare const made: number;\n',
  'node_modules/.package-lock.json': '{}',
  'node_modules/library/package.json': '{"name":"library","version":"1.0.0","types":"./index.d.ts"}',
  'node_modules/library/index.d.ts': 'export declare const old: number;\n',
};

let folder: string;
let project: string;
let agent: Agent<WholeIde>;
let count = 0;
// Roots of copies and the ids of their engines.
const started: { readonly root: string; readonly pid: number }[] = [];

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-kept-')));
  project = join(folder, 'project');
  for (const [path, text] of Object.entries(FILES)) await put(path, text);
  await symlink('./one', join(project, 'linked'));
  const log = { info: (text: string) => noteStart(text), warn: () => {}, error: () => {} };
  const services = { stateFolder: join(folder, 'state'), processes: new Processes({ started: () => {}, ended: () => {} }), log };
  agent = await agentOf(await openHeadlessIde({ name: 'project', path: project, uri: uriOf(project), trusted: true }, services), {});
});
afterAll(async () => {
  await agent.client.close();
  await agent.ide.close();
  expect(await copies()).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

describe('between two plans', () => {
  test('nothing: the same copy and the same engine are asked', async () => {
    await isRefused("import { nothing } from '../core.ts';\n\nexport const x = nothing;\n");
    const [first, before] = [await copies(), started.length];
    expect(first).toHaveLength(1);
    await isRefused("import { nothing } from '../core.ts';\n\nexport const y = nothing;\n");
    await isWritten("import { price } from '../core.ts';\n\nexport const z: number = price();\n");
    await isWritten("import { z } from '../new3/use.ts';\n\nexport const w: number = z;\n");
    expect([await copies(), started.length]).toEqual([first, before]);
  });

  test('a file changes, and keeps its size and its time', async () => {
    const path = join(project, 'src/core.ts');
    const { atime, mtime } = await stat(path);
    await writeFile(path, FILES['src/core.ts'].replace('price', 'prize'));
    await utimes(path, atime, mtime);
    await rm(join(project, 'src/new3'), { recursive: true });
    await rm(join(project, 'src/new4'), { recursive: true });
    await isRefused("import { price } from '../core.ts';\n\nexport const x = price;\n");
    await isWritten("import { prize } from '../core.ts';\n\nexport const x: number = prize();\n");
  });

  test('files come and go', async () => {
    await put('src/come.ts', 'export const come = 1;\n');
    await rm(join(project, 'src/gone.ts'));
    await isRefused("import { gone } from '../gone.ts';\n\nexport const x = gone;\n");
    await isWritten("import { come } from '../come.ts';\n\nexport const x: number = come;\n");
  });

  test('a package is installed, and another version of one that is there', async () => {
    await isRefused("import { fresh } from 'fresh';\n\nexport const x = fresh;\n");
    await put('node_modules/fresh/package.json', '{"name":"fresh","version":"1.0.0","types":"./index.d.ts"}');
    await put('node_modules/fresh/index.d.ts', 'export declare const fresh: number;\n');
    await isWritten("import { fresh } from 'fresh';\n\nexport const x: number = fresh;\n");
    await isWritten("import { old } from 'library';\n\nexport const x: number = old;\n");
    await put('node_modules/library/index.d.ts', 'export declare const now: number;\n');
    await put('node_modules/.package-lock.json', '{ "packages": {} }');
    await isRefused("import { old } from 'library';\n\nexport const x = old;\n");
    await isWritten("import { now } from 'library';\n\nexport const x: number = now;\n");
  });

  test('what version control does not see is made anew', async () => {
    await isWritten("import { made } from '../../generated/made.js';\n\nexport const x: number = made;\n");
    await put('generated/made.d.ts', 'export declare const other: number;\n');
    await isRefused("import { made } from '../../generated/made.js';\n\nexport const x = made;\n");
    await isWritten("import { other } from '../../generated/made.js';\n\nexport const x: number = other;\n");
  });

  test('a link leads elsewhere', async () => {
    await isWritten("import { one } from '../../linked/index.ts';\n\nexport const x: number = one;\n");
    await rm(join(project, 'linked'));
    await symlink('./two', join(project, 'linked'));
    await isRefused("import { one } from '../../linked/index.ts';\n\nexport const x = one;\n");
    await isWritten("import { two } from '../../linked/index.ts';\n\nexport const x: number = two;\n");
  });

  test('the configuration becomes stricter', async () => {
    await isWritten('export function f(a: number, b: number): number {\n  return a;\n}\n');
    await put('tsconfig.json', FILES['tsconfig.json'].replace('"strict"', '"noUnusedParameters":true,"strict"'));
    await isRefused('export function g(a: number, b: number): number {\n  return a;\n}\n');
  });

  test('a cleaner removes the copy, or a part of it', async () => {
    await isWritten("import { prize } from '../core.ts';\n\nexport const x: number = prize();\n");
    for (const name of await copies()) await rm(join(tmpdir(), name), { recursive: true });
    await isWritten("import { prize } from '../core.ts';\n\nexport const y: number = prize();\n");
    await isRefused("import { price } from '../core.ts';\n\nexport const x = price;\n");
    const [root = ''] = started.map((engine) => engine.root).filter(existsSync);
    await rm(join(root, 'src/core.ts'));
    await isWritten("import { prize } from '../core.ts';\n\nexport const y: number = prize();\n");
    await isRefused("import { price } from '../core.ts';\n\nexport const x = price;\n");
  });

  test('somebody writes into the copy', async () => {
    await isWritten("import { prize } from '../core.ts';\n\nexport const x: number = prize();\n");
    const [root = ''] = started.map((engine) => engine.root).filter(existsSync);
    await writeFile(join(root, 'src/core.ts'), 'export const forged = 1;\n');
    await isRefused("import { forged } from '../core.ts';\n\nexport const x = forged;\n");
    await isWritten("import { prize } from '../core.ts';\n\nexport const x: number = prize();\n");
  });

  test('its engine dies', async () => {
    const { pid } = started.at(-1) ?? expect.unreachable('no engine was started');
    process.kill(pid, 'SIGKILL');
    await isRefused("import { price } from '../core.ts';\n\nexport const x = price;\n");
    await isWritten("import { prize } from '../core.ts';\n\nexport const x: number = prize();\n");
  });
});

// In a folder that is not there yet, which engines cannot be shown.
function writing(text: string) {
  count += 1;
  return { file: `src/new${count}/use.ts`, text, verify: 'refuse' };
}

async function isRefused(text: string): Promise<void> {
  expect(await agent.refusal('write_file', writing(text))).toMatchObject({ error: 'new_errors', message: expect.not.stringContaining('after writing') });
}

async function isWritten(text: string): Promise<void> {
  expect((await agent.call('write_file', writing(text))).value).toMatchObject({ applied: true, newErrors: [] });
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), text);
}

function noteStart(text: string): void {
  const [, root, pid] = /runs for (.*binnacle-copy-.*) \(pid (\d+)\)$/.exec(text) ?? [];
  if (root !== undefined) started.push({ root, pid: Number(pid) });
}

async function copies(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith(`binnacle-copy-${process.pid}-`));
}

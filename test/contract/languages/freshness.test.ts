// Whether a call sees what was on disk before it, whatever happened there and however fast.
import { execFile } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { live, openWorkspace, type Workspace } from './workspace.ts';

const files = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noEmit: true, target: 'es2022', module: 'preserve', types: [] }, include: ['src'] }),
  'src/total.ts': 'export const total = (): number => 1;\n',
  'src/use.ts': `import { total } from './total';\ntotal();\n`,
};

const uses = async (workspace: Workspace) => (await workspace.references('src/total.ts', 'total')).value.length;

test('edits, creations, renames and deletions made right before a call are seen by it, every time', async () => {
  const workspace = await openWorkspace(files);
  expect(await uses(workspace)).toBe(3);
  for (let round = 0; round < 25; round++) {
    await workspace.write('src/use.ts', `import { total } from './total';\n${'total();\n'.repeat(round + 1)}`);
    expect(await uses(workspace)).toBe(round + 3);
    await workspace.write('src/new.ts', `import { total } from './total';\n`);
    expect(await uses(workspace)).toBe(round + 4);
    await rename(join(workspace.root, 'src/new.ts'), join(workspace.root, 'src/moved.ts'));
    expect((await workspace.references('src/total.ts', 'total')).value.map(({ uri }) => workspace.path(uri))).toContain('src/moved.ts');
    await workspace.remove('src/moved.ts');
    expect(await uses(workspace)).toBe(round + 3);
  }
});

test('the file that was asked about itself is seen as it is on disk', async () => {
  const workspace = await openWorkspace(files);
  for (let round = 0; round < 25; round++) {
    await workspace.write('src/total.ts', `${'// moved\n'.repeat(round)}export const total = (): number => 1;\n`);
    const { value } = await workspace.languages.definition(await workspace.place('src/use.ts', 'total'), live());
    expect(workspace.shown(value)).toEqual([`src/total.ts:${round + 1}:14`]);
    const outline = await workspace.languages.outline(workspace.uri('src/total.ts'), live());
    expect(outline.value[0]?.selection.start.line).toBe(round);
  }
});

test('diagnostics of a file follow what happens in another', async () => {
  const workspace = await openWorkspace({ ...files, 'src/use.ts': `import { total } from './total';\nexport const text: number = total();\n` });
  for (let round = 0; round < 10; round++) {
    await workspace.write('src/total.ts', 'export const total = (): string => "";\n');
    expect((await workspace.diagnosticsOf('src/use.ts')).map(({ code }) => code)).toEqual(['2322']);
    await workspace.write('src/total.ts', 'export const total = (): number => 1;\n');
    expect(await workspace.diagnosticsOf('src/use.ts')).toEqual([]);
    await workspace.remove('src/total.ts');
    expect((await workspace.diagnosticsOf('src/use.ts')).map(({ code }) => code)).toEqual(['2307']);
  }
});

test('another branch that was checked out is what answers are about', async () => {
  const workspace = await openWorkspace(files);
  const git = async (...args: string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: workspace.root });
  await git('init', '-q', '-b', 'one');
  await git('add', '.');
  await git('commit', '-qm', 'one');
  await git('checkout', '-qb', 'two');
  for (let index = 0; index < 20; index++) await workspace.write(`src/two${index}.ts`, `import { total } from './total';\n`);
  await workspace.write('src/use.ts', 'export {};\n');
  await git('add', '.');
  await git('commit', '-qm', 'two');
  for (let round = 0; round < 5; round++) {
    expect(await uses(workspace)).toBe(21);
    await git('checkout', '-q', 'one');
    expect(await uses(workspace)).toBe(3);
    await git('checkout', '-q', 'two');
  }
});

test('a tsconfig.json that changes its mind is followed', async () => {
  const workspace = await openWorkspace({ ...files, 'other/use.ts': `import { total } from '../src/total';\nconst wrong: string = total();\n` });
  expect(await uses(workspace)).toBe(5);
  await workspace.write('tsconfig.json', files['tsconfig.json'].replace('"src"', '"src","other"'));
  expect(await uses(workspace)).toBe(5);
  expect((await workspace.diagnosticsOf('other/use.ts')).filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['2322']);
  await workspace.write(
    'tsconfig.json',
    files['tsconfig.json'].replace('"strict":true', '"strict":true,"noUnusedLocals":true').replace('"src"', '"src","other"'),
  );
  expect((await workspace.diagnosticsOf('other/use.ts')).filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['6133', '2322']);
});

test('calls that run while files change each see what was written before them', async () => {
  const workspace = await openWorkspace(files);
  const seen: Promise<void>[] = [];
  for (let round = 1; round <= 30; round++) {
    // In one step: a call may look while the next text is being written, and half a text is what it would rightly see.
    await workspace.write('next', `import { total } from './total';\n${'total();\n'.repeat(round)}`);
    await rename(join(workspace.root, 'next'), join(workspace.root, 'src/use.ts'));
    seen.push(uses(workspace).then((count) => expect(count).toBeGreaterThanOrEqual(round + 2)));
  }
  await Promise.all(seen);
});

test('packages that were installed between two calls are seen, also where one replaces an older one', async () => {
  const install = async (workspace: Workspace, type: string) => {
    await workspace.write('node_modules/tea/package.json', '{ "name": "tea", "version": "1.0.0", "types": "index.d.ts" }');
    await workspace.write('node_modules/tea/index.d.ts', `export const tea: ${type};\n`);
    await workspace.write('node_modules/.package-lock.json', `{ "type": "${type}" }`);
  };
  const workspace = await openWorkspace({
    ...files,
    '.gitignore': 'node_modules\n',
    'src/tea.ts': `import { tea } from 'tea';\nexport const cup: string = tea;\n`,
  });
  const codes = async () => (await workspace.diagnosticsOf('src/tea.ts')).map(({ code }) => code);
  expect(await codes()).toEqual(['2307']);
  await install(workspace, 'number');
  expect(await codes()).toEqual(['2322']);
  const calls = Array.from({ length: 20 }, () => workspace.references('src/total.ts', 'total'));
  await install(workspace, 'string');
  expect(await codes()).toEqual([]);
  for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ complete: true, value: { length: 3 } });
  expect((await Promise.all(calls)).flatMap(({ notes }) => notes ?? [])).toEqual([]);
});

test('a configuration that others extend, and data that sources import, are followed', async () => {
  const workspace = await openWorkspace({
    'base.json': `{ "compilerOptions": { "strict": true, "noEmit": true, "module": "preserve", "resolveJsonModule": true, "types": [] } }`,
    'tsconfig.json': '{ "extends": "./base.json", "include": ["src"] }',
    'src/data.json': '{ "price": 1 }',
    'src/a.ts': `import data from './data.json';\nexport const price: number = data.price;\nexport const pick = (x) => x;\n`,
  });
  const codes = async () => (await workspace.diagnosticsOf('src/a.ts')).filter(({ severity }) => severity === 'error').map(({ code }) => code);
  expect(await codes()).toEqual(['7006']);
  await workspace.write(
    'base.json',
    `{ "compilerOptions": { "strict": false, "noEmit": true, "module": "preserve", "resolveJsonModule": true, "types": [] } }`,
  );
  expect(await codes()).toEqual([]);
  await workspace.write('src/data.json', '{ "price": "free" }');
  expect(await codes()).toEqual(['2322']);
});

// What a change meets when files are closed, move on, or are wanted by two at once: it is done whole, or refused with everything as it was.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { appendFile, chmod, link, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { uriOf } from '../../base/files/fileUri.ts';
import type { Project } from '../../ide/ide.ts';
import type { FileOperation } from '../../ide/workspaceEdit.ts';
import { HeadlessChanges } from './headlessChanges.ts';
import { waitingPlace } from './writeSteps.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const { signal } = new AbortController();
const authorship = { author: 'tester 1.0', tool: 'edit_file', title: 'a test' };
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function projectOf(files: Readonly<Record<string, string>>, more: Partial<Project> = {}) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-resistance-')));
  folders.push(folder);
  const path = join(folder, 'project');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  const stateFolder = join(folder, 'state');
  const open = () => new HeadlessChanges({ project: { name: 'project', path, uri: uriOf(path), trusted: true, ...more }, stateFolder, log: silent });
  const uri = (name: string) => uriOf(join(path, name));
  const changes = open();
  return {
    path,
    state: stateFolder,
    changes,
    open,
    uri,
    records: async () => {
      const [history = ''] = await readdir(join(stateFolder, 'changes'));
      return (await readdir(join(stateFolder, 'changes', history))).map((name) => join(stateFolder, 'changes', history, name));
    },
    read: (name: string) => readFile(join(path, name), 'utf8'),
    plan: (...operations: FileOperation[]) => changes.plan({ operations }, signal),
    first: (name: string, newText: string, basis?: string): FileOperation => ({
      kind: 'edit',
      uri: uri(name),
      edits: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, newText }],
      ...(basis !== undefined && { basis }),
    }),
  };
}

test('places in a text that is not there any more are not edited', async () => {
  const project = await projectOf({ 'a.txt': '1\n' });
  await expect(project.plan(project.first('a.txt', 'x', 'an older text\n'))).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect((await project.plan(project.first('a.txt', 'x', '1\n'))).files).toHaveLength(1);
});

test('of two plans for one file the second is refused, also when both are applied at once', async () => {
  const project = await projectOf({ 'a.txt': '1\n', 'b.txt': '2\n' });
  const plans = await Promise.all(['x', 'y', 'z'].map((text) => project.plan(project.first('a.txt', text), project.first('b.txt', text))));
  const outcomes = await Promise.allSettled(plans.map((plan) => project.changes.apply(plan, authorship, signal)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect([await project.read('a.txt'), await project.read('b.txt')]).toEqual(['x\n', 'x\n']);
});

test('a folder that is deleted between plan and writing: refused, and not made again', async () => {
  const project = await projectOf({ 'sub/a.txt': '1\n', 'b.txt': '2\n' });
  const plan = await project.plan(project.first('sub/a.txt', 'x'), project.first('b.txt', 'y'));
  await rm(join(project.path, 'sub'), { recursive: true });
  await expect(project.changes.apply(plan, authorship, signal)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(await readdir(project.path)).toEqual(['b.txt']);
  expect(await project.read('b.txt')).toBe('2\n');
});

test('read-only files are neither edited, replaced nor deleted, but may move', async () => {
  const project = await projectOf({ 'a.txt': '1\n', 'b.txt': '2\n' });
  await chmod(join(project.path, 'a.txt'), 0o444);
  const refused: FileOperation[] = [
    project.first('a.txt', 'x'),
    { kind: 'create', uri: project.uri('a.txt'), text: 'new', ifExists: 'overwrite' },
    { kind: 'delete', uri: project.uri('a.txt'), ifMissing: 'fail' },
  ];
  for (const operation of refused) await expect(project.plan(project.first('b.txt', 'y'), operation)).rejects.toMatchObject({ code: 'file_not_writable' });
  const move = await project.plan({ kind: 'move', uri: project.uri('a.txt'), to: project.uri('c.txt'), ifExists: 'fail' });
  await project.changes.apply(move, authorship, signal);
  expect((await stat(join(project.path, 'c.txt'))).mode & 0o222).toBe(0);
});

test('a file that is closed between plan and writing is refused', async () => {
  const project = await projectOf({ 'a.txt': '1\n', 'b.txt': '2\n' });
  const plan = await project.plan(project.first('a.txt', 'x'), project.first('b.txt', 'y'));
  await chmod(join(project.path, 'b.txt'), 0o444);
  await expect(project.changes.apply(plan, authorship, signal)).rejects.toMatchObject({ code: 'file_not_writable' });
  expect([await project.read('a.txt'), await project.read('b.txt')]).toEqual(['1\n', '2\n']);
});

test('where another process is the writer nothing is written', async () => {
  const project = await projectOf({ 'a.txt': '1\n' }, { readOnly: { ownerPid: 4711 } });
  const plan = await project.plan(project.first('a.txt', 'x'));
  await expect(project.changes.apply(plan, authorship, signal)).rejects.toMatchObject({ code: 'not_permitted', message: expect.stringContaining('4711') });
});

test('records that were cut short are dropped, those of another version stay, and neither hides the others', async () => {
  const project = await projectOf({ 'a.txt': '1\n' });
  for (const text of ['2', '3', '4', '5'])
    await project.changes.apply(await project.plan(project.first('a.txt', text)), { ...authorship, title: `write ${text}` }, signal);
  const [first = '', second = '', third = ''] = await project.records();
  await writeFile(first, (await readFile(first)).subarray(0, 40));
  await writeFile(second, '{"format":9}\nwhatever');
  await writeFile(third, Buffer.alloc(400));
  await appendFile(third, '\n');
  const later = project.open();
  expect((await later.list(signal)).map(({ title }) => title)).toEqual(['write 5']);
  expect((await project.records()).map((file) => file === second)).toEqual([true, false]);
});

test('a folder that takes the place of a file between plan and writing: refused, and it stays', async () => {
  const project = await projectOf({ 'a.txt': '1\n', 'sub/b.txt': '2\n' });
  const plan = await project.plan(project.first('a.txt', 'x'), project.first('sub/b.txt', 'y'));
  await rm(join(project.path, 'sub/b.txt'));
  await mkdir(join(project.path, 'sub/b.txt'));
  await expect(project.changes.apply(plan, authorship, signal)).rejects.toMatchObject({ code: 'changed_meanwhile', details: { files: ['sub/b.txt'] } });
  expect(await project.read('a.txt')).toBe('1\n');
  expect(await project.changes.list(signal)).toMatchObject([{ rolledBack: true }]);
  expect((await readdir(project.path, { recursive: true })).sort()).toEqual(['a.txt', 'sub', join('sub', 'b.txt')]);
});

// A hard link is what a disk that ignores capitals looks like.
test('a move that changes only capitals never loses the file', async () => {
  const project = await projectOf({ 'Cart.txt': '1\n', 'Two.txt': '2\n', 'Three.txt': '3\n' });
  const move = (from: string, to: string): FileOperation => ({ kind: 'move', uri: project.uri(from), to: project.uri(to), ifExists: 'fail' });
  await project.changes.apply(await project.plan(move('Cart.txt', 'kept.txt'), move('kept.txt', 'cart.txt')), authorship, signal);
  expect(await project.read('cart.txt')).toBe('1\n');
  if ((await readdir(project.path)).includes('two.txt')) return;
  await link(join(project.path, 'Two.txt'), join(project.path, 'two.txt'));
  await expect(project.plan(move('Two.txt', 'two.txt'))).rejects.toMatchObject({ code: 'one_file_on_disk', next: expect.stringContaining('third name') });
  await writeFile(join(project.path, 'three.txt'), 'another\n');
  await expect(project.plan(move('Three.txt', 'three.txt'))).rejects.toMatchObject({ code: 'file_exists' });
});

// More files than are placed in one turn, so that somebody can come between them.
const MANY = 150;

test('a change that fails halfway and cannot be put back at once: said, tried again by every later call, and put back when it can be', async () => {
  const names = Array.from({ length: MANY }, (_, number) => `${String(number).padStart(3, '0')}.txt`);
  const project = await projectOf(Object.fromEntries(names.map((name) => [name, '1\n'])));
  const plan = await project.plan(...names.map((name) => project.first(name, 'x')));
  const applied = project.changes.apply(plan, authorship, signal);
  const now = (name: string) => readFileSync(join(project.path, name), 'utf8');
  let written: string | undefined;
  while (written === undefined) {
    await nextTurn();
    written = names.find((name) => now(name) === 'x\n');
  }
  // The way back of one file is barred, and another, which would be next, is somebody else's by now.
  const theirs = names.find((name) => now(name) === '1\n') ?? '';
  const obstacle = waitingPlace(join(project.path, written), idOfOnlyRecord(project.state));
  mkdirSync(join(obstacle, 'in the way'), { recursive: true });
  writeFileSync(join(project.path, theirs), 'theirs\n');
  await expect(applied).rejects.toMatchObject({ code: 'half_written', message: expect.stringContaining('a test') });
  await expect(project.plan(project.first(written, 'y'))).rejects.toMatchObject({ code: 'half_written' });
  expect(now(written)).toBe('x\n');

  await rm(obstacle, { recursive: true });
  expect(await project.changes.list(signal)).toMatchObject([{ rolledBack: true }]);
  expect(names.map(now)).toEqual(names.map((name) => (name === theirs ? 'theirs\n' : '1\n')));
  expect((await readdir(project.path)).sort()).toEqual(names);
});

function idOfOnlyRecord(state: string): string {
  return readdirSync(join(state, 'changes'), { recursive: true }).flatMap((name) => /-([0-9a-f]+)\.change$/.exec(String(name))?.[1] ?? [])[0] ?? '';
}

test('what waits for a change that was not recorded as a whole is taken away', async () => {
  const project = await projectOf({ 'a.txt': '1\n', 'sub/b.txt': '2\n' });
  const create: FileOperation = { kind: 'create', uri: project.uri('new/c.txt'), text: '3\n', ifExists: 'fail' };
  await project.changes.apply(await project.plan(project.first('a.txt', 'x'), create), authorship, signal);
  const [record = ''] = await project.records();
  // As a daemon leaves it that is ended while it records: dead, with what it has laid into the project, and nothing but the first line.
  const text = await readFile(record, 'latin1');
  const [head = ''] = text.split('\n', 1);
  await rm(join(project.path, 'new/c.txt'));
  await writeFile(join(project.path, 'a.txt'), '1\n');
  for (const name of ['a.txt', 'new/c.txt']) await writeFile(waitingPlace(join(project.path, name), idOfOnlyRecord(project.state)), 'waits');
  await writeFile(record, `${head.replace(/"pid":\d+/, '"pid":2147483646')}\nhalf`, 'latin1');
  expect(await project.open().list(signal)).toEqual([]);
  expect((await readdir(project.path, { recursive: true })).sort()).toEqual(['a.txt', 'sub', join('sub', 'b.txt')]);
  expect(await project.records()).toEqual([]);
});

// A folder of the project that becomes a link to the outside, before and while changes are written, undone and put back: nothing outside changes or is shown.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { uriOf } from '../../base/files/fileUri.ts';
import type { FileOperation } from '../../ide/workspaceEdit.ts';
import { HeadlessChanges } from './headlessChanges.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const { signal } = new AbortController();
const authorship = { author: 'tester 1.0', tool: 'edit_file', title: 'a test' };
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function projectBesideOutside(files: Readonly<Record<string, string>>, outsideFiles: Readonly<Record<string, string>>) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-swapped-')));
  folders.push(folder);
  const [path, outside] = [join(folder, 'project'), join(folder, 'outside')];
  for (const [root, texts] of [
    [path, files],
    [outside, outsideFiles],
  ] as const)
    for (const [name, text] of Object.entries(texts)) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      if (!name.endsWith('/.keep')) await writeFile(join(root, name), text);
    }
  const open = () =>
    new HeadlessChanges({ project: { name: 'project', path, uri: uriOf(path), trusted: true }, stateFolder: join(folder, 'state'), log: silent });
  const changes = open();
  const uri = (name: string) => uriOf(join(path, name));
  return {
    path,
    outside,
    changes,
    open,
    apply: async (...operations: FileOperation[]) => changes.apply(await changes.plan({ operations }, signal), authorship, signal),
    // The folder goes aside, and a link to the outside takes its place.
    swap: async (name: string) => {
      await rename(join(path, name), join(folder, 'aside'));
      await symlink(outside, join(path, name), 'junction');
    },
    // As a daemon leaves its last record that was killed halfway.
    cutShort: async () => {
      const history = join(folder, 'state', 'changes', (await readdir(join(folder, 'state', 'changes')))[0] ?? '');
      const record = join(history, (await readdir(history)).sort().at(-1) ?? '');
      const text = (await readFile(record, 'latin1')).replace(
        /"pid":\d+/,
        (pid) => `"pid":${'2147483646'.slice(0, pid.length - 6).padStart(pid.length - 6, '9')}`,
      );
      await writeFile(record, text.replace(/done {7}\n$/, `${' '.repeat(11)}\n`), 'latin1');
    },
    edit: (name: string, newText: string): FileOperation => ({
      kind: 'edit',
      uri: uri(name),
      edits: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, newText }],
    }),
    create: (name: string, text: string): FileOperation => ({ kind: 'create', uri: uri(name), text, ifExists: 'overwrite' }),
    move: (from: string, to: string): FileOperation => ({ kind: 'move', uri: uri(from), to: uri(to), ifExists: 'overwrite' }),
    remove: (name: string): FileOperation => ({ kind: 'delete', uri: uri(name), ifMissing: 'skip' }),
  };
}

// Every name outside with what it holds, and the time at which anything came into or left a folder.
function everythingIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(folder)
    .map((path) => `${path} ${statSync(path).isDirectory() ? statSync(path).mtimeMs : readFileSync(path, 'utf8')}`)
    .sort();
}

test('undo behind a link is refused, and shows nothing of what the link leads to', async () => {
  const project = await projectBesideOutside({ 'sub/a.txt': '1\n' }, { 'a.txt': 'a secret of somebody else\n' });
  const change = await project.apply(project.edit('sub/a.txt', '2'));
  const before = everythingIn(project.outside);
  await project.swap('sub');
  const refusal = await project.changes.planUndo(change.id, signal).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'undo_conflict', details: { conflicts: [{ why: 'sub is a link now' }] } });
  expect(JSON.stringify(refusal)).not.toContain('secret');
  expect(everythingIn(project.outside)).toEqual(before);
});

test('redo behind a link changes nothing outside', async () => {
  const project = await projectBesideOutside({ 'sub/a.txt': '1\n' }, { 'a.txt': '1\n' });
  const change = await project.apply(project.edit('sub/a.txt', '2'));
  const undone = await project.changes.apply(await project.changes.planUndo(change.id, signal), authorship, signal);
  const redo = await project.changes.planUndo(undone.id, signal);
  const before = everythingIn(project.outside);
  await project.swap('sub');
  await expect(project.changes.apply(redo, authorship, signal)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  await expect(project.changes.planUndo(undone.id, signal)).rejects.toMatchObject({ code: 'undo_conflict' });
  expect(everythingIn(project.outside)).toEqual(before);
});

test('what a killed process left half done behind a link is left there, and work goes on', async () => {
  const project = await projectBesideOutside({ 'sub/old/a.txt': '1\n', 'sub/b.txt': '2\n', 'c.txt': '3\n' }, { 'new/.keep': '', 'b.txt': 'x\n' });
  const operations = [project.move('sub/old', 'sub/new'), project.edit('sub/b.txt', 'x'), project.edit('c.txt', 'y')];
  await project.apply(...operations);
  await project.cutShort();
  const before = everythingIn(project.outside);
  await project.swap('sub');
  const later = project.open();
  expect(await later.list(signal)).toMatchObject([{ rolledBack: true }]);
  expect(everythingIn(project.outside)).toEqual(before);
  // What is still ours is put back.
  expect(await readFile(join(project.path, 'c.txt'), 'utf8')).toBe('3\n');
});

// Long enough that a folder is swapped some thousand times; on request for hours.
const RACE_MS = Number(process.env['BINNACLE_FUZZ_MS'] ?? 2_000);

test('while a folder and a link to the outside change places all the time, nothing outside changes', { timeout: RACE_MS + 60_000 }, async () => {
  const texts = Object.fromEntries(Array.from({ length: 8 }, (_, number) => [`sub/${number}.txt`, '1\n']));
  const same = Object.fromEntries(Object.keys(texts).map((name) => [name.slice('sub/'.length), '1\n']));
  const project = await projectBesideOutside({ ...texts, 'c.txt': '3\n' }, { ...same, 'made/.keep': '', 'old/.keep': '' });
  const before = everythingIn(project.outside);
  const swapping = new Worker(SWAPPER, { eval: true, workerData: { folder: join(project.path, 'sub'), outside: project.outside } });
  const applied: string[] = [];
  const tally: Record<string, number> = {};
  const attempt = async (work: () => Promise<{ readonly id: string }>) => {
    const word = await work().then(
      ({ id }) => {
        applied.push(id);
        return 'done';
      },
      (error: unknown) => String(Object(error).code),
    );
    tally[word] = (tally[word] ?? 0) + 1;
  };
  const end = Date.now() + RACE_MS;
  for (let round = 0; Date.now() < end; round++) {
    const number = round % 8;
    await attempt(() => project.apply(project.create(`sub/${number}.txt`, `${round}\n`), project.create('c.txt', `${round}\n`)));
    await attempt(() => project.apply(project.create(`sub/made/${number}.txt`, `${round}\n`)));
    await attempt(() => project.apply(project.move('sub/made', 'sub/old'), project.remove(`sub/${(number + 1) % 8}.txt`)));
    await attempt(async () => project.changes.apply(await project.changes.planUndo(applied.at(-1) ?? '', signal), authorship, signal));
    await attempt(() => project.apply(project.remove('sub/old'), project.remove('sub/made')));
    expect(everythingIn(project.outside), JSON.stringify(tally)).toEqual(before);
  }
  await swapping.terminate();
  expect(everythingIn(project.outside)).toEqual(before);
  // The race took place: some got through, some were refused.
  expect(Object.keys(tally)).toContain('done');
  expect(Object.keys(tally).length, JSON.stringify(tally)).toBeGreaterThan(1);
});

const SWAPPER = `
const { renameSync, rmSync, symlinkSync } = require('node:fs');
const { workerData: { folder, outside } } = require('node:worker_threads');
// Somebody else may have made a folder of that name meanwhile.
const put = (from, to) => {
  for (let tries = 0; tries < 1000; tries++) {
    try {
      return renameSync(from, to);
    } catch {}
    try {
      rmSync(to, { recursive: true, force: true });
    } catch {}
  }
  throw new Error('the folder cannot be swapped');
};
symlinkSync(outside, folder + '.link');
for (;;) {
  put(folder, folder + '.aside');
  put(folder + '.link', folder);
  for (let i = Math.random() * 20000; i > 0; i--);
  put(folder, folder + '.link');
  put(folder + '.aside', folder);
  for (let i = Math.random() * 200000; i > 0; i--);
}
`;

// Trees of real repositories: made without a trace in the person's, merged through real change sets, and never lost while there is work in them.
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { fileStamp } from '../../../test/support/fileStamp.ts';
import { pathOf, uriOf } from '../../base/files/fileUri.ts';
import type { ProposedMerge } from '../../ide/doors/agents.ts';
import { HeadlessChanges } from '../changes/headlessChanges.ts';
import { Processes } from '../processes/processes.ts';
import { originalOfTree, Worktrees } from './worktrees.ts';

const log = { info: () => {}, warn: (text: string) => void warnings.push(text), error: () => {} };
const warnings: string[] = [];
const { signal } = new AbortController();
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  expect(warnings.splice(0)).toEqual([]);
});

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always', ...args], { cwd, encoding: 'utf8' });

type Files = Readonly<Record<string, string | Buffer>>;

async function write(root: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
}

async function shop(files: Files, { isRepository = true, project = '' } = {}) {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-worktrees-')));
  folders.push(home);
  const root = join(home, 'shop');
  await write(root, files);
  if (isRepository) {
    git(root, 'init', '-q', '.');
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'first');
  }
  const stateFolder = join(home, 'state');
  await mkdir(stateFolder);
  const open = () => new Worktrees({ stateFolder, processes: new Processes({ started: () => {}, ended: () => {} }), log });
  // One of them, as in a daemon: each takes away what the dead have left, and nobody here waits for that.
  const own = open();
  const path = join(root, project);
  const changes = new HeadlessChanges({ project: { name: 'shop', path, uri: uriOf(path), trusted: true }, stateFolder, log });
  return {
    root,
    stateFolder,
    open,
    make: (id = 'a-11111111') => own.make(id, path, signal),
    changes,
    read: (name: string) => readFile(join(root, name), 'utf8'),
    merge: async ({ edit, taken }: ProposedMerge) => {
      const change = await changes.apply(await changes.plan(edit, signal), { author: 'a', tool: 'merge_agent', title: 'merge' }, signal);
      await taken(
        change.files.flatMap(({ uri, movedFrom = uri }) => [uri, movedFrom]),
        true,
      );
      return change;
    },
  };
}

const namesOf = (merge: ProposedMerge, root: string) => merge.edit.operations.map(({ kind, uri }) => `${kind} ${pathOf(uri).slice(root.length + 1)}`);

test('a tree holds what is committed, changed, staged and new, and not what is ignored; the person’s tree and git are as they were to the byte', async () => {
  const { root, make } = await shop({ 'a.ts': 'a\n', 'b.ts': 'b\n', 'gone.ts': 'x\n', '.gitignore': '*.log\n', 'deep/down/c.bin': Buffer.from([0, 255, 1]) });
  await write(root, { 'b.ts': 'b changed\n', 'staged.ts': 's\n', 'new.ts': 'n\n', 'debug.log': 'ignored\n' });
  await rm(join(root, 'gone.ts'));
  git(root, 'add', 'staged.ts');
  await chmod(join(root, 'a.ts'), 0o755);
  await symlink('a.ts', join(root, 'relative'));
  await symlink(join(root, 'b.ts'), join(root, 'absolute'));
  const before = await fileStamp(root);
  const tree = await make();
  expect((await readdir(tree.folder)).sort()).toEqual(['.git', '.gitignore', 'a.ts', 'absolute', 'b.ts', 'deep', 'new.ts', 'relative', 'staged.ts']);
  expect(await readFile(join(tree.folder, 'b.ts'), 'utf8')).toBe('b changed\n');
  expect(await readFile(join(tree.folder, 'deep/down/c.bin'))).toEqual(Buffer.from([0, 255, 1]));
  expect((await stat(join(tree.folder, 'a.ts'))).mode & 0o111).toBe(0o111);
  expect(await readlink(join(tree.folder, 'relative'))).toBe('a.ts');
  expect(await readlink(join(tree.folder, 'absolute'))).toBe(join(tree.folder, 'b.ts'));
  // Its own git says what the person's says, and what is done there stays there.
  const status = (folder: string) => git(folder, 'status', '--porcelain');
  expect(status(tree.folder)).toBe(
    execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8', env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' } }),
  );
  git(tree.folder, 'add', '.');
  git(tree.folder, 'commit', '-qm', 'of the agent');
  git(tree.folder, 'gc', '-q');
  expect(git(tree.folder, 'log', '--format=%s')).toBe('of the agent\nfirst\n');
  expect(await tree.look(signal)).toBe(0);
  await (await tree.merge(signal)).taken([], true);
  await tree.discard();
  expect(await fileStamp(root)).toEqual(before);
});

test('texts, modes, links, binaries, new files, deletions and renames are merged, beside what the person did meanwhile, and undone as one', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join('');
  const files = {
    'a.ts': lines,
    'tool.sh': '#!/bin/sh\n',
    'old.ts': `${lines}old\n`,
    'gone.ts': 'gone\n',
    'image.bin': Buffer.from([0, 1]),
    'windows.txt': 'a\r\nb\r\n',
  };
  const { root, make, merge, changes, read } = await shop(files);
  await symlink('a.ts', join(root, 'link'));
  const tree = await make();
  const at = (name: string) => join(tree.folder, name);
  await writeFile(at('a.ts'), lines.replace('line 2\n', 'agent 2\n'));
  await chmod(at('tool.sh'), 0o755);
  await mkdir(at('moved'));
  await rename(at('old.ts'), at('moved/new.ts'));
  await rm(at('gone.ts'));
  await writeFile(at('image.bin'), Buffer.from([0, 2, 3]));
  await write(tree.folder, { 'fresh/made.ts': 'made\n', 'fresh/run.sh': '#!\n', 'windows.txt': 'a\r\nb\r\nc\r\n' });
  await chmod(at('fresh/run.sh'), 0o755);
  await rm(at('link'));
  await symlink('fresh', at('link'));
  await writeFile(join(root, 'a.ts'), lines.replace('line 25\n', 'person 25\n'));
  await writeFile(join(root, 'old.ts'), `${lines}old and new\n`);
  const before = await fileStamp(root);
  expect(await tree.look(signal)).toBe(10);
  const proposed = await tree.merge(signal);
  expect(proposed.conflicts).toEqual([]);
  expect(await fileStamp(root)).toEqual(before);
  const change = await merge(proposed);
  expect(await read('a.ts')).toBe(lines.replace('line 2\n', 'agent 2\n').replace('line 25\n', 'person 25\n'));
  expect(await read('moved/new.ts')).toBe(`${lines}old and new\n`);
  expect(await read('windows.txt')).toBe('a\r\nb\r\nc\r\n');
  expect(await readFile(join(root, 'image.bin'))).toEqual(Buffer.from([0, 2, 3]));
  expect(await readlink(join(root, 'link'))).toBe('fresh');
  for (const name of ['tool.sh', 'fresh/run.sh']) expect((await stat(join(root, name))).mode & 0o111).toBe(0o111);
  expect((await readdir(root)).sort()).toEqual(['.git', 'a.ts', 'fresh', 'image.bin', 'link', 'moved', 'tool.sh', 'windows.txt']);
  expect(await tree.look(signal)).toBe(0);
  expect((await tree.merge(signal)).edit.operations).toEqual([]);
  await changes.apply(await changes.planUndo(change.id, signal), { author: 'a', tool: 'undo', title: 'undo' }, signal);
  expect(await fileStamp(root, 'without times')).toEqual(before.map(([name, , what]) => [name, what]));
});

test('the same lines changed by both stand between marks, and what nobody can decide stays in the tree', async () => {
  const { root, make, merge } = await shop({ 'a.ts': '1\n2\n3\n', 'deleted.ts': 'x\n', 'both.bin': Buffer.from([0, 1]), 'fine.ts': '1\n' });
  const tree = await make();
  await write(tree.folder, { 'a.ts': '1\nagent\n3\n', 'both.bin': Buffer.from([0, 2]), 'fine.ts': '1\n2\n', 'untracked.ts': 'agent\n' });
  await rm(join(tree.folder, 'deleted.ts'));
  await write(root, {
    'a.ts': '1\nperson\n3\n',
    'deleted.ts': 'kept by the person\n',
    'both.bin': Buffer.from([0, 3]),
    '.git/info/exclude': 'untracked.ts\n',
    'untracked.ts': 'person\n',
  });
  const proposed = await tree.merge(signal);
  expect(proposed.conflicts.flatMap(({ files }) => files).sort()).toEqual(['a.ts', 'both.bin', 'deleted.ts', 'untracked.ts']);
  expect(namesOf(proposed, root).sort()).toEqual(['create a.ts', 'create fine.ts']);
  const text = proposed.edit.operations.map((each) =>
    each.kind === 'create' && each.exact !== undefined && 'base64' in each.exact ? Buffer.from(each.exact.base64, 'base64').toString() : '',
  );
  expect(text).toContain('1\n<<<<<<< yours\nperson\n=======\nagent\n>>>>>>> a-11111111\n3\n');
  await merge(proposed);
  // The person's choice in a.ts is theirs now; the others are still different, and are proposed again.
  expect(await tree.look(signal)).toBe(3);
  expect((await tree.merge(signal)).conflicts.flatMap(({ files }) => files).sort()).toEqual(['both.bin', 'deleted.ts', 'untracked.ts']);
});

test('what changes in the project between the look and the writing is not written over', async () => {
  const { root, make, changes } = await shop({ 'a.ts': '1\n2\n3\n' });
  const tree = await make();
  await write(tree.folder, { 'a.ts': '1\n2\n3\n4\n' });
  const { edit } = await tree.merge(signal);
  await write(root, { 'a.ts': 'meanwhile\n' });
  await expect(changes.plan(edit, signal)).rejects.toMatchObject({ code: 'changed_meanwhile' });
});

test('a project in a repository gets the whole of it, and what changed beside the project is named, not merged', async () => {
  const { root, make } = await shop({ 'packages/a/a.ts': 'a\n', 'packages/b/b.ts': 'b\n' }, { project: 'packages/a' });
  const tree = await make();
  expect(tree.folder.endsWith('shop/packages/a')).toBe(true);
  await write(dirname(tree.folder), { 'a/a.ts': 'agent\n', 'b/b.ts': 'agent\n' });
  const proposed = await tree.merge(signal);
  expect(namesOf(proposed, root)).toEqual(['create packages/a/a.ts']);
  expect(proposed.outside).toEqual(['packages/b/b.ts']);
});

test('a project without a repository, submodules and filters: bytes are bytes', async () => {
  const plain = await shop({ 'a.ts': 'a\n', 'node_modules/dep/index.js': 'dep\n', '.gitignore': 'out\n', 'out/x': 'x' }, { isRepository: false });
  const tree = await plain.make();
  expect((await readdir(tree.folder)).sort()).toEqual(['.gitignore', 'a.ts', 'node_modules']);
  await write(tree.folder, { 'a.ts': 'agent\n' });
  await plain.merge(await tree.merge(signal));
  expect(await plain.read('a.ts')).toBe('agent\n');

  const sub = await shop({ 'inner.ts': 'inner\n' });
  const { root, make, merge, read } = await shop({ '.gitattributes': '*.big filter=broken\n*.txt text eol=crlf\n', 'b.txt': 'b\n' });
  git(root, 'submodule', '--quiet', 'add', sub.root, 'sub');
  git(root, 'commit', '-qm', 'sub');
  git(root, 'config', 'filter.broken.clean', 'false');
  git(root, 'config', 'filter.broken.smudge', 'false');
  await write(root, { 'data.big': 'large file\n' });
  const before = await fileStamp(root);
  const withSub = await make();
  await write(withSub.folder, { 'sub/inner.ts': 'agent\n', 'sub/new.ts': 'new\n', 'data.big': 'larger file\n', 'b.txt': 'b\nc\n' });
  expect(await fileStamp(root)).toEqual(before);
  const proposed = await withSub.merge(signal);
  expect(proposed.conflicts).toEqual([]);
  await merge(proposed);
  expect(await read('sub/inner.ts')).toBe('agent\n');
  expect(await read('sub/new.ts')).toBe('new\n');
  expect(await read('data.big')).toBe('larger file\n');
  expect(await read('b.txt')).toBe('b\nc\n');
});

test('packages are linked one by one, those of the workspace and editable installs lead into the tree, and installing changes nothing of the original', async () => {
  const { root, make } = await shop({ 'packages/own/index.js': 'own\n', '.gitignore': 'node_modules\n.venv\n', 'src/lib.py': 'x = 1\n' });
  await write(root, {
    'node_modules/dep/index.js': 'dep\n',
    'node_modules/@scope/dep/index.js': 'scoped\n',
    'node_modules/.cache/x': 'cache\n',
    '.venv/pyvenv.cfg': 'home = /usr/bin\n',
    '.venv/bin/tool': `#!${root}/.venv/bin/python\nprint(1)\n`,
    '.venv/lib/python3.11/site-packages/dep.py': 'dep\n',
    '.venv/lib/python3.11/site-packages/own.pth': `${root}/src\n${root}-other/src\n`,
  });
  await chmod(join(root, '.venv/bin/tool'), 0o755);
  await symlink('/usr/bin/python3', join(root, '.venv/bin/python'));
  await symlink('../packages/own', join(root, 'node_modules/own'));
  const before = await fileStamp(root);
  const tree = await make();
  const { folder } = tree;
  const link = (name: string) => readlink(join(folder, name));
  expect(await link('node_modules/dep')).toBe(join(root, 'node_modules/dep'));
  expect(await link('node_modules/@scope/dep')).toBe(join(root, 'node_modules/@scope/dep'));
  expect(await link('node_modules/own')).toBe(join(folder, 'packages/own'));
  expect((await readdir(join(folder, 'node_modules'))).sort()).toEqual(['@scope', 'dep', 'own']);
  expect(await link('.venv/bin/python')).toBe('/usr/bin/python3');
  expect(await readFile(join(folder, '.venv/bin/tool'), 'utf8')).toBe(`#!${folder}/.venv/bin/python\nprint(1)\n`);
  expect((await stat(join(folder, '.venv/bin/tool'))).mode & 0o111).toBe(0o111);
  const packages = '.venv/lib/python3.11/site-packages';
  expect(await readFile(join(folder, packages, 'own.pth'), 'utf8')).toBe(`${folder}/src\n${root}-other/src\n`);
  await rm(join(folder, 'node_modules/dep'));
  await write(folder, { 'node_modules/dep/index.js': 'another\n', [`${packages}/added.py`]: 'added\n' });
  expect(await fileStamp(root)).toEqual(before);
  // What is written through a link is written there, and said.
  expect(await tree.shared(signal)).toEqual([]);
  await write(folder, {
    'node_modules/@scope/dep/index.js': 'changed\n',
    'node_modules/@scope/dep/lib/new.js': 'new\n',
    'packages/own/index.js': 'of the tree\n',
    [`${packages}/dep.py`]: 'changed\n',
  });
  await write(root, { 'node_modules/.cache/y': 'cache\n', 'src/lib.py': 'x = 2\n' });
  const shared = ['.venv/lib/python3.11/site-packages/dep.py', 'node_modules/@scope/dep/index.js', 'node_modules/@scope/dep/lib/new.js'];
  expect([...(await tree.shared(signal))].sort()).toEqual(shared);
  expect([...(await tree.merge(signal)).shared].sort()).toEqual(shared);
  expect(await readFile(join(root, 'node_modules/@scope/dep/index.js'), 'utf8')).toBe('changed\n');
});

test('what dead processes left is taken away, and kept where there is work in it', async () => {
  const { root, stateFolder, open, make } = await shop({ 'a.ts': 'a\n' });
  const [empty, worked] = [await make('a-22222222'), await make('a-33333333')];
  await write(worked.folder, { 'a.ts': 'work\n' });
  const trees = join(stateFolder, 'worktrees');
  await write(trees, { 'a-44444444/shop/half.ts': 'half\n', 'removed-x/y': 'y' });
  for (const id of ['a-22222222', 'a-33333333', 'a-44444444'])
    await write(trees, { [`${id}/owner.json`]: JSON.stringify({ pid: 999_999_999, started: 'then' }) });
  const alive = await make('a-55555555');
  const later = open();
  await later.reaped;
  expect((await readdir(trees)).sort()).toEqual(['a-33333333', 'a-55555555']);
  expect(later.open('a-22222222')).toBeUndefined();
  const again = later.open('a-33333333');
  expect(await again?.look(signal)).toBe(1);
  expect(originalOfTree(stateFolder, await realpath(worked.folder))).toBe(root);
  expect(originalOfTree(stateFolder, root)).toBeUndefined();
  expect(await empty.look(signal)).toBe(0);
  await expect(empty.merge(signal)).rejects.toMatchObject({ code: 'tree_gone' });
  await alive.discard();
  await again?.discard();
  expect(await readdir(trees)).toEqual([]);
});

test('daemons that start at one moment take away what a dead one left, and none complains of the others', async () => {
  const { stateFolder, open, make } = await shop({ 'a.ts': 'a\n' });
  const ids = ['a-22222222', 'a-33333333', 'a-44444444'];
  for (const id of ids) await make(id);
  const trees = join(stateFolder, 'worktrees');
  for (const id of ids) await write(trees, { [`${id}/owner.json`]: JSON.stringify({ pid: 999_999_999, started: 'then' }) });
  await Promise.all([open(), open(), open(), open()].map(({ reaped }) => reaped));
  expect(await readdir(trees)).toEqual([]);
});

test('a tree that cannot be made leaves nothing behind', async () => {
  const { root, stateFolder, make } = await shop({ 'a.ts': 'a\n' });
  await writeFile(join(root, '.git/index'), 'garbage');
  await expect(make()).rejects.toMatchObject({ code: 'isolation_failed' });
  expect(await readdir(join(stateFolder, 'worktrees'))).toEqual([]);
});

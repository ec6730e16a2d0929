// Change sets on real files: whole or not at all, every byte kept that nobody meant to change, and undone one by one.
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

async function projectOf(files: Readonly<Record<string, string | Buffer>>) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-changes-')));
  folders.push(folder);
  const path = join(folder, 'project');
  await mkdir(path);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  }
  const open = () =>
    new HeadlessChanges({ project: { name: 'project', path, uri: uriOf(path), trusted: true }, stateFolder: join(folder, 'state'), log: silent });
  const changes = open();
  const uri = (name: string) => uriOf(join(path, name));
  return {
    path,
    changes,
    reopened: open,
    uri,
    read: (name: string) => readFile(join(path, name), 'utf8'),
    write: (name: string, text: string) => writeFile(join(path, name), text),
    apply: async (...operations: FileOperation[]) => changes.apply(await changes.plan({ operations }, signal), authorship, signal),
    undo: async (id: string) => changes.apply(await changes.planUndo(id, signal), { ...authorship, tool: 'undo' }, signal),
    create: (at: string, text: string): FileOperation => ({ kind: 'create', uri: at, text, ifExists: 'fail' }),
    replace: (name: string, line: number, from: number, to: number, text: string): FileOperation => ({
      kind: 'edit',
      uri: uri(name),
      edits: [{ range: { start: { line, character: from }, end: { line, character: to } }, newText: text }],
    }),
  };
}

test('a folder goes with the last file that is moved out of it, and comes back', async () => {
  const project = await projectOf({ 'old/deep/a.ts': 'a\n', 'old/deep/b.ts': 'b\n', 'kept/c.ts': 'c\n', 'kept/d.ts': 'd\n' });
  const move = (from: string, to: string): FileOperation => ({ kind: 'move', uri: project.uri(from), to: project.uri(to), ifExists: 'fail' });
  await project.apply(move('old/deep/a.ts', 'a.ts'), move('kept/c.ts', 'c.ts'));
  expect((await readdir(project.path)).sort()).toEqual(['a.ts', 'c.ts', 'kept', 'old']);
  const { id } = await project.apply(move('old/deep/b.ts', 'new/b.ts'));
  expect((await readdir(project.path)).sort()).toEqual(['a.ts', 'c.ts', 'kept', 'new']);
  await project.undo(id);
  expect((await readdir(project.path)).sort()).toEqual(['a.ts', 'c.ts', 'kept', 'old']);
  expect(await project.read('old/deep/b.ts')).toBe('b\n');
});

test('edits, creates, moves and deletes together, and takes it all back', async () => {
  const project = await projectOf({ 'a.ts': 'let a = 1;\n', 'old/b.ts': 'let b = 2;\n', 'old/deep/c.bin': Buffer.from([0, 1, 2]), 'gone.txt': 'bye\n' });
  const change = await project.apply(
    project.replace('a.ts', 0, 4, 5, 'first'),
    project.create(project.uri('new/folder/d.ts'), 'export {};\n'),
    { kind: 'move', uri: project.uri('old'), to: project.uri('moved'), ifExists: 'fail' },
    { kind: 'delete', uri: project.uri('gone.txt'), ifMissing: 'fail' },
    project.replace('moved/b.ts', 0, 4, 5, 'second'),
  );
  expect(await project.read('a.ts')).toBe('let first = 1;\n');
  expect(await project.read('moved/b.ts')).toBe('let second = 2;\n');
  expect([...(await readFile(join(project.path, 'moved/deep/c.bin')))]).toEqual([0, 1, 2]);
  expect((await readdir(project.path)).sort()).toEqual(['a.ts', 'moved', 'new']);
  expect(change.files.map(({ kind, uri }) => `${kind} ${uri.slice(uriOf(project.path).length + 1)}`)).toEqual([
    'changed a.ts',
    'deleted gone.txt',
    'moved moved/b.ts',
    'moved moved/deep/c.bin',
    'created new/folder/d.ts',
  ]);

  await project.undo(change.id);
  expect((await readdir(project.path)).sort()).toEqual(['a.ts', 'gone.txt', 'old']);
  expect(await project.read('old/b.ts')).toBe('let b = 2;\n');
  expect([...(await readFile(join(project.path, 'old/deep/c.bin')))]).toEqual([0, 1, 2]);
  expect(await project.read('a.ts')).toBe('let a = 1;\n');
});

test('undo and redo survive a restart, and each says what it did', async () => {
  const project = await projectOf({ 'a.ts': 'one\n' });
  const first = await project.apply(project.replace('a.ts', 0, 0, 3, 'two'));
  const undo = await project.undo(first.id);
  expect(await project.read('a.ts')).toBe('one\n');
  const later = project.reopened();
  expect((await later.list(signal)).map(({ id, undoes, undoneBy }) => ({ id, undoes, undoneBy }))).toEqual([
    { id: undo.id, undoes: first.id, undoneBy: undefined },
    { id: first.id, undoes: undefined, undoneBy: undo.id },
  ]);
  await expect(later.planUndo(first.id, signal)).rejects.toMatchObject({ code: 'already_undone' });
  const redo = await later.apply(await later.planUndo(undo.id, signal), authorship, signal);
  expect(await project.read('a.ts')).toBe('two\n');
  expect((await later.list(signal)).find(({ id }) => id === first.id)?.undoneBy).toBeUndefined();
  expect(redo.undoes).toBe(undo.id);
});

test('undoes an early change under a later one that touched other lines, also when the file has moved', async () => {
  const project = await projectOf({ 'a.ts': '1\n2\n3\n4\n5\n' });
  const first = await project.apply(project.replace('a.ts', 0, 0, 1, 'one'));
  await project.apply(project.replace('a.ts', 4, 0, 1, 'five'));
  await project.apply({ kind: 'move', uri: project.uri('a.ts'), to: project.uri('b.ts'), ifExists: 'fail' });
  await project.undo(first.id);
  expect(await project.read('b.ts')).toBe('1\n2\n3\n4\nfive\n');
});

test('a conflict is an answer that shows the place, and nothing is written', async () => {
  const project = await projectOf({ 'a.ts': '1\n2\n3\n' });
  const first = await project.apply(project.replace('a.ts', 1, 0, 1, 'two'));
  await project.apply(project.replace('a.ts', 1, 0, 3, 'TWO'));
  await expect(project.changes.planUndo(first.id, signal)).rejects.toMatchObject({
    code: 'undo_conflict',
    details: { conflicts: [{ file: 'a.ts', line: 2, now: 'TWO\n', wanted: '2\n' }] },
  });
  expect(await project.read('a.ts')).toBe('1\nTWO\n3\n');
});

test.each([
  [
    'a created file that was edited since',
    async (project: Project) => project.apply(project.create(project.uri('n.ts'), 'x\n')),
    'n.ts',
    'y\n',
    'edited since',
  ],
  [
    'a changed file that was deleted since',
    async (project: Project) => project.apply(project.replace('a.ts', 0, 0, 1, 'x')),
    'a.ts',
    undefined,
    'deleted since',
  ],
  [
    'a deleted file whose place is taken',
    async (project: Project) => project.apply({ kind: 'delete', uri: project.uri('a.ts'), ifMissing: 'fail' }),
    'a.ts',
    'other\n',
    'another file',
  ],
])('refuses to take back %s', async (_, change, name, text, why) => {
  const project = await projectOf({ 'a.ts': '1\n' });
  const { id } = await change(project);
  if (text === undefined) await rm(join(project.path, name));
  else await project.write(name, text);
  await expect(project.changes.planUndo(id, signal)).rejects.toMatchObject({
    code: 'undo_conflict',
    details: { conflicts: [{ file: name, why: expect.stringContaining(why) }] },
  });
});
type Project = Awaited<ReturnType<typeof projectOf>>;

test('keeps byte order mark, CRLF, UTF-16 and mode', async () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const project = await projectOf({
    'bom.ts': '\ufefflet a;\r\nlet b;\r\n',
    'le.txt': utf16('eins\r\nzwei\r\n'),
    'be.txt': utf16('eins\n').swap16(),
    'run.sh': 'echo 1\n',
  });
  await chmod(join(project.path, 'run.sh'), 0o751);
  await project.apply(
    project.replace('bom.ts', 1, 0, 0, 'let x;\nlet y;\n'),
    project.replace('le.txt', 0, 0, 4, 'ein\nzwo'),
    project.replace('be.txt', 0, 0, 4, 'drei'),
    project.replace('run.sh', 0, 5, 6, '2'),
  );
  expect(await project.read('bom.ts')).toBe('\ufefflet a;\r\nlet x;\r\nlet y;\r\nlet b;\r\n');
  expect(await readFile(join(project.path, 'le.txt'))).toEqual(utf16('ein\r\nzwo\r\nzwei\r\n'));
  expect(await readFile(join(project.path, 'be.txt'))).toEqual(utf16('drei\n').swap16());
  expect((await stat(join(project.path, 'run.sh'))).mode & 0o777).toBe(0o751);
});

test('edits go through links, and what is moved is the link', async () => {
  const project = await projectOf({ 'real.ts': 'let a;\n' });
  await symlink('real.ts', join(project.path, 'link.ts'));
  await project.apply(project.replace('link.ts', 0, 4, 5, 'b'));
  expect(await project.read('real.ts')).toBe('let b;\n');
  expect((await lstat(join(project.path, 'link.ts'))).isSymbolicLink()).toBe(true);
  await project.apply({ kind: 'move', uri: project.uri('link.ts'), to: project.uri('l2.ts'), ifExists: 'fail' });
  expect(await readlink(join(project.path, 'l2.ts'))).toBe('real.ts');
});

test('a link out of the project is refused', async () => {
  const project = await projectOf({ 'a.ts': '' });
  await symlink(tmpdir(), join(project.path, 'out'));
  await expect(project.changes.plan({ operations: [{ kind: 'create', uri: project.uri('out/x'), text: '', ifExists: 'fail' }] }, signal)).rejects.toMatchObject(
    {
      code: 'outside_project',
    },
  );
});

test.each<[string, (project: Project) => FileOperation, string]>([
  ['an edit of no file', (project) => project.replace('none.ts', 0, 0, 0, 'x'), 'file_not_found'],
  ['an edit of bytes', (project) => project.replace('b.bin', 0, 0, 0, 'x'), 'binary_file'],
  ['a creation over a file', (project) => ({ kind: 'create', uri: project.uri('a.ts'), text: '', ifExists: 'fail' }), 'file_exists'],
  ['a move over a file', (project) => ({ kind: 'move', uri: project.uri('b.bin'), to: project.uri('a.ts'), ifExists: 'fail' }), 'file_exists'],
  ['a deletion of nothing', (project) => ({ kind: 'delete', uri: project.uri('none.ts'), ifMissing: 'fail' }), 'file_not_found'],
  ['a deletion of the project', (project) => ({ kind: 'delete', uri: project.uri('.'), ifMissing: 'fail' }), 'outside_project'],
])('refuses %s', async (_, operation, code) => {
  const project = await projectOf({ 'a.ts': '1\n', 'b.bin': Buffer.from([0, 255]) });
  await expect(project.changes.plan({ operations: [operation(project)] }, signal)).rejects.toMatchObject({ code });
  expect(await project.changes.list(signal)).toEqual([]);
});

test('what somebody else wrote between plan and writing stays, and nothing of the change is written', async () => {
  const project = await projectOf({ 'a.ts': '1\n', 'b.ts': '2\n' });
  const plan = await project.changes.plan({ operations: [project.replace('a.ts', 0, 0, 1, 'x'), project.replace('b.ts', 0, 0, 1, 'y')] }, signal);
  await project.write('b.ts', 'theirs\n');
  await expect(project.changes.apply(plan, authorship, signal)).rejects.toMatchObject({ code: 'changed_meanwhile', details: { files: ['b.ts'] } });
  expect([await project.read('a.ts'), await project.read('b.ts')]).toEqual(['1\n', 'theirs\n']);
  expect((await readdir(project.path)).sort()).toEqual(['a.ts', 'b.ts']);
  expect((await project.changes.list(signal))[0]).toMatchObject({ rolledBack: true });
});

test('where one file cannot be written none is', async () => {
  const project = await projectOf({ 'a.ts': '1\n', file: '2\n' });
  const plan = await project.changes.plan(
    { operations: [project.replace('a.ts', 0, 0, 1, 'x'), { kind: 'create', uri: project.uri('sub/n.ts'), text: '', ifExists: 'fail' }] },
    signal,
  );
  await project.write('sub', 'a file where the folder would be');
  await expect(project.changes.apply(plan, authorship, signal)).rejects.toMatchObject({ code: 'file_not_writable' });
  expect(await project.read('a.ts')).toBe('1\n');
});

test('the oldest changes are forgotten when there are too many', async () => {
  const project = await projectOf({ 'a.ts': '0\n' });
  const changes = new HeadlessChanges({
    project: { name: 'project', path: project.path, uri: uriOf(project.path), trusted: true },
    stateFolder: join(dirname(project.path), 'state'),
    log: silent,
    limits: { changes: 3, bytes: 1024 * 1024 },
  });
  for (const digit of ['1', '2', '3', '4', '5'])
    await changes.apply(await changes.plan({ operations: [project.replace('a.ts', 0, 0, 1, digit)] }, signal), { ...authorship, title: digit }, signal);
  expect((await changes.list(signal)).map(({ title }) => title)).toEqual(['5', '4', '3']);
});

test('a change that is not in the history cannot be undone', async () => {
  const project = await projectOf({});
  await expect(project.changes.planUndo('abc', signal)).rejects.toMatchObject({ code: 'change_not_found' });
});

test('evidence stays with a change across a restart, the newest of each kind, and whoever listens hears of it', async () => {
  const project = await projectOf({ 'a.ts': 'one\n' });
  const heard: string[] = [];
  using _ = project.changes.onChange(({ kind, id }) => heard.push(`${kind} ${id}`));
  const change = await project.apply(project.replace('a.ts', 0, 0, 3, 'two'));
  const evidence = { kind: 'errors', verdict: 'bad', summary: '1 new error', time: '2026-01-01T00:00:00.000Z' } as const;
  await project.changes.keepEvidence(change.id, evidence);
  await Promise.all([
    project.changes.keepEvidence(change.id, { ...evidence, verdict: 'good', summary: '0 new errors' }),
    project.changes.keepEvidence(change.id, { ...evidence, kind: 'of a later issue', facts: { mutants: 5 } }),
  ]);
  await project.changes.keepEvidence('0123456789ab', evidence);
  const undo = await project.undo(change.id);
  expect(heard).toEqual([`made ${change.id}`, ...Array(3).fill(`updated ${change.id}`), `made ${undo.id}`, `updated ${change.id}`]);
  const [, reopened] = await project.reopened().list(signal);
  // Of two that were kept at once nobody says which came first.
  expect(reopened?.evidence?.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toMatchObject([
    { kind: 'errors', verdict: 'good', summary: '0 new errors' },
    { kind: 'of a later issue', facts: { mutants: 5 } },
  ]);
});

test('another project has no such change to take back', async () => {
  const [mine, theirs] = [await projectOf({ 'a.ts': 'one\n' }), await projectOf({ 'a.ts': 'one\n' })];
  const change = await theirs.apply(theirs.replace('a.ts', 0, 0, 3, 'two'));
  await expect(mine.changes.planUndo(change.id, signal)).rejects.toMatchObject({ code: 'change_not_found' });
  await expect(mine.changes.planUndoUntil({ before: change.id }, signal)).rejects.toMatchObject({ code: 'change_not_found' });
  expect((await mine.changes.planUndoUntil({ at: '2020-01-01T00:00:00.000Z' }, signal)).files).toEqual([]);
  expect(await theirs.read('a.ts')).toBe('two\n');
});

test('back to a time takes back what was whole on disk only after it', async () => {
  const project = await projectOf({ 'a.ts': 'one\n' });
  await project.apply(project.replace('a.ts', 0, 0, 3, 'two'));
  const [first] = await project.changes.list(signal);
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(Date.parse(first?.written ?? ''));
  const later = await project.apply(project.create(project.uri('b.ts'), 'bee\n'));
  const plan = await project.changes.planUndoUntil({ at: first?.written ?? '' }, signal);
  expect(plan.undoesAll).toEqual([later.id]);
});

// Change sets over files that a person has open: unsaved text is counted and kept, and what the editor's own undo does is reported.
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { pathOf, uriOf } from '../../base/files/fileUri.ts';
import { changedMeanwhile } from '../../ide/errors/errors.ts';
import type { HeldChange, HeldText, HeldTexts, UndoneText, WrittenTexts } from '../../ide/heldTexts.ts';
import type { FileOperation } from '../../ide/workspaceEdit.ts';
import { HeadlessChanges } from './headlessChanges.ts';
import { encodeRecord } from './record.ts';

const { signal } = new AbortController();
const authorship = { author: 'tester 1.0', tool: 'edit_file', title: 'a test' };
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

// Editors as they behave: one undo step for each write, saving by writing the file.
class Editors implements HeldTexts {
  readonly open = new Map<string, HeldText>();
  readonly #steps: (readonly HeldChange[])[] = [];
  readonly #undone: (readonly HeldChange[])[] = [];
  readonly #listeners = new Set<(undone: UndoneText) => void>();
  onSave: (text: string) => string = (text) => text;
  refusesNext = false;

  at(uri: string): HeldText | undefined {
    return this.open.get(uri);
  }

  async write(changes: readonly HeldChange[]): Promise<WrittenTexts> {
    if (this.refusesNext || changes.some(({ uri, before }) => this.open.get(uri)?.text !== before)) throw changedMeanwhile(['typed']);
    this.#steps.push(changes);
    const [saved, unsaved]: [string[], string[]] = [[], []];
    for (const { uri, after } of changes) {
      const held = this.open.get(uri);
      if (held?.isUnsaved === false) {
        const text = this.onSave(after);
        await writeFile(pathOf(uri), text);
        this.open.set(uri, { ...held, text });
        saved.push(uri);
      } else if (held !== undefined) {
        this.open.set(uri, { ...held, text: after });
        unsaved.push(uri);
      }
    }
    return { saved, unsaved };
  }

  onUndo(listener: (undone: UndoneText) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  undo(): void {
    const step = this.#steps.pop() ?? [];
    this.#undone.push(step);
    for (const { uri, before } of step) this.#give(uri, before, 'undo');
  }

  redo(): void {
    const step = this.#undone.pop() ?? [];
    this.#steps.push(step);
    for (const { uri, after } of step) this.#give(uri, after, 'redo');
  }

  #give(uri: string, text: string, by: UndoneText['by']): void {
    this.open.set(uri, { lineBreak: '\n', ...this.open.get(uri), text, isUnsaved: true });
    for (const listener of this.#listeners) listener({ uri, text, by });
  }
}

async function projectOf(files: Readonly<Record<string, string>>, opened: Readonly<Record<string, string>>) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-open-')));
  folders.push(folder);
  const path = join(folder, 'project');
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  }
  const editors = new Editors();
  const uri = (name: string) => uriOf(join(path, name));
  for (const [name, text] of Object.entries(opened))
    editors.open.set(uri(name), { text, isUnsaved: text !== files[name], lineBreak: text.includes('\r\n') ? '\r\n' : '\n' });
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (text: string) => void warnings.push(text), error: () => {} };
  const open = () =>
    new HeadlessChanges({ project: { name: 'project', path, uri: uriOf(path), trusted: true }, stateFolder: join(folder, 'state'), log, held: editors });
  const changes = open();
  const edit = (name: string, line: number, from: number, to: number, newText: string): FileOperation => ({
    kind: 'edit',
    uri: uri(name),
    edits: [{ range: { start: { line, character: from }, end: { line, character: to } }, newText }],
  });
  return {
    folder,
    path,
    editors,
    changes,
    warnings,
    reopened: open,
    uri,
    edit,
    text: (name: string) => editors.open.get(uri(name))?.text,
    read: (name: string) => readFile(join(path, name), 'utf8'),
    apply: async (...operations: FileOperation[]) => changes.apply(await changes.plan({ operations }, signal), authorship, signal),
    undo: async (id: string, hunks?: readonly number[]) => changes.apply(await changes.planUndo(id, signal, hunks), { ...authorship, tool: 'undo' }, signal),
  };
}

test('unsaved text is what a change is made from, and stays unsaved; the disk keeps its own', async () => {
  const project = await projectOf({ 'a.ts': 'old\n', 'b.ts': 'b\n', 'c.ts': 'c\n' }, { 'a.ts': 'typed\nold\n', 'b.ts': 'b\n' });
  const { edit } = project;
  const change = await project.apply(edit('a.ts', 1, 0, 3, 'new'), edit('b.ts', 0, 0, 1, 'B'), edit('c.ts', 0, 0, 1, 'C'));
  expect(change.unsaved).toEqual([project.uri('a.ts')]);
  expect([project.text('a.ts'), await project.read('a.ts')]).toEqual(['typed\nnew\n', 'old\n']);
  expect([project.text('b.ts'), await project.read('b.ts'), await project.read('c.ts')]).toEqual(['B\n', 'B\n', 'C\n']);
  await project.undo(change.id);
  expect([project.text('a.ts'), await project.read('a.ts')]).toEqual(['typed\nold\n', 'old\n']);
  expect([project.text('b.ts'), await project.read('b.ts'), await project.read('c.ts')]).toEqual(['b\n', 'b\n', 'c\n']);
});

test('what a person typed after a change survives its undo', async () => {
  const project = await projectOf({ 'a.ts': 'one\ntwo\nthree\n' }, { 'a.ts': 'one\ntwo\nthree\n' });
  const { id } = await project.apply(project.edit('a.ts', 0, 0, 3, 'ONE'));
  project.editors.open.set(project.uri('a.ts'), { text: 'ONE\ntwo\nthree\nfour\n', isUnsaved: true, lineBreak: '\n' });
  await project.undo(id);
  expect([project.text('a.ts'), await project.read('a.ts')]).toEqual(['one\ntwo\nthree\nfour\n', 'ONE\ntwo\nthree\n']);
});

test('a file with unsaved text is neither deleted nor moved', async () => {
  const project = await projectOf({ 'a.ts': 'old\n' }, { 'a.ts': 'typed\n' });
  const uri = project.uri('a.ts');
  await expect(project.apply({ kind: 'delete', uri, ifMissing: 'fail' })).rejects.toMatchObject({ code: 'unsaved_text' });
  await expect(project.apply({ kind: 'move', uri, to: project.uri('b.ts'), ifExists: 'fail' })).rejects.toMatchObject({ code: 'unsaved_text' });
  expect([project.text('a.ts'), await project.read('a.ts')]).toEqual(['typed\n', 'old\n']);
});

test('text typed between plan and write refuses the write, also when it is typed at the last moment', async () => {
  const project = await projectOf({ 'a.ts': 'a\n', 'b.ts': 'b\n' }, { 'a.ts': 'a\n' });
  const operations = [project.edit('a.ts', 0, 0, 1, 'A'), project.edit('b.ts', 0, 0, 1, 'B')];
  const plan = await project.changes.plan({ operations }, signal);
  project.editors.open.set(project.uri('a.ts'), { text: 'a typed\n', isUnsaved: true, lineBreak: '\n' });
  await expect(project.changes.apply(plan, authorship, signal)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  project.editors.open.set(project.uri('a.ts'), { text: 'a\n', isUnsaved: false, lineBreak: '\n' });
  project.editors.refusesNext = true;
  await expect(project.apply(...operations)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect([await project.read('a.ts'), await project.read('b.ts')]).toEqual(['a\n', 'b\n']);
  expect((await project.changes.list(signal)).map(({ rolledBack }) => rolledBack)).toEqual([true, true]);
});

test('a file whose every byte an editor could not keep is written to disk', async () => {
  const project = await projectOf({ 'a.ts': 'one\r\ntwo\nthree\n' }, {});
  // An editor shows line breaks of two kinds as one kind.
  project.editors.open.set(project.uri('a.ts'), { text: 'one\ntwo\nthree\n', isUnsaved: false, lineBreak: '\n' });
  await project.apply(project.edit('a.ts', 2, 0, 5, 'THREE'));
  expect(await project.read('a.ts')).toBe('one\r\ntwo\nTHREE\n');
  expect(project.text('a.ts')).toBe('one\ntwo\nthree\n');
});

test('what an editor does when it saves belongs to the change, and is undone with it', async () => {
  const project = await projectOf({ 'a.ts': 'a\n' }, { 'a.ts': 'a\n' });
  project.editors.onSave = (text) => `// laid out\n${text}`;
  const change = await project.apply(project.edit('a.ts', 0, 0, 1, 'A'));
  expect(change.files).toMatchObject([{ addedLines: 2, removedLines: 1 }]);
  expect(await project.read('a.ts')).toBe('// laid out\nA\n');
  expect(await project.changes.list(signal)).toHaveLength(1);
  project.editors.onSave = (text) => text;
  await project.undo(change.id);
  expect(await project.read('a.ts')).toBe('a\n');
});

test('an undo in the editor is in the history: whole, in part, and made again', async () => {
  const project = await projectOf({ 'a.ts': 'a\n', 'b.ts': 'b\n' }, { 'a.ts': 'a\n' });
  const whole = await project.apply(project.edit('a.ts', 0, 0, 1, 'A'));
  project.editors.undo();
  const [undo, undone] = await project.changes.list(signal);
  expect(undone).toMatchObject({ id: whole.id, undoneBy: undo?.id });
  expect(undo).toMatchObject({ tool: 'editor', undoes: whole.id, observed: { undoable: 'all' }, title: 'undo in the editor: a test' });
  await expect(project.changes.planUndo(whole.id, signal)).rejects.toMatchObject({ code: 'already_undone' });
  project.editors.redo();
  const [redo, , again] = await project.changes.list(signal);
  expect(redo).toMatchObject({ title: 'redo in the editor: a test', undoes: undo?.id });
  expect(again).toMatchObject({ id: whole.id });
  expect(again).not.toHaveProperty('undoneBy');
  await project.undo(whole.id);
  expect(project.text('a.ts')).toBe('a\n');

  const part = await project.apply(project.edit('a.ts', 0, 0, 1, 'X'), project.edit('b.ts', 0, 0, 1, 'Y'));
  project.editors.undo();
  const [byPerson, partly] = await project.changes.list(signal);
  expect(partly).toMatchObject({ id: part.id, partlyUndoneBy: [byPerson?.id] });
  expect(byPerson).toMatchObject({ undoesPart: { id: part.id, hunks: [1] }, files: [{ uri: project.uri('a.ts') }] });
  await project.undo(part.id);
  expect([project.text('a.ts'), await project.read('b.ts')]).toEqual(['a\n', 'b\n']);
});

test('taken back and made again before anybody looked is no change', async () => {
  const project = await projectOf({ 'a.ts': 'a\n' }, { 'a.ts': 'a\n' });
  await project.apply(project.edit('a.ts', 0, 0, 1, 'A'));
  project.editors.undo();
  project.editors.redo();
  expect(await project.changes.list(signal)).toHaveLength(1);
});

test('some hunks of a change in an editor are taken back', async () => {
  const before = 'one\n2\n3\n4\n5\n6\nseven\n';
  const project = await projectOf({ 'a.ts': 'x\n' }, { 'a.ts': before });
  const { id } = await project.apply(project.edit('a.ts', 0, 0, 3, 'ONE'), project.edit('a.ts', 6, 0, 5, 'SEVEN'));
  await project.undo(id, [1]);
  expect(project.text('a.ts')).toBe('one\n2\n3\n4\n5\n6\nSEVEN\n');
  expect(await project.read('a.ts')).toBe('x\n');
});

test('a window that was killed before it saved is put back by the next, in the editor too', async () => {
  const project = await projectOf({ 'a.ts': 'a\n', 'b.ts': 'B\n' }, { 'a.ts': 'A\n' });
  const state = (text: string) => ({ kind: 'file' as const, bytes: Buffer.from(text), mode: 0o644 });
  const lines = { addedLines: 1, removedLines: 1 };
  const record = {
    ...authorship,
    id: 'abcdef012345',
    time: new Date().toISOString(),
    owner: { pid: 999_999_999, started: 'long ago' },
    newFolders: [],
    oldFolders: [],
    steps: [
      { path: 'a.ts', before: state('a\n'), after: state('A\n'), ...lines },
      { path: 'b.ts', before: state('b\n'), after: state('B\n'), ...lines },
    ],
  };
  // The history's folder is known once something was recorded.
  await project.apply({ kind: 'create', uri: project.uri('c.ts'), text: '', ifExists: 'fail' });
  const { head, contents } = encodeRecord(record);
  const kept = join(project.folder, 'state', 'changes');
  const [name = ''] = await readdir(kept);
  await writeFile(join(kept, name, '0000000009-abcdef012345.change'), Buffer.concat([head, ...contents]));
  await project.reopened().recover();
  expect([project.text('a.ts'), await project.read('a.ts'), await project.read('b.ts')]).toEqual(['a\n', 'a\n', 'b\n']);
});

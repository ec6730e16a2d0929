// Does the editor follow a real disk that others write to, and give back every text as it is?
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { hashOfText } from '../../../src/base/text/textHash.ts';
import { openHeadlessIde } from '../../../src/hosts/headless/headlessIde.ts';
import type { WholeIde } from '../../../src/ide/optionalDoors.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';

const { signal } = new AbortController();
const AUTHOR = { author: 'test', tool: 'test', title: 'test' };
const processes = new Processes({ started: () => {}, ended: () => {} });
let folder = '';
let ide: WholeIde;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-editor-')));
  await mkdir(join(folder, 'project', 'node_modules', 'dep'), { recursive: true });
  await writeFile(join(folder, 'project', '.gitignore'), 'node_modules\n');
  ide = await opened();
});

afterAll(async () => {
  await ide.close();
  await rm(folder, { recursive: true, force: true });
});

function opened(): Promise<WholeIde> {
  const path = join(folder, 'project');
  const project = { name: basename(path), path, uri: uriOf(path), trusted: true };
  return openHeadlessIde(project, { stateFolder: join(folder, 'state'), processes, log: { info: () => {}, warn: () => {}, error: () => {} } });
}

const place = (name: string) => join(folder, 'project', name);
const uri = (name: string) => uriOf(place(name));
const at = (line: number, character: number, endLine = line, endCharacter = character) => ({
  start: { line, character },
  end: { line: endLine, character: endCharacter },
});

async function file(name: string, bytes: string | Buffer): Promise<string> {
  await writeFile(place(name), bytes);
  return uri(name);
}

async function settled(): Promise<void> {
  await ide.documents.settle(signal);
  await ide.editor.settle(signal);
}

// As another program does it, not as our own process.
function byAnother(script: string): void {
  execFileSync(process.execPath, ['-e', script], { cwd: join(folder, 'project') });
}

test('a selection follows what another process writes, also where nobody listens to the disk', async () => {
  for (const name of ['a.ts', 'node_modules/dep/a.ts']) {
    await file(name, 'one\ntwo\nthree\n');
    await ide.editor.open(uri(name), { selection: at(1, 0, 1, 3) }, signal);
    byAnother(`require('fs').writeFileSync('${name}', 'zero\\none\\ntwo\\nthree\\n')`);
    await settled();
    expect(ide.editor.selected()).toEqual({ uri: uri(name), range: at(2, 0, 2, 3), text: 'two' });
  }
});

test('a tab is reported as closed soon after its file was deleted, without anybody asking', async () => {
  const own = await file('gone.ts', 'x\n');
  await ide.editor.open(own, {}, signal);
  const heard = new Promise<void>((resolve) => {
    const listening = ide.editor.onEvent(({ kind }) => {
      if (kind !== 'tabs' || ide.editor.tabs().some((tab) => tab.uri === own)) return;
      listening[Symbol.dispose]();
      resolve();
    });
  });
  byAnother(`require('fs').unlinkSync('gone.ts')`);
  await heard;
});

test('a file that another process replaces keeps its tab', async () => {
  const own = await file('replaced.ts', 'one\ntwo\n');
  await ide.editor.open(own, { selection: at(1, 0, 1, 3) }, signal);
  await writeFile(place('replaced.new'), 'zero\none\ntwo\n');
  await rename(place('replaced.new'), place('replaced.ts'));
  await settled();
  expect(ide.editor.selected(own)).toMatchObject({ range: at(2, 0, 2, 3), text: 'two' });
});

test('a tab follows a file that a change set moves, with its unsaved text, and back', async () => {
  const own = await file('moved.ts', 'one\n');
  await ide.editor.open(own, {}, signal);
  await ide.editor.write(own, { text: 'mine\n', base: hashOfText('one\n') }, signal);
  const plan = await ide.changes.plan({ operations: [{ kind: 'move', uri: own, to: uri('elsewhere.ts'), ifExists: 'fail' }] }, signal);
  const { id } = await ide.changes.apply(plan, AUTHOR, signal);
  await settled();
  expect(ide.editor.unsaved(own)).toBeUndefined();
  expect(ide.editor.unsaved(uri('elsewhere.ts'))?.text).toBe('mine\n');
  expect(ide.editor.tabs().find((tab) => tab.uri === uri('elsewhere.ts'))).toMatchObject({ isUnsaved: true, isStale: false });
  await ide.changes.apply(await ide.changes.planUndo(id, signal), AUTHOR, signal);
  await settled();
  expect(ide.editor.unsaved(own)?.text).toBe('mine\n');
  await ide.editor.close(own, 'discard');
});

test('a file has one tab by all its names', async () => {
  const own = await file('real.ts', 'one\n');
  await symlink('real.ts', place('link.ts'));
  expect((await ide.editor.open(uri('link.ts'), {}, signal)).uri).toBe(own);
  await ide.editor.open(own, {}, signal);
  expect(ide.editor.tabs().filter((tab) => tab.uri === own)).toHaveLength(1);
  await writeFile(join(folder, 'outside.ts'), 'secret');
  await symlink(join(folder, 'outside.ts'), place('out.ts'));
  await expect(ide.editor.open(uri('out.ts'), {}, signal)).rejects.toMatchObject({ code: 'outside_project' });
});

test.for<[string, Buffer, (text: string) => string]>([
  ['a byte order mark and CRLF', Buffer.from('\ufeffone\r\ntwo\r\n'), (text) => text.replace('two', 'zwei')],
  ['UTF-16', Buffer.from('\ufeffone\r\ntwo 😀\r\n', 'utf16le'), (text) => text.replace('two', 'zwei')],
  ['mixed line breaks', Buffer.from('a\r\nb\nc\rd\r\n'), (text) => text.replace('b', 'bee')],
  ['a line of 3 MB', Buffer.from(`${'x'.repeat(3_000_000)}\nend`), (text) => `${text}\n`],
  ['Latin-1', Buffer.from('\xe9\r\n', 'latin1'), (text) => `${text}\xfc`],
])('%s: what an editor that knows only \\n gives back is saved as the file is', async ([name, bytes, edit]) => {
  const own = await file(`${name}.txt`, bytes);
  const { text } = await ide.documents.read(own, signal);
  await ide.editor.open(own, {}, signal);
  await ide.editor.write(own, { text: text.replaceAll(/\r\n?/g, '\n'), base: hashOfText(text) }, signal);
  expect(ide.editor.unsaved(own)).toBeUndefined();
  await ide.editor.write(own, { text: edit(text.replaceAll(/\r\n?/g, '\n')), base: hashOfText(text) }, signal);
  expect(ide.editor.unsaved(own)?.text).toBe(edit(text));
  expect((await readFile(place(`${name}.txt`))).equals(bytes)).toBe(true);
  await ide.editor.close(own, 'discard');
});

test('what cannot be shown is refused with its reason', async () => {
  await writeFile(place('binary'), Buffer.from([0, 1, 2]));
  await writeFile(place('huge.txt'), Buffer.alloc(21 * 1024 * 1024, 'x'));
  const refused = (name: string) => ide.editor.open(uri(name), {}, signal).catch((error: { code: string }) => error.code);
  expect(await Promise.all(['binary', 'huge.txt', 'node_modules', 'none.ts'].map(refused))).toEqual([
    'binary_file',
    'file_too_large',
    'is_a_folder',
    'file_not_found',
  ]);
});

test('a project that is opened anew has what its editor held', async () => {
  const own = await file('kept.ts', 'one\ntwo\n');
  await ide.editor.open(own, { selection: at(1, 0, 1, 3) }, signal);
  await ide.editor.write(uri('kept.ts'), { text: 'one\ntwo\nthree\n', base: hashOfText('one\ntwo\n') }, signal);
  const tabs = ide.editor.tabs();
  await ide.close();
  ide = await opened();
  await settled();
  expect(ide.editor.tabs()).toEqual(tabs);
  expect(ide.editor.selected()).toMatchObject({ uri: own, text: 'two' });
  expect(ide.editor.unsaved(own)?.text).toBe('one\ntwo\nthree\n');
});

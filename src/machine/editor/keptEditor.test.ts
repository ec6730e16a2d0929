// What is left of an editor when its process is gone: nobody says goodbye in these tests, as with a kill.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScriptedIde } from '../../hosts/scripted/scriptedIde.ts';
import { openProjectEditor } from './projectEditor.ts';

const { signal } = new AbortController();
const FILES = '\n// @file a.ts\nconst one = 1;\nconst two = 2;\n// @file b.ts\nconst b = 1;\n';
let folder = '';
let warned: string[] = [];

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'binnacle-editor-')), 'editor');
  warned = [];
});

afterEach(() => rm(join(folder, '..'), { recursive: true, force: true, maxRetries: 5 }));

async function opened(ide = openScriptedIde(FILES)) {
  const { project, documents, changes } = ide;
  const log = { info: () => {}, warn: (line: string) => void warned.push(line), error: (line: string) => void warned.push(line) };
  const editor = await openProjectEditor({ project, documents, changes, folder, log });
  return { editor, ide, uri: (path: string) => documents.uriOf(path) };
}

const range = (line: number, character: number, endLine: number, endCharacter: number) => ({
  start: { line, character },
  end: { line: endLine, character: endCharacter },
});

test('tabs, selections and unsaved texts are there again, each as it was when its call was answered', async () => {
  const first = await opened();
  const { uri, ide } = first;
  await first.editor.open(uri('b.ts'), {}, signal);
  await first.editor.open(uri('a.ts'), { selection: range(1, 6, 1, 9) }, signal);
  await first.editor.write(uri('b.ts'), { text: 'half a 😀: \ud83d\r\n', base: 'abc' }, signal);
  const { editor } = await opened(ide);
  await editor.settle(signal);
  expect(editor.tabs()).toEqual(first.editor.tabs());
  expect(editor.selected()).toEqual({ uri: uri('a.ts'), range: range(1, 6, 1, 9), text: 'two' });
  expect(editor.latestSelection()).toEqual(first.editor.latestSelection());
  expect(editor.unsaved(uri('b.ts'))).toEqual({ text: 'half a 😀: \ud83d\r\n', base: 'abc' });
  expect(warned).toEqual([]);
});

test('a selection is found again in a file that changed while nobody looked', async () => {
  const { editor: first, uri, ide } = await opened();
  await first.open(uri('a.ts'), { selection: range(1, 6, 1, 9) }, signal);
  ide.documents.write('a.ts', 'import x;\nconst one = 1;\n\nconst two = 2;\n');
  const { editor } = await opened(openScriptedIde('\n// @file a.ts\nimport x;\nconst one = 1;\n\nconst two = 2;\n'));
  await editor.settle(signal);
  expect(editor.selected()).toMatchObject({ range: range(3, 6, 3, 9), text: 'two' });
});

test('only their person can read them, and nothing else is left behind', async () => {
  const { editor, uri } = await opened();
  await editor.open(uri('a.ts'), {}, signal);
  await editor.write(uri('a.ts'), { text: 'secret' }, signal);
  const names = await readdir(folder);
  expect(names.sort()).toEqual(['tabs.json', expect.stringMatching(/^unsaved-[0-9a-f]{32}\.json$/)]);
  if (process.platform !== 'win32') {
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  }
  editor.discard(uri('a.ts'));
  await editor[Symbol.asyncDispose]();
  expect(await readdir(folder)).toEqual(['tabs.json']);
});

test('a damaged file hides nothing else, and is reported and kept', async () => {
  const { editor: first, uri, ide } = await opened();
  await first.open(uri('a.ts'), {}, signal);
  await first.open(uri('b.ts'), {}, signal);
  await first.write(uri('a.ts'), { text: 'mine' }, signal);
  await first.write(uri('b.ts'), { text: 'also mine' }, signal);
  await writeFile(join(folder, 'tabs.json'), '{"version":1,"tabs":[');
  const texts = (await readdir(folder)).filter((name) => name.startsWith('unsaved-'));
  const ofA = (await Promise.all(texts.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))).find(({ text }) =>
    text.includes('/a.ts'),
  );
  await writeFile(join(folder, ofA?.name ?? ''), '\0\0\0');
  const { editor } = await opened(ide);
  expect(editor.tabs()).toMatchObject([{ uri: uri('b.ts'), isUnsaved: true, isActive: true }]);
  expect(editor.unsaved(uri('b.ts'))?.text).toBe('also mine');
  expect(warned).toHaveLength(2);
  expect(warned.join()).toContain('tabs.json.damaged');
  expect((await readdir(folder)).filter((name) => name.endsWith('.damaged'))).toHaveLength(2);
});

test('a text that cannot be kept says so, and is still there', async () => {
  const { editor, uri } = await opened();
  await editor.open(uri('a.ts'), {}, signal);
  await editor[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
  await writeFile(folder, 'in the way');
  await expect(editor.write(uri('a.ts'), { text: 'mine' }, signal)).rejects.toMatchObject({ code: 'unsaved_not_kept' });
  expect(editor.unsaved(uri('a.ts'))?.text).toBe('mine');
  // What can be done without a disk is done.
  await expect(editor.open(uri('b.ts'), {}, signal)).resolves.toMatchObject({ uri: uri('b.ts') });
  expect(warned).not.toEqual([]);
});

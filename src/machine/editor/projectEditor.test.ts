// Does the editor of a project hold what was opened, selected and written in it, whatever happens to the files?
import { expect, test } from 'vitest';
import { hashOfText } from '../../base/text/textHash.ts';
import { deferred } from '../../base/waiting/deferred.ts';
import { openScriptedIde } from '../../hosts/scripted/scriptedIde.ts';
import type { EditorEvent } from '../../ide/doors/editor.ts';

const { signal } = new AbortController();
const AUTHOR = { author: 'test', tool: 'test', title: 'test' };
const FILES = `
// @file a.ts
const one = 1;
const two = 2;
const three = 3;
// @file b.ts
const b = '😀';
// @file c.ts
const c = 1;
`;

function at(line: number, character: number, endLine = line, endCharacter = character) {
  return { start: { line, character }, end: { line: endLine, character: endCharacter } };
}

function opened(files = FILES) {
  const { editor, documents, changes } = openScriptedIde(files);
  return { editor, documents, changes, uri: (path: string) => documents.uriOf(path), names: () => editor.tabs().map(({ uri }) => documents.pathOf(uri)) };
}

test('tabs keep their order, and the last one opened is active', async () => {
  const { editor, uri, names } = opened();
  await editor.open(uri('a.ts'), {}, signal);
  await editor.open(uri('b.ts'), {}, signal);
  await editor.open(uri('c.ts'), { inBackground: true }, signal);
  expect(names()).toEqual(['a.ts', 'b.ts', 'c.ts']);
  expect(editor.selected()?.uri).toBe(uri('b.ts'));
  await editor.open(uri('a.ts'), {}, signal);
  expect(names()).toEqual(['a.ts', 'b.ts', 'c.ts']);
  // The one that was active before takes the place of one that is closed.
  expect(await editor.close(uri('a.ts'), 'keep')).toBe(true);
  expect(editor.selected()?.uri).toBe(uri('b.ts'));
  expect(await editor.close(uri('a.ts'), 'keep')).toBe(false);
});

test('a file that is only looked at makes way for the next, until it is opened or written in', async () => {
  const { editor, uri, names } = opened();
  await editor.open(uri('a.ts'), { isPreview: true }, signal);
  await editor.open(uri('b.ts'), { isPreview: true }, signal);
  expect(names()).toEqual(['b.ts']);
  await editor.open(uri('b.ts'), {}, signal);
  await editor.open(uri('c.ts'), { isPreview: true }, signal);
  expect(names()).toEqual(['b.ts', 'c.ts']);
  await editor.write(uri('c.ts'), { text: 'x' }, signal);
  await editor.open(uri('a.ts'), { isPreview: true }, signal);
  expect(names()).toEqual(['b.ts', 'c.ts', 'a.ts']);
});

test('a selection is cut to the text, and never splits a character', async () => {
  const { editor, uri } = opened();
  const behind = await editor.open(uri('a.ts'), { selection: at(1, 6, 99, 99) }, signal);
  expect(behind.selection).toEqual(at(1, 6, 2, 16));
  expect(editor.selected()?.text).toBe('two = 2;\nconst three = 3;');
  await editor.open(uri('b.ts'), {}, signal);
  const halves = await editor.select(uri('b.ts'), at(0, 12, 0, 12), signal);
  expect(halves.selection).toEqual(at(0, 11));
  await editor.select(uri('b.ts'), at(0, 99, 0, 12), signal);
  expect(editor.selected()?.text).toBe("😀';");
  await editor.select(uri('b.ts'), at(-4, -1, 0, 5), signal);
  expect(editor.selected()?.text).toBe('const');
});

test('a selection follows its text when the file changes on disk', async () => {
  const { editor, documents, uri } = opened();
  await editor.open(uri('a.ts'), { selection: at(1, 6, 1, 9) }, signal);
  documents.write('a.ts', 'import x;\n\nconst one = 1;\nconst two = 2;\nconst three = 4;\n');
  await editor.settle(signal);
  expect(editor.selected()).toEqual({ uri: uri('a.ts'), range: at(3, 6, 3, 9), text: 'two' });
  expect(editor.latestSelection()).toEqual(editor.selected());
  documents.write('a.ts', 'short');
  await editor.settle(signal);
  expect(editor.selected()).toEqual({ uri: uri('a.ts'), range: at(0, 5), text: '' });
  // What was selected last is what it was.
  expect(editor.latestSelection()?.text).toBe('two');
});

test('what is not saved stays when the file changes or is deleted, and says that it is stale', async () => {
  const { editor, documents, uri } = opened();
  await editor.open(uri('a.ts'), {}, signal);
  const base = hashOfText((await documents.read(uri('a.ts'))).text);
  const written = await editor.write(uri('a.ts'), { text: 'mine\nand more\n', base }, signal);
  expect(written).toMatchObject({ isUnsaved: true, isStale: false, lineCount: 3 });
  documents.write('a.ts', 'theirs');
  await editor.settle(signal);
  expect(editor.tabs()).toMatchObject([{ isUnsaved: true, isStale: true, lineCount: 3 }]);
  documents.delete('a.ts');
  await editor.settle(signal);
  expect(editor.unsaved(uri('a.ts'))).toEqual({ text: 'mine\nand more\n', base });
  await expect(editor.close(uri('a.ts'), 'keep')).rejects.toThrow('a.ts has text in the editor that is not saved');
  documents.write('a.ts', 'mine\nand more\n');
  await editor.settle(signal);
  expect(editor.tabs()).toMatchObject([{ isUnsaved: false, isStale: false }]);
});

test('what was typed while a text was saved is made from the saved one', async () => {
  const { editor, documents, uri } = opened();
  await editor.open(uri('a.ts'), {}, signal);
  await editor.write(uri('a.ts'), { text: 'more', base: 'abc' }, signal);
  documents.write('a.ts', 'saved');
  editor.saved(uri('a.ts'), 'saved');
  await editor.settle(signal);
  expect(editor.tabs()).toMatchObject([{ isUnsaved: true, isStale: false }]);
  expect(editor.unsaved(uri('a.ts'))?.base).toBe(hashOfText('saved'));
});

test('a deleted file closes its tab, and has it again when it comes back at once', async () => {
  const { editor, documents, uri, names } = opened();
  await editor.open(uri('b.ts'), {}, signal);
  await editor.open(uri('a.ts'), { selection: at(2, 0, 2, 5) }, signal);
  const { text } = await documents.read(uri('a.ts'));
  documents.delete('a.ts');
  await editor.settle(signal);
  expect(names()).toEqual(['b.ts']);
  documents.write('a.ts', text);
  await editor.settle(signal);
  expect(names()).toEqual(['b.ts', 'a.ts']);
  expect(editor.selected()).toMatchObject({ uri: uri('a.ts'), text: 'const' });
});

test('a tab follows its file through renames, and back when they are undone', async () => {
  const { editor, changes, uri, names } = opened();
  await editor.open(uri('a.ts'), { selection: at(1, 6, 1, 9) }, signal);
  await editor.write(uri('a.ts'), { text: 'const one = 1;\nconst two = 2;\n' }, signal);
  const move = (from: string, to: string) => changes.plan({ operations: [{ kind: 'move', uri: uri(from), to: uri(to), ifExists: 'fail' }] }, signal);
  const first = await changes.apply(await move('a.ts', 'd.ts'), AUTHOR, signal);
  await changes.apply(await move('d.ts', 'e.ts'), AUTHOR, signal);
  await editor.settle(signal);
  expect(names()).toEqual(['e.ts']);
  expect(editor.selected()).toMatchObject({ uri: uri('e.ts'), text: 'two' });
  expect(editor.unsaved(uri('e.ts'))?.text).toBe('const one = 1;\nconst two = 2;\n');
  await changes.apply(await changes.planUndoUntil({ before: first.id }, signal), AUTHOR, signal);
  await editor.settle(signal);
  expect(names()).toEqual(['a.ts']);
});

test('what cannot be shown is refused with its reason', async () => {
  const { editor, documents, uri } = opened();
  documents.write('x.bin', 'a\0b');
  documents.write('folder/y.ts', '');
  const refusal = (path: string) => editor.open(uri(path), {}, signal).catch((error: { code: string }) => error.code);
  expect(await refusal('x.bin')).toBe('binary_file');
  expect(await refusal('folder')).toBe('is_a_folder');
  expect(await refusal('none.ts')).toBe('file_not_found');
  expect(await editor.open('file:///elsewhere/a.ts', {}, signal).catch((error: { code: string }) => error.code)).toBe('outside_project');
  expect(await editor.open('untitled:one', {}, signal).catch((error: { code: string }) => error.code)).toBe('outside_project');
  expect(await editor.select(uri('a.ts'), at(0, 0), signal).catch((error: { code: string }) => error.code)).toBe('not_open');
  expect(await editor.write(uri('a.ts'), { text: '' }, signal).catch((error: { code: string }) => error.code)).toBe('not_open');
  expect(editor.tabs()).toEqual([]);
});

test('tabs and unsaved texts have bounds', async () => {
  const { editor, documents, uri } = opened();
  for (let count = 0; count < 100; count++) {
    documents.write(`f${count}.ts`, '');
    await editor.open(uri(`f${count}.ts`), {}, signal);
  }
  await expect(editor.open(uri('a.ts'), {}, signal)).rejects.toMatchObject({ code: 'too_many_tabs' });
  await expect(editor.write(uri('f0.ts'), { text: 'x'.repeat(5_000_001) }, signal)).rejects.toMatchObject({ code: 'unsaved_too_large' });
  for (const count of [0, 1, 2, 3]) await editor.write(uri(`f${count}.ts`), { text: 'x'.repeat(5_000_000) }, signal);
  await expect(editor.write(uri('f4.ts'), { text: 'x' }, signal)).rejects.toThrow('together');
  expect(editor.unsaved(uri('f4.ts'))).toBeUndefined();
});

test('events say what is so in the end, and a listener that fails disturbs no other', async () => {
  const { editor, uri } = opened();
  const heard: EditorEvent[] = [];
  const both = deferred<void>();
  using _failing = editor.onEvent(() => {
    throw new Error('broken');
  });
  using _hearing = editor.onEvent((event) => {
    heard.push(event);
    if (event.kind === 'selection') both.resolve();
  });
  await editor.open(uri('a.ts'), {}, signal);
  for (const character of [1, 2, 3, 4, 5]) await editor.select(uri('a.ts'), at(0, 0, 0, character), signal);
  await both.promise;
  expect(heard).toEqual([{ kind: 'tabs' }, { kind: 'selection', selected: { uri: uri('a.ts'), range: at(0, 0, 0, 5), text: 'const' } }]);
});

test('a mention counts those who took it', () => {
  const { editor, uri } = opened();
  using _deaf = editor.onMention(() => false);
  using _broken = editor.onMention(() => {
    throw new Error('broken');
  });
  expect(editor.mention({ uri: uri('a.ts') })).toBe(0);
  using _takes = editor.onMention(({ lines }) => lines?.first === 1);
  expect(editor.mention({ uri: uri('a.ts'), lines: { first: 1, last: 2 } })).toBe(1);
});

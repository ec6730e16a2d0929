// Edits of text as engines send them: in any order, on the same lines, at the same place, over any line break.
import { expect, test } from 'vitest';
import { TextSnapshot } from './text.ts';
import { editedText, filesTouched, hunksOf, type TextEdit } from './workspaceEdit.ts';

const SNAPSHOT = snapshot('one\ntwo\nthree\nfour\n');

test('edits are places in the text before all of them, whatever their order', () => {
  const edits = [edit([2, 0], [2, 5], '3'), edit([0, 0], [0, 0], 'zero\n'), edit([0, 3], [1, 0], ' ')];
  expect(editedText(SNAPSHOT, edits)).toBe('zero\none two\n3\nfour\n');
});

test('insertions at one place stay in their order', () => {
  expect(editedText(SNAPSHOT, [edit([0, 0], [0, 0], 'a'), edit([0, 0], [0, 0], 'b')])).toBe('abone\ntwo\nthree\nfour\n');
});

test('edits that overlap are refused', () => {
  expect(() => editedText(SNAPSHOT, [edit([0, 0], [0, 3], ''), edit([0, 1], [0, 2], 'x')])).toThrow(RangeError);
});

test('hunks hold only lines that change, and neighbours are one hunk', () => {
  expect(hunksOf(SNAPSHOT, [edit([0, 0], [0, 0], 'zero\n'), edit([3, 0], [3, 4], '4')])).toEqual([
    { line: 0, removed: [], added: ['zero'] },
    { line: 3, removed: ['four'], added: ['4'] },
  ]);
  expect(hunksOf(SNAPSHOT, [edit([0, 0], [0, 3], '1'), edit([1, 0], [2, 0], '')])).toEqual([{ line: 0, removed: ['one', 'two'], added: ['1'] }]);
});

test('Windows line breaks are kept and not shown', () => {
  const windows = snapshot('one\r\ntwo\r\n');
  expect(editedText(windows, [edit([1, 0], [1, 3], '2')])).toBe('one\r\n2\r\n');
  expect(hunksOf(windows, [edit([1, 0], [1, 0], 'new\r\n')])).toEqual([{ line: 1, removed: [], added: ['new'] }]);
});

test('a move touches both names', () => {
  const operations = [
    { kind: 'create', uri: 'file:///a', text: '', ifExists: 'fail' },
    { kind: 'edit', uri: 'file:///a', edits: [] },
    { kind: 'move', uri: 'file:///a', to: 'file:///b', ifExists: 'fail' },
  ] as const;
  expect(filesTouched({ operations })).toEqual(['file:///a', 'file:///b']);
});

function snapshot(text: string): TextSnapshot {
  return new TextSnapshot({ uri: 'file:///text', text, version: 1, languageId: '' });
}

function edit([line, character]: readonly [number, number], [endLine, endCharacter]: readonly [number, number], newText: string): TextEdit {
  return { range: { start: { line, character }, end: { line: endLine, character: endCharacter } }, newText };
}

// Wide edits, cut down to the names that differ.
import { expect, test } from 'vitest';
import { TextSnapshot } from '../../../../ide/text.ts';
import { editedText } from '../../../../ide/workspaceEdit.ts';
import { namesOnly } from './javaRenames.ts';

const text = 'class Item {\n  Item other;\n}\n';
const snapshot = new TextSnapshot({ uri: 'file:///Item.java', text, version: 0, languageId: 'java' });
const whole = { start: { line: 0, character: 6 }, end: { line: 1, character: 6 } };

test('only the names are edited', () => {
  const edits = namesOnly(snapshot, [{ range: whole, newText: 'Thing {\n  Thing' }]);
  expect(edits.map(({ range, newText }) => [range.start.line, range.start.character, newText])).toEqual([
    [0, 6, 'Thing'],
    [1, 2, 'Thing'],
  ]);
  expect(editedText(snapshot, edits)).toBe('class Thing {\n  Thing other;\n}\n');
});

test('an edit that writes more words stays as it is', () => {
  const edit = { range: whole, newText: 'Thing {\n  shop.Thing' };
  expect(namesOnly(snapshot, [edit])).toEqual([edit]);
});

// Edits of text: together, in any order, and never on top of each other.
import { expect, test } from 'vitest';
import { TextSnapshot } from './text.ts';
import { editedText } from './workspaceEdit.ts';

const snapshot = new TextSnapshot({ uri: 'file:///a.ts', text: 'let a = 1;\nlet b = 2;\n', version: 1, languageId: 'typescript' });
const at = (line: number, from: number, to: number) => ({ start: { line, character: from }, end: { line, character: to } });

test('edits mean the text before them, in whatever order they are given', () => {
  const edits = [
    { range: at(1, 4, 5), newText: 'second' },
    { range: at(0, 4, 5), newText: 'first' },
  ];
  expect(editedText(snapshot, edits)).toBe('let first = 1;\nlet second = 2;\n');
});

test('insertions at one place keep their order', () => {
  const edits = [
    { range: at(0, 0, 0), newText: '// one\n' },
    { range: at(0, 0, 0), newText: '// two\n' },
  ];
  expect(editedText(snapshot, edits)).toBe('// one\n// two\nlet a = 1;\nlet b = 2;\n');
});

test('edits that overlap are refused', () => {
  const edits = [
    { range: at(0, 0, 5), newText: 'x' },
    { range: at(0, 4, 6), newText: 'y' },
  ];
  expect(() => editedText(snapshot, edits)).toThrow('overlap');
});

// Do the editor and the daemon mean the same place, whatever ends the lines?
import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { TextSnapshot } from '../../../../src/ide/text.ts';
import { lineBreakOf, offsetsOf, rangeAt, withBreaks } from './lines.ts';

const texts = ['', 'a', 'a\nb\n', 'a\r\nb\r\n', 'a\r\nb\nc', 'a\rb\r\nc\n', 'a\r', '\r\r\n\n', 'one\u2028two\nthree', '🎉a\n🎉'];

test.each(texts)('%j: every place is the one that the daemon has, and leads back', (text) => {
  const lineBreak = lineBreakOf(text);
  const doc = Text.of(text.split(lineBreak));
  const mixed = lineBreak === '\n' && text.includes('\r') ? text : undefined;
  const snapshot = new TextSnapshot({ uri: '', text, version: 0, languageId: '' });
  expect(doc.sliceString(0, doc.length, lineBreak)).toBe(text);
  for (let offset = 0; offset <= doc.length; offset += 1) {
    const at = doc.sliceString(0, offset, lineBreak).length;
    const { line, character } = snapshot.positionAt(at);
    const range = rangeAt(doc, offset, offset, mixed);
    expect(range).toEqual({ line: line + 1, column: character + 1, endLine: line + 1, endColumn: character + 1 });
    const { from, to } = offsetsOf(doc, range, mixed);
    expect(to).toBe(from);
    // Between the halves of a break, the first half.
    expect(text.slice(from, offset)).toMatch(/^\r?$/);
  }
});

test('a place behind the end is the end, and one behind its line the end of that', () => {
  const doc = Text.of(['ab', 'c']);
  expect(offsetsOf(doc, { line: 1, column: 99, endLine: 9, endColumn: 1 })).toEqual({ from: 2, to: 4 });
  expect(offsetsOf(doc, { line: 1, column: 99, endLine: 9, endColumn: 1 }, 'ab\rc')).toEqual({ from: 2, to: 4 });
});

test('a text with several kinds of breaks is broken at the shortest, and what is pasted has those of the file', () => {
  expect(['', 'a', 'a\n', 'a\r\n', 'a\r\nb\n', 'a\r', 'a\r\rb\r\n'].map(lineBreakOf)).toEqual(['\n', '\n', '\n', '\r\n', '\n', '\n', '\n']);
  expect(withBreaks('a\nb\r\nc\r', '\r\n')).toBe('a\r\nb\r\nc\r\n');
});

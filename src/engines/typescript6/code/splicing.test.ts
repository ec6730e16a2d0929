// Whether changes in the style of the protocol give the text that the client has.
import { expect, test } from 'vitest';
import { spliced } from './splicing.ts';

const at = (line: number, from: number, to: number) => ({ start: { line, character: from }, end: { line, character: to } });

test('each change counts from the text that the one before has left', () => {
  const changes = [
    { range: at(0, 0, 3), text: 'two\nlines' },
    { range: at(1, 0, 5), text: 'words' },
  ];
  expect(spliced('one\nend', changes)).toBe('two\nwords\nend');
});

test('a change without a range is the whole text', () => {
  expect(spliced('old', [{ range: at(0, 0, 1), text: 'x' }, { text: 'new' }])).toBe('new');
});

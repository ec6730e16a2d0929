// That nothing which an agent writes can command a terminal or hide from its reader.
import { expect, test } from 'vitest';
import { escapedText, visibleText } from './visibleText.ts';

test('escape sequences, controls and reordering marks are shown, not obeyed', () => {
  expect(visibleText('a\u001b[2Jb\u0007')).toBe('a<001B>[2Jb<0007>');
  expect(visibleText('if (admin\u202e)')).toBe('if (admin<202E>)');
  expect(visibleText('zero\u200bwidth\u009b1m')).toBe('zero<200B>width<009B>1m');
});

test('JSON stays the same JSON, without anything that a terminal obeys', () => {
  const value = { name: 'a\u001b]0;x\u0007', marks: '\u202e\u009b \u{e0001}', plain: 'ü\n' };
  const escaped = escapedText(JSON.stringify(value, undefined, 1));
  expect(JSON.parse(escaped)).toEqual(value);
  expect(visibleText(escaped)).toBe(escaped);
});

test('tabs, line breaks and letters of every script stay', () => {
  expect(visibleText('\tüß 漢字\r\nnext\n')).toBe('\tüß 漢字\nnext\n');
});

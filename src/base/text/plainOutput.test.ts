// What is left of what a program printed for a terminal.
import { expect, test } from 'vitest';
import { plainOutput } from './plainOutput.ts';

test.each([
  ['plain\ntext\n', 'plain\ntext\n'],
  ['\u001B[1;31mred\u001B[0m and \u001B]8;;http://x\u0007a link\u001B]8;;\u0007', 'red and a link'],
  ['one\r\ntwo\r\n', 'one\ntwo\n'],
  ['10%\r 50%\r100%\n', '100%\n'],
  ['loading...\rok\n', 'okading...\n'],
  ['ab\bc\n', 'ac\n'],
  ['bell\u0007 and tab\t.\n', 'bell and tab\t.\n'],
  ['\u001B(B\u001B=\u001B[?25lhidden cursor', 'hidden cursor'],
])('%j', (printed, plain) => {
  expect(plainOutput(printed)).toBe(plain);
});

// Answers of a terminal beside the keys of a person.
import { expect, test } from 'vitest';
import { isTerminalsAnswer } from './terminalsAnswer.ts';

test.for(['\x1b[24;80R', '\x1b[?1;2c', '\x1b[>0;276;0c', '\x1b[0n', '\x1b]11;rgb:ffff/ffff/ffff\x1b\\', '\x1b[?2026;2$y', '\x1b[I'])(
  '%j is said by a terminal',
  (text) => {
    expect(isTerminalsAnswer(text)).toBe(true);
  },
);

test.for(['a', '\r', '\x1b', '\x1b[A', '\x1bOA', '\x1b[1;5C', '\x1b[3~', '\x03', 'echo \x1b[0n', ''])('%j is typed by a person', (text) => {
  expect(isTerminalsAnswer(text)).toBe(false);
});

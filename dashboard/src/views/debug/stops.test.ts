// Does the view follow a program, and stay with what somebody looks at?
import { expect, test } from 'vitest';
import { followed, numberedLines } from './stops.ts';

test('the newest stop is shown until somebody inspects one, which then stays', () => {
  const paused = { state: 'paused', stops: 4 } as const;
  expect(followed({ shown: 3, isInspected: false }, paused)).toEqual({ show: 4, waits: false });
  expect(followed({ shown: 3, isInspected: true }, paused)).toEqual({ show: 3, waits: true });
  expect(followed({ shown: 4, isInspected: true }, paused)).toEqual({ show: 4, waits: false });
  // While it runs, what was known at its last stop stays in sight.
  expect(followed({ shown: 3, isInspected: false }, { state: 'running', stops: 3 })).toEqual({ show: 3, waits: false });
  // Nothing was shown yet, so nothing can be inspected.
  expect(followed({ shown: 0, isInspected: true }, paused)).toEqual({ show: 4, waits: false });
});

test('lines are read as the tools number them', () => {
  expect(numberedLines(['    9  a', '>* 10  return  x', ' *101', '  102  ', 'what is no line'])).toEqual([
    { line: 9, text: 'a' },
    { line: 10, text: 'return  x' },
    { line: 101, text: '' },
    { line: 102, text: '' },
  ]);
});

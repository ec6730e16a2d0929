// Whether signals are called signals, and exit codes exit codes, in the numbers of each debugger.
import { expect, test } from 'vitest';
import { endOf, UNKNOWN_CODE } from './programEnds.ts';

test.skipIf(process.platform === 'win32').for([
  [0, undefined, undefined, { exitCode: 0, why: 'exit code 0' }],
  [-11, 'negative', undefined, { signal: 'SIGSEGV', why: 'signal SIGSEGV' }],
  [2, 'negative', undefined, { exitCode: 2, why: 'exit code 2' }],
  [250, 'low byte', undefined, { signal: 'SIGABRT', why: 'signal SIGABRT' }],
  [255, 'low byte', undefined, { exitCode: 255, why: 'exit code 255' }],
  [11, 'plain', 'SIGSEGV', { signal: 'SIGSEGV', why: 'signal SIGSEGV' }],
  [11, 'plain', undefined, { exitCode: 11, why: 'exit code 11' }],
  [3, 'plain', 'SIGUSR1', { exitCode: 3, why: 'exit code 3' }],
  [9, 'plain', undefined, { exitCode: 9, why: 'exit code 9, or signal SIGKILL, which its debugger does not tell apart' }],
  [-1, 'plain', undefined, { why: UNKNOWN_CODE }],
  [-1, undefined, undefined, { why: UNKNOWN_CODE }],
] as const)('%s, reported as %s after %s', ([exitCode, how, lastSignal, end]) => {
  expect(endOf(exitCode, how, lastSignal)).toEqual(end);
});

// Whether a process is the same one, asked of real processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isAlive, isSameStart, ownIdentity, startFromPs, startOf } from './processIdentity.ts';

test('this process is alive', () => {
  expect(isAlive(ownIdentity())).toBe(true);
});

test('a process that ended is not alive', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const pid = child.pid ?? 0;
  const identity = { pid, started: startOf(pid) ?? '' };
  expect(isAlive(identity)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isAlive(identity)).toBe(false);
});

test('another process with the same pid is not the same process', () => {
  expect(isAlive({ pid: process.pid, started: 'some other day' })).toBe(false);
});

test('starts are the same in one spelling, and within the resolution of a clock', () => {
  expect(isSameStart('7d21cc32-100', '7d21cc32-100')).toBe(true);
  expect(isSameStart('7d21cc32-100', '7d21cc32-101')).toBe(false);
  expect(isSameStart('1794773189', '1794773190')).toBe(true);
  expect(isSameStart('1794773189', '1794773199')).toBe(false);
  expect(isSameStart('unknown', '1794773199')).toBe(true);
});

test.skipIf(process.platform === 'win32')('ps, which is asked on macOS, knows when a process started', () => {
  const started = Number(startFromPs(process.pid));
  expect(Math.abs(started - performance.timeOrigin / 1_000)).toBeLessThan(10);
  expect(startFromPs(2 ** 22 + 1)).toBeUndefined();
});

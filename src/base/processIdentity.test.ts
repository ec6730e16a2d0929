// Whether a process is the same one, asked of real processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isAlive, ownIdentity, startOf } from './processIdentity.ts';

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

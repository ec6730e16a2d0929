// That what is to end together ends together: nobody of a family sees another one end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { killTogether } from './killTogether.ts';
import { standsStill } from './stoppedProcesses.ts';

// More than there are cores, so that some of them wait for their time when they are asked to stop.
const BUSY = 4;
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

test.skipIf(process.platform === 'win32')('processes asked to stop are waited for until they stand still', { timeout: 60_000 }, async () => {
  const busy = await Promise.all(Array.from({ length: BUSY }, () => node("process.stdout.write('ready'); for (;;);")));
  const pids = busy.map(({ pid }) => pid ?? 0);
  expect(standsStill(pids)).toBe(false);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await expect.poll(() => standsStill(pids), { timeout: 30_000 }).toBe(true);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
  await expect.poll(() => standsStill(pids), { timeout: 30_000 }).toBe(false);
});

test.skipIf(process.platform !== 'linux')('a parent and the child that left its group end together', { timeout: 60_000 }, async () => {
  const script = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
    child.on('exit', () => process.stdout.write('saw its child end'));
    process.stdout.write(String(child.pid) + ' ');
    setInterval(() => {}, 1);
  `;
  const parent = await node(script);
  let said = '';
  parent.stdout?.on('data', (piece: Buffer) => (said += String(piece)));
  const ended = once(parent, 'close');
  killTogether({ roots: [parent.pid ?? 0] });
  await ended;
  expect(said).not.toContain('saw its child end');
  expect(parent.signalCode).toBe('SIGKILL');
});

test.skipIf(process.platform === 'win32')('one that has ended stands still', async () => {
  const child = await node("process.stdout.write('ready')");
  await once(child, 'close');
  expect(standsStill([child.pid ?? 0])).toBe(true);
});

async function node(script: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  await once(child.stdout, 'data');
  return child;
}

// How a process and everything it started is ended on each system.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { killTogether } from '../../base/processes/killTogether.ts';
import { seconds } from '../../base/waiting/duration.ts';

// Longer than the kernel needs to collect a killed process, also on a busy machine.
const COLLECTED = seconds(5);

export async function endTree(pid: number, exited: Promise<unknown>, grace: number): Promise<void> {
  // Windows has no polite signal for a process without a window.
  if (process.platform === 'win32') killTree(pid);
  else signalGroup(pid, 'SIGTERM');
  if (await settledWithin(exited, grace)) return;
  killTree(pid);
  await settledWithin(exited, COLLECTED);
}

// What is left of the group of a process that has ended. Windows keeps no such thing, and its number may be another's by now.
export function sweepGroup(pid: number): void {
  if (process.platform !== 'win32') signalGroup(pid, 'SIGKILL');
}

export function killTree(pid: number): void {
  if (process.platform !== 'win32') {
    signalGroup(pid, 'SIGKILL');
    return;
  }
  const taskkill = spawn('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
  taskkill.on('error', () => {});
  taskkill.unref();
}

// With all that it has started, wherever that is by now.
export function killProgram(pid: number | undefined, mark: string | undefined, except: ReadonlySet<number>): void {
  const roots = pid === undefined ? [] : [pid];
  if (process.platform === 'win32') roots.forEach(killTree);
  else killTogether({ roots, mark, except });
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: nobody is left. EPERM: on macOS, a group of which only zombies are left.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

async function settledWithin(work: Promise<unknown>, bound: number): Promise<boolean> {
  const timer = new AbortController();
  try {
    const ended = work.then(() => true);
    const passed = sleep(bound, false, { signal: timer.signal }).catch(() => false);
    return await Promise.race([ended, passed]);
  } finally {
    timer.abort();
  }
}

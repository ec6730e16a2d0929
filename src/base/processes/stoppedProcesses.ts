// Whether processes that were asked to stop have done so. The signal alone is no proof: each thread runs on until the system next gives it time.
import { readdirSync, readFileSync } from 'node:fs';

// Stopped, stopped by a debugger, a zombie, or gone.
const STILL = /^[TtZXx]$/;

// Every thread of each of them, but for those that a debugger traces: there only the thread that hears of the signal stops. One that has ended stands still.
export function standsStill(pids: readonly number[]): boolean {
  if (process.platform !== 'linux') return stillByPs(pids);
  return pids.every((pid) => threadStates(pid).every((state) => STILL.test(state)) || isTraced(pid));
}

export function isTraced(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  return /^TracerPid:\t[1-9]/m.test(textOf(`/proc/${pid}/status`));
}

function threadStates(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => stateIn(textOf(`/proc/${pid}/task/${thread}/stat`)));
  } catch {
    return [];
  }
}

// The second field is the program's name in parentheses and may itself hold spaces and parentheses.
function stateIn(stat: string): string[] {
  return stat === '' ? [] : [stat.charAt(stat.lastIndexOf(')') + 2)];
}

// Empty for one that has ended.
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function stillByPs(pids: readonly number[]): boolean {
  if (pids.length === 0) return true;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { stdout } = spawnSync('ps', ['-o', 'state=', '-p', pids.join(',')], { encoding: 'utf8', timeout: 2_000 });
  return [...(stdout ?? '').matchAll(/^\s*(\S)/gm)].every(([, state = '']) => STILL.test(state));
}

// Ends processes and everything that they have started so that none of them sees another one end: all are frozen before the first is killed.

import { seconds } from '../waiting/duration.ts';
import { processOnLinux } from './ancestors.ts';
import { startedBy } from './descendants.ts';
import { markedProcesses } from './markedProcesses.ts';
import { isTraced, standsStill } from './stoppedProcesses.ts';

export interface ProcessFamily {
  // Themselves and their descendants.
  readonly roots: readonly number[];
  // And whoever carries this mark, also where its parents have ended.
  readonly mark?: string | undefined;
  // Whoever stands between us and them and lives on to report their end, as a debugger does. It is held meanwhile, so that it cannot let one of them go.
  readonly except?: ReadonlySet<number>;
}

// A process that starts others while it is looked for is frozen by then, or found in the next round.
const MOST_ROUNDS = 10;
// A process that was asked to stop runs on until the system next gives it time: a quarter of a second has been seen with four busy processes for each core.
const FREEZING = seconds(1);
const LOOKS = 1;

// Not for Windows, which cannot freeze a process.
export function killTogether({ roots, mark, except = new Set() }: ProcessFamily): void {
  const frozen = new Set<number>();
  const freeze = (pid: number) => {
    if (!frozen.has(pid) && !except.has(pid) && pid > 1 && pid !== process.pid && signal(pid, 'SIGSTOP')) frozen.add(pid);
  };
  for (const pid of except) signal(pid, 'SIGSTOP');
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const known = frozen.size;
    // Parents first: one that waits for a child is notified also of its freezing.
    for (let next = [...roots]; next.length > 0; next = childrenOf(next).filter((pid) => !except.has(pid))) next.forEach(freeze);
    if (mark !== undefined) markedProcesses([mark]).forEach(freeze);
    if (frozen.size === known) break;
    untilStill([...frozen, ...except]);
  }
  // One that a debugger traces stops only the thread that hears of it, and the others would see their children end: so it goes before them.
  const traced = [...frozen].filter(isTraced);
  for (const pid of traced) signal(pid, 'SIGKILL');
  // Children first: what is frozen in a group without a parent is let go by the system, with a signal that it may catch.
  for (const pid of [...frozen].toReversed()) if (!traced.includes(pid)) signal(pid, 'SIGKILL');
  for (const pid of except) signal(pid, 'SIGCONT');
}

// Without returning to the event loop: whoever kills may itself be about to exit.
function untilStill(pids: readonly number[]): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (const end = Date.now() + FREEZING; Date.now() < end && !standsStill(pids); ) Atomics.wait(clock, 0, 0, LOOKS);
}

// The same where somebody who cannot be held, as a debugger that has lost its client, may end one of them at any moment: then the system lets go of what is
// frozen below it, with a signal that can be caught. So nothing is frozen, and what is known at once is killed at once, children first.
export function killAtOnce({ roots, mark }: ProcessFamily): void {
  const killed = new Set<number>();
  const kill = (pids: readonly number[]) => {
    for (const pid of pids.toReversed()) if (!killed.has(pid) && pid > 1 && pid !== process.pid && signal(pid, 'SIGKILL')) killed.add(pid);
  };
  kill(withDescendants(roots));
  for (let round = 0; round < MOST_ROUNDS && mark !== undefined; round++) {
    const known = killed.size;
    kill(withDescendants(markedProcesses([mark])));
    if (killed.size === known) break;
  }
}

function withDescendants(roots: readonly number[]): readonly number[] {
  const found: number[] = [];
  for (let next = [...roots]; next.length > 0; next = childrenOf(next)) found.push(...next);
  return found;
}

// The processes above one of them, up to and with another.
export function chainBetween(pid: number, ancestor: number): ReadonlySet<number> {
  const chain = new Set([ancestor]);
  for (let at = parentOf(pid); at !== undefined && at > 1 && at !== ancestor && !chain.has(at); at = parentOf(at)) chain.add(at);
  return chain;
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    // It has ended by itself.
    return false;
  }
}

function childrenOf(pids: readonly number[]): number[] {
  if (process.platform === 'linux') return pids.flatMap(startedBy);
  return [...fromPs()].flatMap(([pid, parent]) => (pids.includes(parent) ? [pid] : []));
}

function parentOf(pid: number): number | undefined {
  return process.platform === 'linux' ? processOnLinux(pid)?.parent : fromPs().get(pid);
}

// Of every process of this machine, its parent.
function fromPs(): ReadonlyMap<number, number> {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8', timeout: 2_000 });
  return new Map([...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)].map(([, pid, parent]) => [Number(pid), Number(parent)]));
}

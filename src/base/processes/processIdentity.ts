// Which process a number means: a pid together with the moment it started, because the system gives pids out again.
import { readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  // Opaque; compare with isSameStart. UNKNOWN where the system does not say.
  readonly started: string;
}

const UNKNOWN = 'unknown';

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  // Elsewhere than on Linux another program would have to be asked, which takes up to half a second; we know our own start ourselves.
  const started = process.platform === 'linux' ? startOnLinux(process.pid) : String(Math.round(performance.timeOrigin / 1_000));
  own ??= { pid: process.pid, started: started ?? UNKNOWN };
  return own;
}

// False only when the process is provably gone: no process has the pid, or the one that has it started at another time.
export function isAlive({ pid, started }: ProcessIdentity): boolean {
  const found = startOf(pid);
  if (found === undefined) return false;
  return isSameStart(found, started);
}

export function isSameStart(one: string, other: string): boolean {
  if (one === other || one === UNKNOWN || other === UNKNOWN) return true;
  // Seconds since the epoch, as two clocks read them. No system gives a pid out again so soon.
  return /^\d+$/.test(one) && /^\d+$/.test(other) && Math.abs(Number(one) - Number(other)) <= 2;
}

// Whether some process has this pid, without a program that would have to be asked when it started.
export function isRunning(pid: number): boolean {
  return process.platform === 'linux' ? startOnLinux(pid) !== undefined : exists(pid);
}

// Undefined when there is no such process. A zombie has ended: only its parent has not looked yet.
export function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') return startOnLinux(pid);
  if (!exists(pid)) return undefined;
  return (process.platform === 'win32' ? startOnWindows(pid) : startFromPs(pid)) ?? UNKNOWN;
}

function startOnLinux(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return `${bootId()}-${fields[19]}`;
}

// Start times count from the boot, so the same pid and time could return after the next one.
function bootId(): string {
  return readIfThere('/proc/sys/kernel/random/boot_id')?.slice(0, 8) ?? 'boot';
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is there, but may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export function startFromPs(pid: number): string | undefined {
  const started = Date.parse(output('ps', ['-o', 'lstart=', '-p', String(pid)]) ?? '');
  return Number.isNaN(started) ? undefined : String(Math.round(started / 1_000));
}

function startOnWindows(pid: number): string | undefined {
  return output('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', `([DateTimeOffset](Get-Process -Id ${pid}).StartTime).ToUnixTimeSeconds()`]);
}

// child_process is loaded only here, because the stdio door must start as fast as bare Node.
function output(command: string, parameters: readonly string[]): string | undefined {
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  try {
    const text = execFileSync(command, parameters, {
      encoding: 'utf8',
      timeout: 5_000,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, LC_ALL: 'C' },
    });
    return text.trim() || undefined;
  } catch {
    return undefined;
  }
}

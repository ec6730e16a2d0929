// Processes that carry a mark in their environment, which everything that they start inherits: the way to find what left its group and its parent.
import { readdirSync, readFileSync } from 'node:fs';
import type { Environment } from './minimalEnvironment.ts';

const VARIABLE = 'BINNACLE_FAMILY';
// Ours, and those that say in which agent's session the daemon happened to be started.
const NOT_FOR_OTHERS = /^(?:BINNACLE_|ELECTRON_RUN_AS_NODE$|CLAUDECODE$|CLAUDE_CODE_|CODEX_|GEMINI_CLI|COPILOT_|PSI_BRIDGE_)/i;

export function newMark(): string {
  return process.getBuiltinModule('node:crypto').randomUUID();
}

// What a program of somebody else may see: the person's environment, with the mark and without anything of ours.
export function foreignEnvironment(mark: string, whole: Environment): Record<string, string | undefined> {
  const own = Object.fromEntries(Object.entries(whole).filter(([name]) => !NOT_FOR_OTHERS.test(name)));
  return { ...own, [VARIABLE]: mark };
}

// Only Linux shows the environment of others; elsewhere a group is all there is.
export function markedProcesses(marks: readonly string[]): readonly number[] {
  if (marks.length === 0 || process.platform !== 'linux') return [];
  const wanted = marks.map((mark) => `${VARIABLE}=${mark}\0`);
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    const environment = environmentOf(name);
    return wanted.some((mark) => environment.includes(mark)) ? [Number(name)] : [];
  });
}

// The same of one process.
export function isMarkedWith(pid: number, marks: ReadonlySet<string>): boolean {
  if (process.platform !== 'linux') return false;
  const variable = environmentOf(String(pid))
    .split('\0')
    .find((each) => each.startsWith(`${VARIABLE}=`));
  return variable !== undefined && marks.has(variable.slice(VARIABLE.length + 1));
}

export function signalProcess(pid: number, signal: 'SIGTERM' | 'SIGKILL' | 'SIGHUP'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

// Empty for a process that has ended, or that is another user's.
function environmentOf(pid: string): string {
  try {
    return `${readFileSync(`/proc/${pid}/environ`, 'latin1')}\0`;
  } catch {
    return '';
  }
}

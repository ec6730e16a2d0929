// The processes above a process: its parent, that one's parent, and so on, as far as the system says.
import { readFileSync } from 'node:fs';
import { seconds } from '../waiting/duration.ts';

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  // Of its program.
  readonly name: string;
  // Comparable with others of the same machine; 0 where the system gives orphans another parent.
  readonly started: number;
}

// No chain of processes is so long.
const MOST = 200;
const LONGEST_ANSWER = seconds(10);

// The process itself first. Empty when it is gone, or when the system cannot be asked.
export async function withAncestors(pid: number): Promise<readonly ProcessRow[]> {
  const rows = process.platform === 'linux' ? undefined : await allProcesses();
  const rowOf = (each: number) => (rows === undefined ? processOnLinux(each) : rows.get(each));
  const found: ProcessRow[] = [];
  for (let row = rowOf(pid); row !== undefined && found.length < MOST; row = nextAbove(row, rowOf)) found.push(row);
  return found;
}

// On Windows a parent that has ended may have left its number to a younger process, which is not the parent.
function nextAbove({ pid, parent, started }: ProcessRow, rowOf: (pid: number) => ProcessRow | undefined): ProcessRow | undefined {
  const above = parent > 0 && parent !== pid ? rowOf(parent) : undefined;
  return above !== undefined && above.started <= started ? above : undefined;
}

// Undefined when there is no such process.
export function processOnLinux(pid: number): ProcessRow | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
    const end = stat.lastIndexOf(')');
    return { pid, parent: Number(stat.slice(end + 2).split(' ')[1]), name: stat.slice(stat.indexOf('(') + 1, end), started: 0 };
  } catch {
    return undefined;
  }
}

async function allProcesses(): Promise<ReadonlyMap<number, ProcessRow>> {
  const rows = process.platform === 'win32' ? windowsRows(await outputOf('powershell.exe', [...SILENT, WINDOWS])) : psRows(await outputOf('ps', PS));
  return new Map(rows.map((row) => [row.pid, row]));
}

const PS = ['-axo', 'pid=,ppid=,comm='];
const SILENT = ['-NoProfile', '-NonInteractive', '-Command'];
const WINDOWS =
  "Get-CimInstance Win32_Process | ForEach-Object { '{0} {1} {2} {3}' -f $_.ProcessId, $_.ParentProcessId, $_.CreationDate.ToFileTimeUtc(), $_.Name }";

export function psRows(output: string): readonly ProcessRow[] {
  return [...output.matchAll(/^\s*(\d+)\s+(\d+)\s+(\S.*)$/gm)].map(([, pid, parent, name = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    name: name.split('/').at(-1)?.trim() ?? '',
    started: 0,
  }));
}

export function windowsRows(output: string): readonly ProcessRow[] {
  return [...output.matchAll(/^(\d+) (\d+) (\d*) (.*?)\r?$/gm)].map(([, pid, parent, started, name = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    name,
    started: Number(started),
  }));
}

// What it printed; nothing when it cannot be run.
export function outputOf(command: string, parameters: readonly string[]): Promise<string> {
  // Loaded only here: the reaper reads a process's parent, and starts none.
  const { execFile } = process.getBuiltinModule('node:child_process');
  return new Promise((resolve) => {
    execFile(command, [...parameters], { encoding: 'utf8', timeout: LONGEST_ANSWER, windowsHide: true, maxBuffer: 16 * 1024 * 1024 }, (_, stdout) =>
      resolve(stdout),
    );
  });
}

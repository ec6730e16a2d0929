// The reaper: a small process that outlives the daemon by a moment, ends what the daemon can no longer end, and goes.
//
// It reads lines from a pipe that only the daemon holds: +pid (with the mark of what it starts) and -pid for each process group, *pid with the pid of its debugger for each program that is
// debugged, !file and ?file for each file to remove or to leave. When the pipe closes, the daemon has ended, however that came.
import { rmSync } from 'node:fs';
import { killAtOnce } from '../../base/processes/killTogether.ts';
import { markedProcesses, signalProcess } from '../../base/processes/markedProcesses.ts';
import { isSameStart, startOf } from '../../base/processes/processIdentity.ts';
import { LineSplitter } from '../../base/text/lines.ts';
import { seconds } from '../../base/waiting/duration.ts';

// Group leaders and when they started; undefined when a leader was gone before we could look.
const groups = new Map<number, string | undefined>();
const marks = new Map<number, string>();
// Programs that are debugged: when they started, and the pid of their debugger.
const debugged = new Map<number, { readonly started: string | undefined; readonly by: number }>();
const files = new Set<string>();

const LONGEST_LINE = 64 * 1024;
// What has not ended on request by then is stuck.
const GRACE = seconds(1);
const BETWEEN_LOOKS = 50;

// It must not go before the daemon does: a terminal's interrupt or a logout reaches both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const lines = new LineSplitter(LONGEST_LINE);
process.stdin.on('data', (chunk: Buffer) => {
  for (const line of lines.feed(chunk)) note(line.toString());
});
process.stdin.on('end', () => void reap());
process.stdin.on('error', () => void reap());

function note(line: string): void {
  const rest = line.slice(1);
  if (line.startsWith('+')) noteGroup(rest);
  if (line.startsWith('-')) {
    groups.delete(Number(rest));
    marks.delete(Number(rest));
    debugged.delete(Number(rest));
  }
  if (line.startsWith('*')) {
    const [pid = 0, by = 0] = rest.split(' ').map(Number);
    debugged.set(pid, { started: startOf(pid), by });
  }
  if (line.startsWith('!')) files.add(rest);
  if (line.startsWith('?')) files.delete(rest);
}

function noteGroup(text: string): void {
  const [pid = '', mark] = text.split(' ');
  groups.set(Number(pid), startOf(Number(pid)));
  if (mark !== undefined) marks.set(Number(pid), mark);
}

async function reap(): Promise<void> {
  // First, and without asking: a debugger that has lost its client may let its program go on.
  for (const [pid, { started, by }] of debugged) endDebugged(pid, started, by);
  for (const file of files) rmSync(file, { force: true });
  const left = [...groups.keys()].filter(isStillOurs);
  const family = markedProcesses([...marks.values()]);
  for (const pid of left) endGroup(pid, 'SIGTERM');
  for (const pid of family) signalProcess(pid, 'SIGTERM');
  const deadline = Date.now() + GRACE;
  while ((left.some(isThere) || markedProcesses([...marks.values()]).length > 0) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
  for (const pid of left) endGroup(pid, 'SIGKILL');
  for (const pid of markedProcesses([...marks.values()])) signalProcess(pid, 'SIGKILL');
  process.exit(0);
}

// With its debugger, and with what it has started. Its debugger may have ended it by now.
function endDebugged(pid: number, started: string | undefined, by: number): void {
  const found = startOf(pid);
  const isOurs = found !== undefined && (started === undefined || isSameStart(found, started));
  if (process.platform !== 'win32') killAtOnce({ roots: [...(isStillOurs(by) ? [by] : []), ...(isOurs ? [pid] : [])], mark: marks.get(by) });
  if (isOurs || found === undefined) endGroup(pid, 'SIGKILL');
}

// A pid that now belongs to a process with another start was given out again. One that belongs to nobody still names its group:
// no system gives a number to a new process while a group has it.
function isStillOurs(pid: number): boolean {
  const found = startOf(pid);
  const known = groups.get(pid);
  return found === undefined || (known !== undefined && isSameStart(found, known));
}

function isThere(pid: number): boolean {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 0);
    return true;
  } catch {
    return false;
  }
}

function endGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (!isThere(pid)) return;
  try {
    if (process.platform !== 'win32') process.kill(-pid, signal);
    // Windows has no process groups; taskkill ends the tree, and only by force does it end programs without a window.
    else process.getBuiltinModule('node:child_process').execFileSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' });
  } catch {
    // It ended between the look and the signal.
  }
}

// How much memory a process holds, where the system reports it.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { seconds } from '../../base/waiting/duration.ts';

const PATIENCE = seconds(2);
const run = promisify(execFile);

// Resident memory in megabytes; undefined when the process is gone or the system does not say.
export async function memoryMbOf(pid: number): Promise<number | undefined> {
  if (process.platform === 'linux') return fromKilobytes(/^VmRSS:\s+(\d+) kB$/m.exec(await textOrNothing(readFile(`/proc/${pid}/status`, 'utf8')))?.[1]);
  if (process.platform === 'win32') return undefined;
  const listed = run('ps', ['-o', 'rss=', '-p', String(pid)], { timeout: PATIENCE }).then(({ stdout }) => stdout);
  return fromKilobytes(/\d+/.exec(await textOrNothing(listed))?.[0]);
}

function fromKilobytes(kilobytes: string | undefined): number | undefined {
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024);
}

// A process that has ended between question and answer has no memory: that is an answer, not a failure.
async function textOrNothing(reading: Promise<string>): Promise<string> {
  try {
    return await reading;
  } catch {
    return '';
  }
}

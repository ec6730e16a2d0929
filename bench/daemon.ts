// A daemon of the bench's own, started as a person would, and the processes below it.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { binnacle } from '../test/support/builtProgram.ts';

const Ready = z.object({ url: z.string(), port: z.number(), token: z.string(), pid: z.number() });

export interface Daemon extends AsyncDisposable {
  readonly pid: number;
  readonly url: string;
  readonly token: string;
}

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

export async function startDaemon(environment: NodeJS.ProcessEnv, project: string): Promise<Daemon> {
  const child = spawn(process.execPath, [binnacle, 'serve', '--project', project, '--port', '0', '--json'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid, url, token } = Ready.parse(JSON.parse(await firstLine(child)));
  return {
    pid,
    url,
    token,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      if (child.exitCode === null && child.signalCode === null) await closed;
      clearTimeout(timer);
    },
  };
}

// Resident memory; undefined where the system does not report it.
export async function memoryMb(pid: number): Promise<number | undefined> {
  if (process.platform === 'linux') {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  }
  if (process.platform === 'win32') return undefined;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) / 1024;
}

// Everything that the process started, directly or not.
export async function descendants(pid: number): Promise<ProcessRow[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const rows = stdout.split('\n').flatMap((line) => {
    const [, id, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(id), parent: Number(parent), command }];
  });
  const below = (parent: number): ProcessRow[] => rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)]);
  return below(pid);
}

function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`binnacle serve ended with ${code}: ${complaints}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
  });
}

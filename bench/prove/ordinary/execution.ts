// Other people's programs, run to their end within a bound, with all that they print.
import { spawn } from 'node:child_process';
import { minutes } from '../../../src/base/waiting/duration.ts';

export interface Ended {
  // Undefined where it was ended because its time was over.
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HowToRun {
  readonly folder: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly input?: string;
  readonly bound?: number;
}

export async function stdoutOf(command: readonly string[], folder: string): Promise<string> {
  const { code, stdout, stderr } = await ended(command, { folder });
  if (code !== 0) throw new Error(`${command.join(' ')}: ${stderr.trim().slice(-500) || `exit code ${code}`}`);
  return stdout;
}

// In a process group of its own where the system has them: a test runner's workers end with it.
export function ended([program = '', ...args]: readonly string[], { folder, environment = {}, input = '', bound = minutes(5) }: HowToRun): Promise<Ended> {
  const hasGroups = process.platform !== 'win32';
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...environment }, stdio: ['pipe', 'pipe', 'pipe'], detached: hasGroups });
  let [stdout, stderr, isOver] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout = (stdout + text).slice(-LONGEST);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-LONGEST);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const end = () => {
    isOver = true;
    if (hasGroups && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  };
  const timer = setTimeout(end, bound);
  return new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: isOver ? undefined : (code ?? 1), stdout, stderr }));
  }).finally(() => clearTimeout(timer));
}

const LONGEST = 1 << 26;

// The daemon's line to its reaper: which process groups and files must not outlive this process.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Log } from '../../base/log.ts';

// Nothing of ours; inside VS Code, the program that runs us is Node only when its environment says so.
const ENVIRONMENT = { ELECTRON_RUN_AS_NODE: '1' };

export class Reaper {
  readonly #program: string;
  readonly #state: string;
  readonly #log: Log;
  readonly #groups = new Map<number, string | undefined>();
  // Programs, and their debuggers.
  readonly #debugged = new Map<number, number>();
  readonly #files = new Set<string>();
  #process: ChildProcess | undefined;
  #closed = false;

  // program: the bundle of reaperProcess.ts.
  constructor(program: string, state: string, log: Log) {
    this.#program = program;
    this.#state = state;
    this.#log = log;
  }

  // Undefined before the first child.
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  // Removed if this process dies without doing so itself.
  guardFile(path: string): void {
    this.#files.add(path);
    this.#send(`!${path}`);
  }

  // This process has removed it itself, and whoever comes next may put it there again.
  releaseFile(path: string): void {
    this.#files.delete(path);
    this.#send(`?${path}`);
  }

  // Nothing needs a reaper before there is a process to end, and a process is what it costs.
  starting(): void {
    if (this.#process === undefined) this.#start();
  }

  started(pid: number, mark?: string): void {
    this.#groups.set(pid, mark);
    if (this.#process === undefined) this.#start();
    else this.#send(groupLine(pid, mark));
  }

  debugged(pid: number, by: number): void {
    this.#debugged.set(pid, by);
    this.#send(`*${pid} ${by}`);
  }

  ended(pid: number): void {
    this.#groups.delete(pid);
    this.#debugged.delete(pid);
    this.#send(`-${pid}`);
  }

  // The reaper ends whatever is left and goes.
  close(): void {
    this.#closed = true;
    this.#process?.stdin?.end();
  }

  #start(): void {
    if (this.#closed) return;
    // In a session of its own, and in no folder that someone may want to remove. The words after its name are for people who look at it.
    const words = [this.#program, 'of', String(process.pid), 'in', this.#state];
    const child = spawn(process.execPath, words, { detached: true, windowsHide: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/', env: ENVIRONMENT });
    this.#process = child;
    child.unref();
    child.on('error', (error) => this.#log.error(`the reaper cannot run: ${error.message}`));
    // Someone killed it: the pipe gives the next one everything.
    child.on('exit', () => {
      if (this.#closed || this.#process !== child) return;
      this.#log.warn('the reaper was gone and is started again');
      this.#process = undefined;
      if (this.#groups.size > 0) this.#start();
    });
    child.stdin.on('error', () => {});
    for (const path of this.#files) this.#send(`!${path}`);
    for (const [pid, mark] of this.#groups) this.#send(groupLine(pid, mark));
    for (const [pid, by] of this.#debugged) this.#send(`*${pid} ${by}`);
  }

  #send(line: string): void {
    this.#process?.stdin?.write(`${line}\n`);
  }
}

function groupLine(pid: number, mark: string | undefined): string {
  return mark === undefined ? `+${pid}` : `+${pid} ${mark}`;
}

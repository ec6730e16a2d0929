// A program that was started here, with what it prints and how it is ended.
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { chainBetween } from '../../base/processes/killTogether.ts';
import { markedProcesses, signalProcess } from '../../base/processes/markedProcesses.ts';
import { deferred } from '../../base/waiting/deferred.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { LastLines } from './lastLines.ts';
import { memoryMbOf } from './memory.ts';
import { endTree, killProgram, killTree, sweepGroup } from './trees.ts';

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Finished extends ProcessExit {
  readonly stdout: string;
  readonly stderr: string;
}

// The program could not be started at all.
export class SpawnError extends Error {
  override readonly name = 'SpawnError';
}

// Engines that are asked to end do so within milliseconds; what takes longer is stuck.
export const GRACE = seconds(2);

export class SpawnedProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  // Its last lines are kept here already; for whoever wants all of it.
  readonly stderr: Readable;
  // Resolves once the process has ended and what was left of its group has been asked to end.
  readonly exited: Promise<ProcessExit>;
  readonly #errors: LastLines;
  readonly #mark: string | undefined;
  #ended = false;

  constructor(child: ChildProcess, pid: number, mark?: string) {
    if (child.stdin === null || child.stdout === null || child.stderr === null) throw new TypeError('a child has the pipes it was started with');
    this.pid = pid;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    this.#mark = mark;
    this.#errors = new LastLines(child.stderr);
    // Writing to a process that is gone fails; whoever waits learns it from the exit.
    child.stdin.on('error', () => {});
    child.on('error', () => {});
    const exited = deferred<ProcessExit>();
    child.once('exit', (code, signal) => {
      this.#ended = true;
      // A leader that died may leave children behind, and their parent was the only one who knew them.
      sweepGroup(pid);
      exited.resolve({ code, signal });
    });
    this.exited = exited.promise;
  }

  get ended(): boolean {
    return this.#ended;
  }

  get isMarked(): boolean {
    return this.#mark !== undefined;
  }

  // The last lines of its standard error: usually why it died.
  lastErrors(): string {
    return this.#errors.text();
  }

  // The same once nothing more can come.
  async allErrors(): Promise<string> {
    await this.#errors.ended;
    return this.#errors.text();
  }

  // Asks the whole tree to end, and after the grace makes it.
  async end(grace: number = GRACE): Promise<void> {
    if (this.#ended) return;
    await endTree(this.pid, this.exited, grace);
  }

  // The same, and of what has left its group on the way. What a program that ended by itself left running on purpose stays.
  async endFamily(grace: number): Promise<void> {
    if (this.#ended) return;
    for (const pid of this.#marked()) signalProcess(pid, 'SIGTERM');
    await this.end(grace);
    for (const pid of this.#marked()) signalProcess(pid, 'SIGKILL');
  }

  kill(): void {
    if (!this.#ended) killTree(this.pid);
  }

  // The same at once, with what has left its group on the way.
  killFamily(): void {
    if (this.#ended) return;
    killTree(this.pid);
    for (const pid of this.#marked()) signalProcess(pid, 'SIGKILL');
  }

  // What has left its group and is still there, also when the program itself has ended.
  killLeftovers(): void {
    for (const pid of this.#marked()) signalProcess(pid, 'SIGKILL');
  }

  // What this debugger has started, together with its own children and whoever has left them: none of them runs one more statement. The debugger lives on, and
  // reports what was printed; before it has said which program it runs, it ends too.
  killDebugged(program: number | undefined): void {
    if (this.#ended) killProgram(program, this.#mark, new Set());
    else if (program === undefined) killProgram(this.pid, this.#mark, new Set());
    else killProgram(program, this.#mark, chainBetween(program, this.pid));
  }

  // Undefined where the system does not say.
  async memoryMb(): Promise<number | undefined> {
    return this.#ended ? undefined : memoryMbOf(this.pid);
  }

  #marked(): readonly number[] {
    return this.#mark === undefined ? [] : markedProcesses([this.#mark]);
  }
}

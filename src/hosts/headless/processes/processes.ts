// The processes that this host has started: each with its descendants in a group of its own, known to a watch, and ended as a whole.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { deferred } from '../../../base/deferred.ts';
import { seconds } from '../../../base/duration.ts';
import { currentEnvironment } from '../../../base/environment.ts';
import { chainBetween } from '../../../base/killTogether.ts';
import { foreignEnvironment, isMarkedWith, markedProcesses, newMark, signalProcess } from '../../../base/markedProcesses.ts';
import type { Environment } from '../../../base/minimalEnvironment.ts';
import { isSameStart, startOf } from '../../../base/processIdentity.ts';
import { markedForAgent } from '../../../base/startedFor.ts';
import { boundedBytes } from './boundedBytes.ts';
import { LastLines } from './lastLines.ts';
import { memoryMbOf } from './memory.ts';
import { PtyProcess, type PtySize } from './pty.ts';
import { endTree, killProgram, killTree, sweepGroup } from './trees.ts';

// Someone who must know which process groups exist, such as the reaper that outlives us.
export interface ProcessWatch {
  // Before one is started: whoever ends what we leave behind must be there first.
  starting?(): void;
  // The mark stands in the environment of everything that it starts, where it has one.
  started(pid: number, mark?: string): void;
  // A program under the debugger with the other pid: it must not run on when we are killed, not for one statement.
  debugged?(pid: number, by: number): void;
  ended(pid: number): void;
}

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  // Absolute path.
  readonly cwd: string;
  // Instead of the environment of whoever it runs for.
  readonly base?: Environment;
  // Laid over that; undefined takes a variable away.
  readonly environment?: Readonly<Record<string, string | undefined>>;
  // Somebody else's program, of which nobody knows what it starts: what leaves its group is found by a mark, and nothing of ours stands in its environment.
  readonly marked?: boolean;
  // A program of ours all the same, though what it starts is not.
  readonly isOurs?: boolean;
  // On Windows, the arguments are written as the program wants to read them.
  readonly verbatim?: boolean;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Finished extends Exit {
  readonly stdout: string;
  readonly stderr: string;
}

// The program could not be started at all.
export class SpawnError extends Error {
  override readonly name = 'SpawnError';
}

// Engines that are asked to end do so within milliseconds; what takes longer is stuck.
const GRACE = seconds(2);

export class Processes {
  readonly #watch: ProcessWatch;
  readonly #issuer: string | undefined;
  readonly #running = new Set<SpawnedProcess>();
  readonly #ptys = new Set<PtyProcess>();
  readonly #ours = new Set<number>();
  readonly #issued = new Set<string>();

  // issuer: under whose name everything that is started is marked as an agent's; absent where nothing asks for it.
  constructor(watch: ProcessWatch, issuer?: string) {
    this.#watch = watch;
    this.#issuer = issuer;
  }

  // Rejects with SpawnError when there is no such program.
  async spawn(command: Command): Promise<SpawnedProcess> {
    const mark = command.marked === true ? newMark() : undefined;
    const base = command.base ?? currentEnvironment();
    this.#watch.starting?.();
    const child = spawn(command.program, [...command.args], {
      cwd: command.cwd,
      env: { ...(mark === undefined ? base : foreignEnvironment(mark, base)), ...command.environment, ...this.#marks(base) },
      stdio: ['pipe', 'pipe', 'pipe'],
      // The leader of a new group on POSIX, so that its children end with it; a detached process on Windows would get a console window.
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: command.verbatim === true,
    });
    // Before anything is waited for: we may be killed meanwhile.
    if (child.pid !== undefined) this.#watch.started(child.pid, mark);
    const pid = await startedPid(child, command.program);
    const spawned = new SpawnedProcess(child, pid, mark);
    this.#running.add(spawned);
    if (mark === undefined || command.isOurs === true) this.#ours.add(pid);
    if (mark !== undefined) this.#issued.add(mark);
    void spawned.exited.then(() => {
      this.#ours.delete(pid);
      this.#running.delete(spawned);
      this.#watch.ended(pid);
    });
    return spawned;
  }

  // In a terminal of its own. Rejects with what the system says when there is no such program.
  async spawnPty(command: Command, size: PtySize): Promise<PtyProcess> {
    const mark = newMark();
    const { program, args, cwd, environment } = command;
    const base = currentEnvironment();
    this.#watch.starting?.();
    const pty = new PtyProcess({
      program,
      args,
      cwd,
      environment: { ...foreignEnvironment(mark, base), ...environment, ...this.#marks(base) },
      mark,
      ...size,
    });
    this.#ptys.add(pty);
    this.#issued.add(mark);
    this.#watch.started(pty.pid, mark);
    void pty.exited.then(() => {
      this.#ptys.delete(pty);
      this.#watch.ended(pty.pid);
    });
    return pty;
  }

  // Runs a program to its end and returns what it printed. An abort ends it and rejects with the signal's reason.
  async run(command: Command, signal: AbortSignal, input?: string): Promise<Finished> {
    signal.throwIfAborted();
    const spawned = await this.spawn(command);
    const abort = () => spawned.kill();
    signal.addEventListener('abort', abort, { once: true });
    // It may have fired while the program was starting.
    if (signal.aborted) abort();
    try {
      spawned.stdin.end(input ?? '');
      const stdout = (await boundedBytes(spawned.stdout, () => spawned.kill())).bytes.toString('utf8');
      const exit = await spawned.exited;
      signal.throwIfAborted();
      return { ...exit, stdout, stderr: await spawned.allErrors() };
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  // A program that a debugger of ours has started: nobody else would end it when we are killed.
  adopt(pid: number, by: SpawnedProcess): AdoptedProcess {
    this.#watch.debugged?.(pid, by.pid);
    const start = startOf(pid);
    return {
      kill() {
        const found = startOf(pid);
        // Of one that has ended, what is left of its group; its number may be another's by now.
        if (found === undefined) sweepGroup(pid);
        else if (start !== undefined && isSameStart(found, start)) killProgram(pid, undefined, new Set());
      },
      [Symbol.dispose]: () => this.#watch.ended(pid),
    };
  }

  // Whether it is one of Binnacle's own programs, such as an engine.
  isOurs(pid: number): boolean {
    return this.#ours.has(pid);
  }

  // Whether somebody had it started here, or it was started by a program of ours that runs others, as debuggers do.
  isForeign(pid: number): boolean {
    return [...this.#running, ...this.#ptys].some((spawned) => spawned.pid === pid && spawned.isMarked);
  }

  // The same of whoever has left its parents, also when they have ended.
  hasMarked(pid: number): boolean {
    return isMarkedWith(pid, this.#issued);
  }

  // Last of all, whatever an agent wants to stand there.
  #marks(base: Environment): Record<string, string> {
    return this.#issuer === undefined ? {} : markedForAgent(this.#issuer, base);
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#running, ...this.#ptys].map((spawned) => spawned.end(GRACE)));
  }

  // For the moment in which this process itself exits and can wait for nothing.
  killAll(): void {
    for (const spawned of [...this.#running, ...this.#ptys]) spawned.kill();
  }
}

// Released once it has ended, because its number may be another's then.
export interface AdoptedProcess extends Disposable {
  // With everything that it has started; none of them runs one more statement.
  kill(): void;
}

export class SpawnedProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  // Its last lines are kept here already; for whoever wants all of it.
  readonly stderr: Readable;
  // Resolves once the process has ended and what was left of its group has been told to end.
  readonly exited: Promise<Exit>;
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
    const exited = deferred<Exit>();
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

  // What this debugger has started, together with its own children and whoever has left them: none of them runs one more statement. The debugger lives on, and
  // tells what was printed; before it has said which program it runs, it ends too.
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

function startedPid(child: ChildProcess, program: string): Promise<number> {
  const started = deferred<number>();
  child.once('spawn', () => started.resolve(child.pid ?? 0));
  child.once('error', (error) => started.reject(new SpawnError(`${program} could not be started: ${error.message}`)));
  return started.promise;
}

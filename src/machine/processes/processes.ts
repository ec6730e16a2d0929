// The processes that this host has started: each with its descendants in a group of its own, known to a watch, and ended as a whole.
import { type ChildProcess, spawn } from 'node:child_process';
import { parse } from 'node:path';
import { currentEnvironment } from '../../base/processes/environment.ts';
import { foreignEnvironment, isMarkedWith, newMark } from '../../base/processes/markedProcesses.ts';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { isSameStart, startOf } from '../../base/processes/processIdentity.ts';
import { markedForAgent } from '../../base/processes/startedFor.ts';
import { deferred } from '../../base/waiting/deferred.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { boundedBytes } from './boundedBytes.ts';
import { PtyProcess, type PtySize } from './pty.ts';
import { Runner, RunnerGone } from './runner.ts';
import { type Finished, GRACE, SpawnError, SpawnedProcess } from './spawnedProcess.ts';
import { killProgram, sweepGroup } from './trees.ts';

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

// A runner costs 40 MB, and whoever is busy is so for longer than that.
const RUNNER_REST = seconds(60);

export interface ProcessesOptions {
  // Under whose name everything that is started is marked as an agent's; absent where nothing asks for it.
  readonly issuer?: string;
  // The bundle of runnerProcess.ts; without it short programs are started here too.
  readonly runnerProgram?: string;
  // Where the addon for terminals lies that a host brings; ours when absent.
  readonly ptyModule?: string | undefined;
  // The same of the programs that search text and code; an installed Binnacle's by its folder. Ours when absent.
  readonly searchPrograms?: SearchPrograms;
}

export interface SearchPrograms {
  readonly ripgrep?: string | undefined;
  readonly installation?: string | undefined;
}

export class Processes {
  readonly #watch: ProcessWatch;
  readonly #ptyModule: string | undefined;
  readonly searchPrograms: SearchPrograms;
  readonly #issuer: string | undefined;
  readonly #runnerProgram: string | undefined;
  readonly #running = new Set<SpawnedProcess>();
  readonly #ptys = new Set<PtyProcess>();
  readonly #ours = new Set<number>();
  readonly #issued = new Set<string>();
  #isEnding = false;
  #shortRuns = 0;
  #runner: Runner | 'starting' | undefined;
  #runnerRest: NodeJS.Timeout | undefined;

  constructor(watch: ProcessWatch, { issuer, runnerProgram, ptyModule, searchPrograms = {} }: ProcessesOptions = {}) {
    this.#ptyModule = ptyModule;
    this.searchPrograms = searchPrograms;
    this.#watch = watch;
    this.#issuer = issuer;
    this.#runnerProgram = runnerProgram;
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
      ...(this.#ptyModule !== undefined && { module: this.#ptyModule }),
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

  // The same for a search program of ours, which starts nothing itself. Where several run at once, a runner starts them: see there why.
  async runShort(command: Command, signal: AbortSignal, input?: string): Promise<Finished> {
    this.#shortRuns += 1;
    try {
      const runner = this.#shortRuns > 1 ? this.#keepRunner() : this.#runner;
      if (runner === undefined || runner === 'starting' || runner.ended) return await this.run(command, signal, input);
      this.#letRunnerRest();
      const { program, args, cwd, base = currentEnvironment(), environment } = command;
      return await runner.run({ program, args, cwd, environment: { ...base, ...environment, ...this.#marks(base) } }, signal, input);
    } catch (error) {
      if (error instanceof RunnerGone && !this.#isEnding) return await this.run(command, signal, input);
      throw error;
    } finally {
      this.#shortRuns -= 1;
    }
  }

  #keepRunner(): Runner | 'starting' | undefined {
    if (this.#runnerProgram === undefined || this.#runner === 'starting' || this.#runner?.ended === false) return this.#runner;
    this.#runner = 'starting';
    const command: Command = { program: process.execPath, args: [this.#runnerProgram], cwd: parse(this.#runnerProgram).root, base: {} };
    this.spawn(command).then(
      (started) => {
        this.#runner = new Runner(started);
        this.#letRunnerRest();
      },
      () => {
        this.#runner = undefined;
      },
    );
    return this.#runner;
  }

  #letRunnerRest(): void {
    clearTimeout(this.#runnerRest);
    this.#runnerRest = setTimeout(() => {
      if (this.#shortRuns > 0) return this.#letRunnerRest();
      const runner = this.#runner;
      this.#runner = undefined;
      if (runner instanceof Runner) void runner.end();
    }, RUNNER_REST).unref();
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
    this.#isEnding = true;
    await Promise.all([...this.#running, ...this.#ptys].map((spawned) => spawned.end(GRACE)));
  }

  // For the moment in which this process itself exits and can wait for nothing.
  killAll(): void {
    this.#isEnding = true;
    for (const spawned of [...this.#running, ...this.#ptys]) spawned.kill();
  }
}

// Released once it has ended, because its number may be another's then.
export interface AdoptedProcess extends Disposable {
  // With everything that it has started; none of them runs one more statement.
  kill(): void;
}

function startedPid(child: ChildProcess, program: string): Promise<number> {
  const started = deferred<number>();
  child.once('spawn', () => started.resolve(child.pid ?? 0));
  child.once('error', (error) => started.reject(new SpawnError(`${program} could not be started: ${error.message}`)));
  return started.promise;
}

// One run: a program, or several one after the other, with what they print, until they have ended or are made to.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { deferred } from '../../base/waiting/deferred.ts';
import { milliseconds, seconds } from '../../base/waiting/duration.ts';
import type { Run, RunEnd, RunState, WantedRun } from '../../ide/doors/running.ts';
import type { Command, Processes } from '../processes/processes.ts';
import type { ProcessExit, SpawnedProcess } from '../processes/spawnedProcess.ts';
import { KeptOutput } from './keptOutput.ts';

export interface RunOptions {
  readonly id: string;
  readonly title: string;
  readonly configuration: string | undefined;
  readonly owner: string | undefined;
  readonly wanted: WantedRun;
  readonly input: string;
  // The last is the one that was meant.
  readonly commands: readonly Command[];
  readonly processes: Processes;
}

// A cancelled call is over within two seconds, whatever its programs think of it.
const GRACE = seconds(1);
// What an ended program wrote is in the pipe already; only a child that left its group still holds it open.
const LAST_WORDS = milliseconds(250);

export class HeadlessRun implements Run {
  readonly id: string;
  readonly title: string;
  readonly configuration: string | undefined;
  readonly owner: string | undefined;
  readonly wanted: WantedRun;
  readonly started = new Date().toISOString();
  readonly output = new KeptOutput();
  readonly ended: Promise<RunEnd>;
  // When somebody last asked about it.
  usedAt = Date.now();
  readonly #options: RunOptions;
  readonly #end = deferred<RunEnd>();
  readonly #from = performance.now();
  #process: SpawnedProcess | undefined;
  #state: RunState = { state: 'running' };
  #isEnding = false;

  constructor(options: RunOptions) {
    this.#options = options;
    this.id = options.id;
    this.title = options.title;
    this.configuration = options.configuration;
    this.owner = options.owner;
    this.wanted = options.wanted;
    this.ended = this.#end.promise;
  }

  get state(): RunState {
    return this.#state;
  }

  get processId(): number | undefined {
    return this.#process?.pid;
  }

  // Rejects with SpawnError when the first program cannot be started.
  async begin(): Promise<void> {
    const [first, ...others] = this.#options.commands;
    if (first === undefined) throw new TypeError('a run has a command');
    const { exit } = await this.#start(first, others.length === 0 ? this.#options.input : '');
    void this.#goOn(exit, others);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    if (this.#state.state === 'ended') return;
    await this.#process?.endFamily(GRACE);
    await this.ended;
  }

  async #goOn(first: Promise<ProcessExit>, others: readonly Command[]): Promise<void> {
    let exit = await first;
    for (const [index, command] of others.entries()) {
      if (exit.code !== 0 || this.#isEnding) break;
      const isLast = index === others.length - 1;
      // One that cannot be started is the end of the run, not of the daemon.
      exit = await this.#start(command, isLast ? this.#options.input : '').then(
        (started) => started.exit,
        (error: unknown) => {
          this.output.add('stderr', `${error instanceof Error ? error.message : String(error)}\n`);
          return { code: 127, signal: null };
        },
      );
    }
    const { code, signal } = exit;
    const end: RunEnd = {
      ...(code !== null && { exitCode: code }),
      ...(signal !== null && { signal }),
      milliseconds: Math.round(performance.now() - this.#from),
    };
    this.#state = { state: 'ended', ...end };
    this.#end.resolve(end);
  }

  async #start(command: Command, input: string): Promise<{ exit: Promise<ProcessExit> }> {
    const process = await this.#options.processes.spawn({ ...command, marked: true });
    this.#process = process;
    // Somebody ended it while the next of its programs was starting.
    if (this.#isEnding) void process.endFamily(GRACE);
    const closed = [process.stdout, process.stderr].map((stream, index) => {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => this.output.add(index === 0 ? 'stdout' : 'stderr', text));
      return new Promise<void>((resolve) => stream.once('close', resolve));
    });
    process.stdin.end(input);
    return { exit: lastWords(process.exited, closed) };
  }
}

async function lastWords(exited: Promise<ProcessExit>, closed: readonly Promise<void>[]): Promise<ProcessExit> {
  const exit = await exited;
  const timer = new AbortController();
  await Promise.race([Promise.all(closed), sleep(LAST_WORDS, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
  return exit;
}

// One run of tests: its runners one after the other, heard while they work, and ended with all that they started.
import { mkdirSync, rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { uriOf } from '../../base/files/fileUri.ts';
import { untilAborted } from '../../base/waiting/abort.ts';
import { deferred } from '../../base/waiting/deferred.ts';
import { minutes, seconds } from '../../base/waiting/duration.ts';
import type { Progress } from '../../ide/doors/languages.ts';
import {
  type AffectedChoice,
  fullNameOf,
  isNamed,
  type RunCommand,
  type RunRecord,
  type TestCase,
  type TestProblem,
  type TestResult,
  type TestRun,
  type TestRunState,
  type TestStatus,
  type TreeState,
  testKey,
  type WantedTests,
} from '../../ide/doors/testing.ts';
import { cancelled, IdeError } from '../../ide/errors/errors.ts';
import type { Command, Processes } from '../processes/processes.ts';
import { type ProcessExit, SpawnError, type SpawnedProcess } from '../processes/spawnedProcess.ts';
import { EventFile } from './eventFile.ts';
import { clean, lastOf, testCase, testProblem, testResult } from './rawResults.ts';
import type { ExecutedFunctions, PreparedRun, RawTest, RunnerRow, RunSink, Site, TestSelection } from './runnerRow.ts';

// Whoever has more tests than that runs them elsewhere; what still runs then hangs.
const LONGEST_RUN = minutes(60);
const MOST_OUTPUT = 64_000;
const MOST_PROBLEMS = 200;

export interface TestRunStep {
  readonly row: RunnerRow;
  readonly site: Site;
  readonly selection: TestSelection;
}

export interface TestRunOptions {
  readonly id: string;
  readonly title: string;
  readonly wanted: WantedTests;
  readonly steps: readonly TestRunStep[];
  readonly root: string;
  // Of this run alone, outside the project.
  readonly folder: string;
  readonly cache: string;
  readonly processes: Processes;
  readonly tree: TreeState;
  readonly coverage: boolean;
  readonly choice: AffectedChoice | undefined;
  readonly onResult: (result: TestResult) => void;
  readonly onCoverage: (file: string, format: string, site: Site) => Promise<void>;
  readonly onExecuted: (testFile: string, files: ExecutedFunctions) => void;
  readonly changedSince: () => readonly string[];
  // The tests of a step as its runner lists them, where it does not plan them itself. Empty where it cannot.
  readonly testsOf: (step: TestRunStep) => Promise<readonly RawTest[]>;
  // Names of tests that are like this one.
  readonly namesLike: (name: string) => Promise<readonly string[]>;
}

export class HeadlessTestRun implements TestRun {
  readonly #options: TestRunOptions;
  readonly #started = performance.now();
  readonly #startedAt = new Date().toISOString();
  readonly #abort = new AbortController();
  readonly #over = deferred<void>();
  readonly #begun = deferred<void>();
  readonly #listeners = new Set<Progress>();
  readonly #counts: Record<TestStatus, number> = { passed: 0, failed: 0, skipped: 0, error: 0 };
  readonly #statuses = new Map<string, TestStatus>();
  readonly #problems: TestProblem[] = [];
  readonly #commands: RunCommand[] = [];
  // Whether some test goes by the name that was asked for.
  #isMatched = false;
  readonly #missing: TestCase[] = [];
  #unmatched: RunRecord['unmatched'];
  #state: TestRunState = 'running';
  #expected: number | undefined;
  #output = '';
  #durationMs: number | undefined;

  constructor(options: TestRunOptions) {
    this.#options = options;
  }

  get wanted(): WantedTests {
    return this.#options.wanted;
  }

  get record(): RunRecord {
    const { id, title, wanted, tree, choice, changedSince } = this.#options;
    return {
      id,
      state: this.#state,
      title,
      author: wanted.author,
      started: this.#startedAt,
      durationMs: this.#durationMs ?? Math.round(performance.now() - this.#started),
      commands: [...this.#commands],
      counts: { ...this.#counts },
      expectedTests: this.#expected,
      problems: [...this.#problems],
      tree,
      outdated: changedSince(),
      output: this.#output,
      ...(this.#missing.length > 0 && { missing: [...this.#missing] }),
      ...(this.#unmatched !== undefined && { unmatched: this.#unmatched }),
      ...(choice !== undefined && { choice }),
    };
  }

  // Resolves once some runner is at work; rejects with what keeps the only one from it.
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  // Resolves when everything is over; never rejects for what a runner does.
  async carryOut(): Promise<void> {
    const bound = setTimeout(() => this.#end('timed_out'), LONGEST_RUN);
    try {
      mkdirSync(this.#options.folder, { recursive: true });
      for (const step of this.#options.steps) {
        if (this.#abort.signal.aborted) break;
        await this.#step(step);
      }
      await this.#match();
      if (this.#state === 'running') this.#state = 'finished';
    } finally {
      clearTimeout(bound);
      this.#durationMs = Math.round(performance.now() - this.#started);
      if (this.#state === 'running') this.#state = 'crashed';
      rmSync(this.#options.folder, { recursive: true, force: true, maxRetries: 3 });
      this.#begun.resolve();
      this.#over.resolve();
    }
  }

  async ended(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    const timer = new AbortController();
    const passed = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
    try {
      return await untilAborted(Promise.race([this.#over.promise.then(() => true), passed]), signal, cancelled);
    } finally {
      timer.abort();
    }
  }

  async stop(): Promise<void> {
    this.#end('stopped');
    await this.#over.promise;
  }

  onProgress(listener: Progress): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  #end(state: TestRunState): void {
    if (this.#state !== 'running') return;
    this.#state = state;
    this.#abort.abort();
  }

  async #step(step: TestRunStep): Promise<void> {
    const { row, site, selection } = step;
    const { root, folder, cache, processes, coverage, onExecuted: executed } = this.#options;
    const running = new Map<string, RawTest>();
    const reported = { planned: new Map<string, RawTest>(), ended: new Set<string>(), silent: new Set<string>() };
    const asked = selection.name === undefined ? undefined : row.reportedName?.(selection.name);
    const sink = this.#sink(row.id, { running, ...reported }, (test) => asked === undefined || isNamed(test, asked));
    const before = this.#problems.length;
    const failuresBefore = this.#counts.failed + this.#counts.error;
    try {
      const room = { root, folder, cache, processes, signal: this.#abort.signal, sink, coverage, executed };
      const prepared = await row.prepare(site, selection, room);
      for (const command of prepared.before ?? []) if (!(await this.#prepare(row.id, command, sink))) return;
      const ended = await this.#run(row.id, prepared);
      const exit = prepared.isEmpty?.(ended.code, this.#output) === true ? { ...ended, code: 0 } : ended;
      const died = running.size > 0 || exit.signal !== null || this.#problems.slice(before).some(({ message }) => DIED.test(message));
      if (this.#state === 'running') this.#blame(exit, running, sink);
      if (this.#state === 'running') await this.#miss(step, reported, died);
      const silent = this.#problems.length === before && this.#counts.failed + this.#counts.error === failuresBefore;
      if (this.#state === 'running' && exit.code !== 0 && silent) sink.problem({ message: `${howItEnded(exit)}\n${lastOf(this.#output, 4_000)}`.trim() });
      if (prepared.coverage !== undefined) await this.#options.onCoverage(prepared.coverage.file, prepared.coverage.format, site);
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      if (error instanceof IdeError && this.#options.steps.length === 1 && this.#commands.length === 0) {
        this.#begun.reject(error);
        return;
      }
      // A row that is wrong costs the run, and never the daemon.
      if (!(error instanceof IdeError || error instanceof SpawnError)) this.#end('crashed');
      sink.problem({ message: error instanceof IdeError ? `${error.message} ${error.next}` : String(error) });
    }
  }

  // Who was to run and did not, because something ended their process before: without them nothing has passed.
  async #miss(step: TestRunStep, { planned, ended, silent }: ReportedTests, died: boolean): Promise<void> {
    const isUnplanned = planned.size === 0 && died && ended.size > 0;
    const listed = isUnplanned || silent.size > 0 ? await this.#options.testsOf(step) : [];
    const others = listed.filter(({ file = '' }) => isUnplanned || silent.has(file));
    const all = new Map([...planned, ...others.map((test) => [keyOf(test), test] as const)]);
    const lost = [...all].filter(([key]) => !ended.has(key)).map(([, test]) => testCase(step.row.id, test));
    this.#missing.push(...lost);
    const bad = this.#counts.failed + this.#counts.error + this.#problems.length;
    if (lost.length > 0 && (died || bad === 0)) this.#state = 'crashed';
  }

  // A name that no test has is no success, whatever the runner says of it.
  async #match(): Promise<void> {
    const name = this.#options.steps.find(({ selection }) => selection.name !== undefined)?.selection.name;
    if (name === undefined || this.#isMatched || this.#missing.length > 0 || this.#problems.length > 0 || this.#state !== 'running') return;
    this.#unmatched = { name, near: await this.#options.namesLike(name) };
  }

  // False where it failed, which is reported as a problem.
  async #prepare(runner: string, command: Command, sink: RunSink): Promise<boolean> {
    const lines: string[] = [];
    const exit = await this.#run(runner, { command, hears: { line: (text) => lines.push(text) > 0 } });
    if (exit.code === 0) return true;
    if (this.#state === 'running') sink.problem({ message: `${commandLine(command)} failed:\n${lastOf(clean(lines.join('\n')), 8_000)}` });
    return false;
  }

  async #run(runner: string, { command, events, hears }: PreparedRun): Promise<ProcessExit> {
    const { signal } = this.#abort;
    signal.throwIfAborted();
    // Some runners do their work in a process that leaves the group, as Gradle does.
    const spawned = await this.#options.processes.spawn({ ...command, marked: true });
    const entry = this.#commands.push({ runner, command: commandLine(command), uri: uriOf(command.cwd) }) - 1;
    this.#begun.resolve();
    const abort = () => spawned.killFamily();
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    spawned.stdin.end();
    const file = events === undefined ? undefined : new EventFile(events, (value) => this.#safely(runner, () => hears.event?.(value)));
    const heard = this.#hear(spawned, (text, stream) => this.#safely(runner, () => hears.line?.(text, stream)) === true);
    const exit = await spawned.exited;
    signal.removeEventListener('abort', abort);
    // A grandchild in a group of its own may hold the pipes open for ever.
    await Promise.race([heard, sleep(seconds(2))]);
    await file?.end();
    await hears.ended?.(exit);
    const known = this.#commands[entry];
    if (known !== undefined)
      this.#commands[entry] = { ...known, ...(exit.code !== null && { exitCode: exit.code }), ...(exit.signal !== null && { signal: exit.signal }) };
    return exit;
  }

  async #hear(spawned: SpawnedProcess, hear: (text: string, stream: 'stdout' | 'stderr') => boolean): Promise<void> {
    const follow = (stream: Readable, name: 'stdout' | 'stderr') => {
      let partial = '';
      const closed = deferred<void>();
      const heard = (line: string) => {
        if (!hear(line, name)) this.#keep(`${line}\n`);
      };
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        const lines = (partial + text).split(/\r?\n/);
        partial = lines.pop() ?? '';
        for (const line of lines) heard(line);
      });
      stream.on('error', () => {});
      stream.once('close', () => {
        if (partial !== '') heard(partial);
        closed.resolve();
      });
      return closed.promise;
    };
    await Promise.all([follow(spawned.stdout, 'stdout'), follow(spawned.stderr, 'stderr')]);
  }

  // Files that a runner speaks of may be gone by now; nobody would catch what is thrown while a stream is heard.
  #safely<Value>(runner: string, work: () => Value): Value | undefined {
    try {
      return work();
    } catch (error) {
      if (this.#problems.length < MOST_PROBLEMS) this.#problems.push(testProblem(runner, { message: `What it said was not understood: ${String(error)}` }));
      return undefined;
    }
  }

  // Whoever was at work when the process ended has an error, also where it ended well: a test that exits takes the others with it.
  #blame(exit: ProcessExit, running: ReadonlyMap<string, RawTest>, sink: RunSink): void {
    for (const test of [...running.values()])
      sink.ended({ ...test, status: 'error', message: `${howItEnded(exit)} while this test ran.\n${lastOf(this.#output, 2_000)}`.trim() });
  }

  #sink(runner: string, { running, planned, ended, silent }: ReportedTests & { running: Map<string, RawTest> }, isMeant: (test: RawTest) => boolean): RunSink {
    return {
      planned: (test) => planned.set(keyOf(test), test),
      silent: (file) => silent.add(file),
      expected: (count) => {
        this.#expected = (this.#expected ?? 0) + count;
      },
      started: (test) => {
        running.set(keyOf(test), test);
        this.#progress(fullNameOf(test));
      },
      left: (test) => {
        running.delete(keyOf(test));
        ended.add(keyOf(test));
      },
      ended: (raw) => {
        running.delete(keyOf(raw));
        ended.add(keyOf(raw));
        if (isMeant(raw)) this.#isMatched = true;
        const result = testResult(this.#options.id, runner, raw);
        const key = testKey(result);
        // The same name twice in one run: whatever is worse counts.
        const earlier = this.#statuses.get(key);
        if (earlier !== undefined) {
          // Reported again with more.
          if (earlier === result.status && result.output !== undefined) this.#options.onResult(result);
          if (SEVERITY.indexOf(earlier) >= SEVERITY.indexOf(result.status)) return;
          this.#counts[earlier] -= 1;
        }
        this.#statuses.set(key, result.status);
        this.#counts[result.status] += 1;
        this.#options.onResult(result);
        this.#progress(`${result.status} ${fullNameOf(result)}`);
      },
      problem: (raw) => {
        if (this.#problems.length < MOST_PROBLEMS) this.#problems.push(testProblem(runner, raw));
      },
      printed: (text) => this.#keep(text),
    };
  }

  #keep(text: string): void {
    this.#output = lastOf(this.#output + clean(text), MOST_OUTPUT);
  }

  #progress(message: string): void {
    const { passed, failed, skipped, error } = this.#counts;
    const bad = failed + error;
    for (const listener of this.#listeners) listener(bad > 0 ? `${bad} failed; ${message}` : message, passed + bad + skipped, this.#expected);
  }
}

// What was reported of the tests of one step.
interface ReportedTests {
  readonly planned: Map<string, RawTest>;
  readonly ended: Set<string>;
  readonly silent: Set<string>;
}

// Runners that live on when a process of theirs has died say so in words only.
const DIED = /worker|retries were exceeded|signal|terminated|crash|process\.exit|exited|exit code/i;

function keyOf({ file, suite, name }: RawTest): string {
  return JSON.stringify([file, ...suite, name]);
}

const SEVERITY: readonly TestStatus[] = ['skipped', 'passed', 'failed', 'error'];

function howItEnded({ code, signal }: ProcessExit): string {
  return signal === null ? `The runner ended with exit code ${code}` : `The runner was ended by ${signal}`;
}

function commandLine({ program, args }: Command): string {
  return [program, ...args].map((part) => (/[\s"']/.test(part) ? JSON.stringify(part) : part)).join(' ');
}

// What a test runner is here: how its place in a project is found, how it is asked for its tests, and how a run is started and heard.
import type { Search } from '../../../ide/search.ts';
import type { Command, Exit, Processes } from '../processes/processes.ts';

export interface RunnerRow {
  // As agents name it.
  readonly id: string;
  // Where it would be started, from the names and texts of the project's files; nothing is run.
  find(project: ProjectFiles): Promise<readonly Site[]>;
  // Throws tests_list_failed or runner_missing.
  list(site: Site, paths: readonly string[], room: RunnerRoom): Promise<RawListing>;
  // Throws runner_missing or coverage_unsupported.
  prepare(site: Site, selection: Selection, room: RunRoom): Promise<Prepared>;
}

// A folder in which a runner is started.
export interface Site {
  readonly runner: string;
  // Absolute.
  readonly folder: string;
  // Another runner does the same unless this one is asked for by name.
  readonly onlyIfNamed?: boolean;
  // Whether this file, relative to the project, holds tests of it.
  holds(path: string): boolean;
}

export interface ProjectFiles {
  readonly root: string;
  // Relative to the project, sorted.
  readonly paths: readonly string[];
  readonly search: Search;
  readonly signal: AbortSignal;
  // Undefined where it cannot be read.
  text(path: string): string | undefined;
}

export interface RunnerRoom {
  // Of the project, absolute.
  readonly root: string;
  // Of this run or listing, outside the project; removed with it.
  readonly folder: string;
  // Of all runs, outside the project: for what is worth keeping, such as compiled files.
  readonly cache: string;
  readonly processes: Processes;
  readonly signal: AbortSignal;
}

export interface RunRoom extends RunnerRoom {
  // Which functions of the project a test file has run, where the runner can be made to tell.
  readonly executed: (testFile: string, files: ExecutedFunctions) => void;
  readonly sink: RunSink;
  // Where a report of what was reached is wanted.
  readonly coverage: boolean;
}

export interface Selection {
  // Absolute files and folders of the site; everything when empty.
  readonly paths: readonly string[];
  // A test or suite, as an agent wrote it.
  readonly name: string | undefined;
  // Exactly these; paths are theirs then.
  readonly exact: readonly RawTest[] | undefined;
}

// As runners tell it: absolute paths, lines from 1.
export interface RawTest {
  readonly file?: string | undefined;
  readonly suite: readonly string[];
  readonly name: string;
  readonly line?: number | undefined;
}

export interface RawListing {
  readonly tests: readonly RawTest[];
  readonly problems?: readonly RawProblem[];
  // Why there may be more.
  readonly why?: string;
}

export interface RawResult extends RawTest {
  readonly status: 'passed' | 'failed' | 'skipped' | 'error';
  readonly ms?: number | undefined;
  readonly message?: string | undefined;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  readonly stack?: readonly RawFrame[] | undefined;
  readonly output?: string | undefined;
}

export interface RawFrame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly function?: string | undefined;
}

export interface RawProblem {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly message: string;
}

// Of each file, the first and last lines of the functions that ran, from 1.
export type ExecutedFunctions = Readonly<Record<string, readonly (readonly [number, number])[]>>;

export interface RunSink {
  // So many tests will run, as the runner counts.
  expected(count: number): void;
  started(test: RawTest): void;
  ended(result: RawResult): void;
  // What was started was no test but a suite, and is over.
  left(test: RawTest): void;
  problem(problem: RawProblem): void;
  // What belongs to no test.
  printed(text: string): void;
}

export interface Prepared {
  // Run one after the other before it; a failure is a problem, and the run ends.
  readonly before?: readonly Command[];
  readonly command: Command;
  // What a reporter of ours writes: one JSON value in each line of this file.
  readonly events?: string;
  readonly hears: Hearing;
  // Written by the run, where coverage was wanted.
  readonly coverage?: { readonly file: string; readonly format: string };
}

export interface Hearing {
  // A line that it prints. False where it is nothing to the listener, so that it is kept as output.
  line?(text: string, stream: 'stdout' | 'stderr'): boolean;
  event?(value: unknown): void;
  // The process has ended, and everything before was heard.
  ended?(exit: Exit): Promise<void>;
}

// What a test runner is here: how its place in a project is found, how it is asked for its tests, how a run is started and heard, and how it is debugged.
import type { Search } from '../../ide/doors/search.ts';
import type { UnfoundTest } from '../../ide/doors/testing.ts';
import type { Command, Processes } from '../processes/processes.ts';
import type { ProcessExit } from '../processes/spawnedProcess.ts';

export interface RunnerRow {
  // As agents name it.
  readonly id: string;
  // As a person would start it, and names it in a rule for commands.
  readonly command: readonly string[];
  // Files that can hold tests of it, whatever its configuration calls them.
  readonly files: RegExp;
  // Of a runner of JavaScript: how a file or a package says that it uses this one.
  readonly javascript?: JavascriptUse;
  // Where it would be started, from the names and texts of the project's files; nothing is run. `rows` are all runners that there are.
  find(project: ProjectFiles, rows: readonly RunnerRow[]): Promise<readonly Site[]>;
  // Throws tests_list_failed or runner_missing.
  list(site: Site, paths: readonly string[], room: RunnerContext): Promise<RawListing>;
  // Throws runner_missing or coverage_unsupported.
  prepare(site: Site, selection: TestSelection, room: RunContext): Promise<PreparedRun>;
  // A name that an agent wrote, as the runner writes it of a test. Only where tests run that were not asked for, because they are around those that were.
  reportedName?(name: string): string;
  // A file's tests, or one of them, without reporters of ours and with nothing that hurries a program that is paused. Absent where no debugger follows it.
  // Throws runner_missing, or cannot_debug.
  debug?(site: Site, test: DebuggedTest, room: DebugContext): Promise<TestLaunch>;
}

export interface JavascriptUse {
  // Whose tests a file holds, said by what it imports.
  readonly imported: RegExp;
  // Of a runner that is installed as a package.
  readonly npm?: NpmUse;
}

export interface NpmUse {
  readonly packageName: string;
  // A file that only it reads.
  readonly configuration: RegExp;
  // What starts it, in a script.
  readonly command: RegExp;
  // A field of package.json that it reads.
  readonly field?: string;
  // Files that hold tests of it unless they say otherwise; absent where they always say it.
  readonly names?: RegExp;
  // Configured so, one place runs those of the packages below it, each with its own configuration.
  readonly projects?: RegExp;
  // A configuration of this name does so whatever it says.
  readonly projectsFile?: RegExp;
}

export interface DebuggedTest {
  // Absolute.
  readonly path: string;
  // As an agent wrote it; undefined for the whole file.
  readonly name: string | undefined;
  // Those that go by the name, as the runner lists them; undefined for the whole file. Throws test_not_found.
  found(): Promise<readonly RawTest[] | undefined>;
  // All of the file, as the runner lists them.
  listed(): Promise<readonly RawTest[]>;
  // Full names of the tests of this file that have run before: what a list does not have.
  readonly ranBefore: readonly string[];
}

export interface DebugContext {
  // Of the project, absolute.
  readonly root: string;
  readonly processes: Processes;
  readonly signal: AbortSignal;
  // Builds something, and returns what was printed. Throws preparation_failed with the end of that.
  builds(program: string, args: readonly string[], cwd: string): Promise<string>;
}

// What a debugger is to start so that exactly these tests run.
export interface TestLaunch {
  // As launch.json calls its debugger.
  readonly type: 'node' | 'python' | 'go' | 'lldb';
  // A file, a module of Python, or the folder of a package of Go.
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  // Of the interpreter itself.
  readonly runtimeArgs?: readonly string[];
  readonly interpreter?: string;
  // Of a test that only a run can find, such as a subtest of Go: the line that it prints once it begins.
  readonly begins?: { readonly line: RegExp; readonly test: UnfoundTest };
}

// A folder in which a runner is started.
export interface Site {
  readonly runner: string;
  // Absolute.
  readonly folder: string;
  // Another runner does the same unless this one is asked for by name.
  readonly onlyIfNamed?: boolean;
  // Absolute: where the same runner has places further inside, the files that are left for this one.
  readonly only?: readonly string[];
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

export interface RunnerContext {
  // Of the project, absolute.
  readonly root: string;
  // Of this run or listing, outside the project; removed with it.
  readonly folder: string;
  // Of all runs, outside the project: for what is worth keeping, such as compiled files.
  readonly cache: string;
  readonly processes: Processes;
  readonly signal: AbortSignal;
}

export interface RunContext extends RunnerContext {
  // Which functions of the project a test file has run, where the runner can be made to report it.
  readonly executed: (testFile: string, files: ExecutedFunctions) => void;
  readonly sink: RunSink;
  // Where a report of what was reached is wanted.
  readonly coverage: boolean;
}

export interface TestSelection {
  // Absolute files and folders of the site; everything when empty.
  readonly paths: readonly string[];
  // A test or suite, as an agent wrote it.
  readonly name: string | undefined;
  // Exactly these; paths are theirs then.
  readonly exact: readonly RawTest[] | undefined;
}

// As runners report it: absolute paths, lines from 1.
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
  // It is to run in this run; reported of all, those that have no result at the end are known to be missing.
  planned(test: RawTest): void;
  started(test: RawTest): void;
  ended(result: RawResult): void;
  // What was started was no test but a suite, and is over.
  left(test: RawTest): void;
  // A file, absolute, of which no test was reported: whether it has some is asked afterwards.
  silent(file: string): void;
  problem(problem: RawProblem): void;
  // What belongs to no test.
  printed(text: string): void;
}

export interface PreparedRun {
  // Run one after the other before it; a failure is a problem, and the run ends.
  readonly before?: readonly Command[];
  readonly command: Command;
  // What a reporter of ours writes: one JSON value in each line of this file.
  readonly events?: string;
  readonly hears: RunnerListener;
  // Whether it failed only because no test was chosen, by its exit code and by what it printed.
  isEmpty?(exitCode: number | null, output: string): boolean;
  // Written by the run, where coverage was wanted.
  readonly coverage?: { readonly file: string; readonly format: string };
}

export interface RunnerListener {
  // A line that it prints. False where it is nothing to the listener, so that it is kept as output.
  line?(text: string, stream: 'stdout' | 'stderr'): boolean;
  event?(value: unknown): void;
  // The process has ended, and everything before was heard.
  ended?(exit: ProcessExit): Promise<void>;
}

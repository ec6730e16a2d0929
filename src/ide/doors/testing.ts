// The door to tests: which there are, what came of running them, and which lines they reached.
import type { CoverageReport } from '../coverage.ts';
import type { Progress } from './languages.ts';
import type { PermitSteps } from './running.ts';

export interface Testing {
  // As the project's own runners find them. Throws not_trusted, no_test_runner or runner_missing.
  list(query: TestQuery, signal: AbortSignal, progress: Progress): Promise<TestListing>;
  // Begins a run, which goes on when the call has ended. Throws not_trusted, no_test_runner, runner_missing, no_failed_tests or no_change.
  start(wanted: WantedTests, signal: AbortSignal): Promise<TestRun>;
  // Oldest first, those that run and those that are remembered, also from before a restart.
  runs(): readonly TestRun[];
  // One has started, knows more of its tests, or has ended.
  onEvent(listener: (event: TestRunEvent) => void): Disposable;
  // The last result of each test; a run replaces those of the tests that it ran.
  results(): readonly TestResult[];
  // From the last run that measured it, or from a report that lies in the project. Throws no_coverage or report_invalid.
  coverage(report: string | undefined, signal: AbortSignal): Promise<CoverageReport>;
}

export interface TestRunEvent {
  readonly kind: 'started' | 'progress' | 'ended';
  readonly run: TestRun;
  // What it has just done, in a few words.
  readonly message?: string;
}

export interface TestQuery {
  // Files or folders; everything when empty.
  readonly uris: readonly string[];
  readonly runner: string | undefined;
  readonly permit: PermitSteps;
}

export interface TestListing {
  readonly tests: readonly TestCase[];
  readonly runners: readonly FoundRunner[];
  readonly problems: readonly TestProblem[];
  // Why there may be more.
  readonly why?: string;
}

export interface FoundRunner {
  // Such as "vitest".
  readonly runner: string;
  // Where it is started.
  readonly uri: string;
}

export interface TestCase {
  readonly runner: string;
  // The file that holds it, where the runner reports it.
  readonly uri?: string | undefined;
  // From the outermost.
  readonly suite: readonly string[];
  readonly name: string;
  readonly line?: number | undefined;
}

export type TestStatus = 'passed' | 'failed' | 'skipped' | 'error';

export interface TestResult extends TestCase {
  // The run that it comes from.
  readonly run: string;
  // An error is a failure outside the test's own body: in what comes before or after it, or a process that died.
  readonly status: TestStatus;
  readonly durationMs?: number | undefined;
  readonly message?: string | undefined;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  // Innermost first, in the sources.
  readonly stack?: readonly TestFrame[] | undefined;
  // What it printed, and nobody else.
  readonly output?: string | undefined;
}

export interface TestFrame {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
  readonly function?: string | undefined;
}

// What went wrong outside every test: a file that cannot be loaded, a build that fails, a runner that dies.
export interface TestProblem {
  readonly runner: string;
  readonly uri?: string | undefined;
  readonly line?: number | undefined;
  readonly message: string;
}

export interface WantedTests {
  readonly which:
    | { readonly kind: 'all' }
    | { readonly kind: 'files'; readonly uris: readonly string[] }
    // Those whose last result is a failure or an error.
    | { readonly kind: 'failed' }
    // Those that the uncommitted change may break.
    | { readonly kind: 'affected' };
  // Of a test or of a suite, as an agent wrote it.
  readonly name: string | undefined;
  readonly runner: string | undefined;
  readonly coverage: boolean;
  // Who asks, as the history names them.
  readonly author: string;
  readonly permit: PermitSteps;
}

export interface TestRun {
  readonly record: RunRecord;
  // What was asked for, so that it can be asked for again; a run of an earlier daemon has only its record.
  readonly wanted?: WantedTests | undefined;
  // Whether it has ended within this time.
  ended(milliseconds: number, signal: AbortSignal): Promise<boolean>;
  // Ends its processes.
  stop(): Promise<void>;
  onProgress(listener: Progress): Disposable;
}

export interface RunRecord {
  readonly id: string;
  readonly state: TestRunState;
  // What was asked for, in a few words.
  readonly title: string;
  // Who asked for it; not known of runs that were written down before this was.
  readonly author?: string | undefined;
  readonly started: string;
  readonly durationMs: number;
  readonly commands: readonly RunCommand[];
  readonly counts: Readonly<Record<TestStatus, number>>;
  // As far as the runners have reported it.
  readonly expectedTests?: number | undefined;
  readonly problems: readonly TestProblem[];
  readonly tree: TreeState;
  // Files of the project that have changed since it began.
  readonly outdated: readonly string[];
  // The last of what belongs to no test.
  readonly output: string;
  // Tests that were to run and have no result, because something ended their process before; the run has not passed then.
  readonly missing?: readonly TestCase[] | undefined;
  // No test has the name that was asked for; those that have one like it.
  readonly unmatched?: { readonly name: string; readonly near: readonly string[] } | undefined;
  // How the affected tests were chosen.
  readonly choice?: AffectedChoice | undefined;
}

export type TestRunState = 'running' | 'finished' | 'stopped' | 'crashed' | 'timed_out';

export interface RunCommand {
  readonly runner: string;
  readonly command: string;
  readonly uri: string;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
}

export interface TreeState {
  // Absent outside a repository.
  readonly commit?: string | undefined;
  readonly branch?: string | undefined;
  // So many files were not as committed.
  readonly uncommittedFiles?: number | undefined;
  // Equal for equal contents, as far as git knows.
  readonly fingerprint?: string | undefined;
}

export interface AffectedChoice {
  readonly changed: readonly string[];
  readonly chosen: readonly string[];
  readonly testFiles: number;
  // Whether recorded executions narrowed it down.
  readonly by: 'imports' | 'executions';
  // Why some are chosen without proof of a connection.
  readonly notes: readonly string[];
}

// A name that no test has, and names that are like it.
export interface UnfoundTest {
  readonly name: string;
  // As in "of cart_test.go".
  readonly where: string;
  readonly near: readonly string[];
}

// Whether it is over without one test that passed or failed, and without a word of its own why: it has proved nothing, though nothing failed.
export function ranNothing({ state, counts, problems, missing = [], unmatched }: RunRecord): boolean {
  const ran = counts.passed + counts.failed + counts.error;
  return state !== 'running' && ran + problems.length + missing.length === 0 && unmatched === undefined;
}

// A test's name with its suites, as agents read and write it.
export function fullNameOf({ suite, name }: Pick<TestCase, 'suite' | 'name'>): string {
  return [...suite, name].join(' > ');
}

// The same test in two runs.
export function testKey({ runner, uri, suite, name }: Pick<TestCase, 'runner' | 'uri' | 'suite' | 'name'>): string {
  return JSON.stringify([runner, uri ?? '', ...suite, name]);
}

// Whether a test or a suite around it goes by this name: whole, or its end, with or without the parameters of a parametrised test.
export function isNamed({ suite, name }: Pick<TestCase, 'suite' | 'name'>, wanted: string): boolean {
  const full = [...suite, name].map(plain);
  // A file before it is where the test stands, not what it is called.
  const asked = plain(
    wanted
      .replace(/^\S+\.py::/, '')
      .split(/\s*(?:>|::|#)\s*/)
      .join(SEPARATOR),
  );
  const bare = name.replace(/\[.*\]$/s, '').replace(/\(.*\)$/s, '');
  for (let end = 1; end <= full.length; end++) for (let start = 0; start < end; start++) if (full.slice(start, end).join(SEPARATOR) === asked) return true;
  // As most runners print it, and as Python writes the way to a method.
  if (full.some((_, start) => full.slice(start).join(' ') === asked) || (PYTHON_PATH.test(asked) && isNamed({ suite, name }, asked.split('.').join('>'))))
    return true;
  const inBare = [...suite, bare].map(plain);
  return inBare.some((_, start) => inBare.slice(start).join(SEPARATOR) === asked) || plain(name).split('/')[0] === asked;
}

const PYTHON_PATH = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;
const SEPARATOR = '\u0001';

function plain(text: string): string {
  return text.trim();
}

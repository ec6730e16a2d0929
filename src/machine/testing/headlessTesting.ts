// The tests of a project on this machine: found, listed, run and remembered.

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathOf, uriOf } from '../../base/files/fileUri.ts';
import { readSmallFile } from '../../base/files/smallFile.ts';
import { closest } from '../../base/text/closest.ts';
import { untilAborted } from '../../base/waiting/abort.ts';
import type { CoverageReport } from '../../ide/coverage.ts';
import type { Documents } from '../../ide/doors/documents.ts';
import type { Progress } from '../../ide/doors/languages.ts';
import type { RunStep as CommandStep } from '../../ide/doors/running.ts';
import type { Search } from '../../ide/doors/search.ts';
import {
  type AffectedChoice,
  fullNameOf,
  isNamed,
  type RunRecord,
  type Testing,
  type TestListing,
  type TestQuery,
  type TestResult,
  type TestRun,
  type TestRunEvent,
  type WantedTests,
} from '../../ide/doors/testing.ts';
import { cannotDebug, projectNotTrusted } from '../../ide/errors/debugErrors.ts';
import { cancelled, fileNotFound, IdeError } from '../../ide/errors/errors.ts';
import { noFailedTests, testNotFound, testsListFailed } from '../../ide/errors/testErrors.ts';
import { whyNothingRuns } from '../../ide/execution.ts';
import type { Project } from '../../ide/ide.ts';
import { runBefore } from '../configurations/tasks.ts';
import type { Processes } from '../processes/processes.ts';
import { chooseAffected } from './affected/chooseAffected.ts';
import { Executions } from './affected/executions.ts';
import { keepCoverage, readCoverage } from './coverageReports/keptCoverage.ts';
import { GeneratedFolders } from './generatedFolders.ts';
import { HeadlessTestRun, type TestRunStep } from './headlessRun.ts';
import { isAround, type PlacedRow, placedRows, reaches } from './placing.ts';
import { rawTest, testCase, testProblem } from './rawResults.ts';
import { rememberedRun } from './rememberedRun.ts';
import { ResultStore, removeLeftovers } from './resultStore.ts';
import type { ProjectFiles, RawListing, RawTest, RunnerRow, Site, TestLaunch } from './runnerRow.ts';
import { type TreeStateDependencies, treeState } from './treeState.ts';

export interface TestingOptions {
  readonly project: Project;
  readonly documents: Documents;
  readonly search: Search;
  readonly processes: Processes;
  // Of this project, in the state folder.
  readonly folder: string;
  // Called when a run is over and written down, with whether it measured coverage.
  readonly onEnded?: (run: RunRecord, measured: boolean) => void;
}

const MOST_HELD = 20;
const MOST_NEAR = 3;
const LONGEST_PROBLEM = 2_000;

export class HeadlessTesting implements Testing {
  readonly #options: TestingOptions;
  readonly #store: ResultStore;
  readonly #executions: Executions;
  readonly #live: HeadlessTestRun[] = [];
  readonly #listeners = new Set<(event: TestRunEvent) => void>();
  // What runners have listed; good as long as no file of the project changes.
  readonly #listed = new Map<string, RawListing>();
  readonly #listening: Disposable;
  readonly #generated: GeneratedFolders;
  // When each file was changed last, counted in changes.
  readonly #changed = new Map<string, number>();
  #changes = 0;
  #lastId = 0;
  #lastFolder = 0;

  constructor(options: TestingOptions) {
    this.#options = options;
    this.#store = new ResultStore(options.folder);
    this.#generated = new GeneratedFolders(options.project.path);
    this.#executions = new Executions(join(options.folder, 'executions.json'), options.project.path);
    this.#listening = options.documents.onChanges((changes) => {
      // What runs and builds write by themselves changes no test.
      const meant = changes.filter(({ uri }) => !this.#generated.holds(relative(options.project.path, pathOf(uri)).split(sep).join('/')));
      if (meant.length === 0) return;
      this.#changes += 1;
      for (const { uri } of meant) this.#changed.set(uri, this.#changes);
      this.#listed.clear();
    });
  }

  async list({ uris, runner, permit }: TestQuery, signal: AbortSignal, progress: Progress): Promise<TestListing> {
    const files = await this.#files(signal);
    const paths = uris.map((uri) => pathOf(uri));
    const placed = await placedRows(files, runner, paths);
    await permit(placed.map(({ row, site }) => commandOf(row, site)));
    const listings: (PlacedRow & RawListing)[] = [];
    for (const { row, site } of placed) {
      progress(`${row.id} lists its tests`);
      const inside = paths.filter((path) => reaches(site, path));
      listings.push({ row, site, ...(await this.#listing(row, site, inside.length > 0 ? inside : (site.only ?? []), signal)) });
    }
    const why = listings.flatMap((listing) => listing.why ?? []);
    return {
      tests: listings.flatMap(({ row, tests }) => tests.map((test) => testCase(row.id, test))),
      runners: listings.map(({ row, site }) => ({ runner: row.id, uri: uriOf(site.folder) })),
      problems: listings.flatMap(({ row, problems = [] }) => problems.map((problem) => testProblem(row.id, problem))),
      ...(why.length > 0 && { why: why.join(' ') }),
    };
  }

  async start(wanted: WantedTests, signal: AbortSignal): Promise<TestRun> {
    const files = await this.#files(signal);
    const { steps, choice } = await this.#steps(wanted, files, signal);
    await wanted.permit(steps.map(({ row, site, selection }) => commandOf(row, site, selection.paths)));
    const tree = await treeState(this.#gitRoom(), signal);
    const id = this.#nextId();
    const changes = this.#changes;
    const run = new HeadlessTestRun({
      id,
      title: titleOf(wanted),
      wanted,
      steps,
      root: this.#options.project.path,
      folder: join(this.#runsFolder(), id),
      cache: join(this.#options.folder, 'cache'),
      processes: this.#options.processes,
      tree,
      coverage: wanted.coverage,
      choice,
      onResult: (result) => this.#store.put(result),
      onCoverage: (file, format, site) => keepCoverage(this.#options.folder, { run: id, file, format, site: site.folder, root: this.#options.project.path }),
      onExecuted: (testFile, executed) => this.#executions.put(testFile, executed),
      changedSince: () => [...this.#changed].flatMap(([uri, when]) => (when > changes ? [uri] : [])),
      testsOf: (step) => this.#testsOf(step),
      namesLike: (name) => this.#namesLike(name, wanted, signal),
    });
    const ending = run.carryOut();
    try {
      await untilAborted(run.begun, signal, cancelled);
    } catch (error) {
      await run.stop();
      await ending;
      throw error;
    }
    this.#live.push(run);
    this.#report({ kind: 'started', run });
    const following = run.onProgress((message) => this.#report({ kind: 'progress', run, message }));
    void ending.then(() => {
      following[Symbol.dispose]();
      if (wanted.which.kind === 'all' && wanted.name === undefined && run.record.state === 'finished') this.#forgetGone(run.record, steps);
      this.#store.keep({ ...run.record, outdated: [] });
      this.#executions.write();
      this.#options.onEnded?.(run.record, wanted.coverage);
      // What is written down need not be held; the last ones still know whether files have changed since.
      const over = this.#live.filter(({ record }) => record.state !== 'running');
      if (over.length > MOST_HELD) this.#live.splice(this.#live.indexOf(over[0] ?? run), 1);
      this.#report({ kind: 'ended', run });
    });
    return run;
  }

  // What a debugger that starts them would be given, by the name of the runner. Nothing is run.
  async commands(path: string, signal: AbortSignal): Promise<readonly CommandStep[]> {
    const [placed] = await placedRows(await this.#files(signal), undefined, [path]);
    return placed === undefined ? [] : [commandOf(placed.row, placed.site, [path])];
  }

  // How a debugger starts the tests of a file, or those of a name. Throws no_test_runner, test_not_found, runner_missing or cannot_debug.
  async debugged(path: string, name: string | undefined, signal: AbortSignal): Promise<TestLaunch> {
    const { project, processes } = this.#options;
    const [first, ...others] = await placedRows(await this.#files(signal), undefined, [path]);
    const placed = [first, ...others].find((one) => one?.row.debug !== undefined);
    const file = relative(project.path, path);
    if (placed?.row.debug === undefined)
      throw cannotDebug(file, `no debugger follows ${first?.row.id ?? 'its runner'}`, 'Start the program that it tests with start_debug_session.');
    const { row, site } = placed;
    const listing = async () => {
      const { tests, problems = [] } = await this.#listing(row, site, [path], signal);
      return { tests: tests.filter((test) => test.file === undefined || test.file === path), problems };
    };
    const found = async () => {
      if (name === undefined) return undefined;
      const { tests, problems } = await listing();
      const wanted = tests.filter((test) => isNamed(test, name));
      if (wanted.length > 0) return wanted;
      const [problem] = problems;
      if (problem !== undefined && tests.length === 0) throw testsListFailed(row.id, problem.message.slice(0, LONGEST_PROBLEM));
      throw testNotFound(name, `of ${file}`, closest(name, tests.map(fullNameOf), MOST_NEAR));
    };
    const listed = async () => (await listing()).tests;
    const builds = (program: string, args: readonly string[], cwd: string) =>
      runBefore(`${program} ${args.join(' ')}`, { program, args, cwd }, processes, signal);
    const ranBefore = this.#store.results().flatMap((result) => (result.uri === uriOf(path) && result.runner === row.id ? [fullNameOf(result)] : []));
    return placed.row.debug(site, { path, name, found, listed, ranBefore }, { root: project.path, processes, signal, builds });
  }

  runs(): readonly TestRun[] {
    const live = new Set(this.#live.map(({ record }) => record.id));
    const remembered = this.#store.runs().filter(({ id }) => !live.has(id));
    return [...remembered.map((record) => rememberedRun(record)), ...this.#live];
  }

  onEvent(listener: (event: TestRunEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  #report(event: TestRunEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  results(): readonly TestResult[] {
    return this.#store.results();
  }

  async coverage(report: string | undefined, signal: AbortSignal): Promise<CoverageReport> {
    const { project, documents, processes, folder } = this.#options;
    return readCoverage(
      { root: project.path, trusted: whyNothingRuns(project) === undefined, folder, documents, processes, generated: this.#generated },
      report,
      signal,
    );
  }

  async close(): Promise<void> {
    this.#listening[Symbol.dispose]();
    await Promise.all(this.#live.filter(({ record }) => record.state === 'running').map((run) => run.stop()));
  }

  // What cannot be listed is not known to be missing.
  async #testsOf({ row, site, selection: { paths, name, exact } }: TestRunStep): Promise<readonly RawTest[]> {
    try {
      const { tests } = await this.#listing(row, site, paths, new AbortController().signal);
      const isExact = (test: RawTest) => exact?.some((one) => one.file === test.file && fullNameOf(one) === fullNameOf(test)) !== false;
      return tests.filter((test) => isExact(test) && (name === undefined || isNamed(test, name)));
    } catch (error) {
      if (error instanceof IdeError) return [];
      throw error;
    }
  }

  // Of the tests that were asked for by their places. What cannot be listed has no names.
  async #namesLike(name: string, { which, runner, permit }: WantedTests, signal: AbortSignal): Promise<readonly string[]> {
    try {
      const { tests } = await this.list({ uris: which.kind === 'files' ? which.uris : [], runner, permit }, signal, () => {});
      return closest(name, tests.map(fullNameOf), MOST_NEAR);
    } catch (error) {
      if (error instanceof IdeError) return [];
      throw error;
    }
  }

  async #listing(row: RunnerRow, site: Site, paths: readonly string[], signal: AbortSignal): Promise<RawListing> {
    const key = JSON.stringify([row.id, site.folder, paths]);
    const known = this.#listed.get(key);
    if (known !== undefined) return known;
    const before = this.#changes;
    const folder = join(this.#runsFolder(), `list${++this.#lastFolder}`);
    mkdirSync(folder, { recursive: true });
    try {
      const { project, processes } = this.#options;
      const listing = await row.list(site, paths, { root: project.path, folder, cache: join(this.#options.folder, 'cache'), processes, signal });
      if (before === this.#changes && (listing.problems ?? []).length === 0) this.#listed.set(key, listing);
      return listing;
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  async #steps(wanted: WantedTests, files: ProjectFiles, signal: AbortSignal): Promise<{ steps: readonly TestRunStep[]; choice: AffectedChoice | undefined }> {
    const { which, name, runner } = wanted;
    if (which.kind === 'failed') return { steps: await this.#failedSteps(files, runner), choice: undefined };
    if (which.kind === 'affected') {
      const placed = await placedRows(files, runner, []);
      const { choice, paths } = await chooseAffected({ files, placed, executions: this.#executions, ...this.#gitRoom() }, signal);
      const steps = placed.flatMap(({ row, site }): TestRunStep[] => {
        const own = paths.filter((path) => reaches(site, path));
        return own.length === 0 ? [] : [{ row, site, selection: { paths: own, name, exact: undefined } }];
      });
      return { steps, choice };
    }
    const paths = which.kind === 'files' ? which.uris.map((uri) => pathOf(uri)) : [];
    // A runner that is given nothing that exists may run everything.
    for (const path of paths) if (!existsSync(path)) throw fileNotFound(relative(files.root, path).split(sep).join('/'));
    const placed = await placedRows(files, runner, paths);
    const steps = placed.map(({ row, site }) => {
      const inside = paths.filter((path) => path !== site.folder && reaches(site, path) && !isAround(site, path));
      return { row, site, selection: { paths: inside.length > 0 ? inside : (site.only ?? []), name, exact: undefined } };
    });
    return { steps, choice: undefined };
  }

  async #failedSteps(files: ProjectFiles, runner: string | undefined): Promise<readonly TestRunStep[]> {
    const failed = this.#store
      .results()
      .filter(({ status, runner: by }) => (status === 'failed' || status === 'error') && (runner === undefined || by === runner));
    if (failed.length === 0) throw noFailedTests();
    const placed = await placedRows(files, runner, []);
    return placed.flatMap(({ row, site }): TestRunStep[] => {
      const own = failed.filter((result) => result.runner === row.id && (result.uri === undefined || reaches(site, pathOf(result.uri))));
      return own.length === 0 ? [] : [{ row, site, selection: { paths: [], name: undefined, exact: own.map((result) => rawTest(result, pathOf)) } }];
    });
  }

  async #files(signal: AbortSignal): Promise<ProjectFiles> {
    const { project, documents, search } = this.#options;
    if (!project.trusted) throw projectNotTrusted(project);
    const listed = await documents.list({}, signal);
    const texts = new Map<string, string | undefined>();
    return {
      root: project.path,
      paths: listed.map(({ path }) => path),
      search,
      signal,
      text(path) {
        if (!texts.has(path)) texts.set(path, textAt(join(project.path, path)));
        return texts.get(path);
      },
    };
  }

  #gitRoom(): TreeStateDependencies {
    return { root: this.#options.project.path, processes: this.#options.processes, generated: this.#generated };
  }

  // Tests that a whole run of their runner did not meet are there no more.
  #forgetGone(record: RunRecord, steps: readonly TestRunStep[]): void {
    const whole = new Set(steps.map(({ row }) => row.id));
    this.#store.forget(({ run, runner }) => run !== record.id && whole.has(runner) && record.problems.length === 0);
  }

  #nextId(): string {
    this.#lastId = Math.max(this.#lastId + 1, Number(this.#store.nextId().slice(1)));
    return `t${this.#lastId}`;
  }

  #runsFolder(): string {
    const folder = join(this.#options.folder, 'running', String(process.pid));
    if (this.#lastFolder === 0 && this.#lastId === 0) removeLeftovers(folder);
    return folder;
  }
}

// As rules of people name it, wherever its files lie.
function commandOf({ command }: RunnerRow, { folder }: Site, paths: readonly string[] = []): CommandStep {
  return { command: { words: [...command, ...paths.map((path) => relative(folder, path))] }, folder };
}

function titleOf({ which, name, coverage }: WantedTests): string {
  const what = which.kind === 'files' ? which.uris.map((uri) => pathOf(uri).split(/[\\/]/).at(-1)).join(', ') : `${which.kind} tests`;
  return `${what}${name === undefined ? '' : ` named ${name}`}${coverage ? ' with coverage' : ''}`;
}

function textAt(path: string): string | undefined {
  try {
    return readSmallFile(path);
  } catch {
    // It was deleted since it was listed, or nobody may read it.
    return undefined;
  }
}

// The tests of a project on this machine: found, listed, run and remembered.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { untilAborted } from '../../../base/abort.ts';
import { pathOf, uriOf } from '../../../base/fileUri.ts';
import type { CoverageReport } from '../../../ide/coverage.ts';
import { projectNotTrusted } from '../../../ide/debugErrors.ts';
import type { Documents } from '../../../ide/documents.ts';
import { cancelled } from '../../../ide/errors.ts';
import type { Project } from '../../../ide/ide.ts';
import type { Progress } from '../../../ide/languages.ts';
import type { Search } from '../../../ide/search.ts';
import { noFailedTests, noTestRunner } from '../../../ide/testErrors.ts';
import type { AffectedChoice, RunRecord, Testing, TestListing, TestQuery, TestResult, TestRun, WantedTests } from '../../../ide/testing.ts';
import type { Processes } from '../processes/processes.ts';
import { chooseAffected } from './affected/chooseAffected.ts';
import { Executions } from './affected/executions.ts';
import { keepCoverage, readCoverage } from './coverageReports/keptCoverage.ts';
import { HeadlessRun, type RunStep } from './headlessRun.ts';
import { rawTest, testCase, testProblem } from './rawResults.ts';
import { rememberedRun } from './rememberedRun.ts';
import { ResultStore, removeLeftovers } from './resultStore.ts';
import type { ProjectFiles, RawListing, RunnerRow, Site } from './runnerRow.ts';
import { runnerRows } from './runnerRows.ts';
import { treeState } from './treeState.ts';

export interface TestingOptions {
  readonly project: Project;
  readonly documents: Documents;
  readonly search: Search;
  readonly processes: Processes;
  // Of this project, in the state folder.
  readonly folder: string;
}

const MOST_HELD = 20;
const BUILT = /\/(?:node_modules|target|build|dist|out|coverage|\.git|\.gradle|\.nyc_output|\.vite|\.pytest_cache|__pycache__|test-results)\//;

interface PlacedRow {
  readonly row: RunnerRow;
  readonly site: Site;
}

export class HeadlessTesting implements Testing {
  readonly #options: TestingOptions;
  readonly #store: ResultStore;
  readonly #executions: Executions;
  readonly #live: HeadlessRun[] = [];
  // What runners have listed; good as long as no file of the project changes.
  readonly #listed = new Map<string, RawListing>();
  readonly #listening: Disposable;
  #changes = 0;
  #lastId = 0;
  #lastFolder = 0;

  constructor(options: TestingOptions) {
    this.#options = options;
    this.#store = new ResultStore(options.folder);
    this.#executions = new Executions(join(options.folder, 'executions.json'), options.project.path);
    this.#listening = options.documents.onChanges((changes) => {
      // What runs and builds write by themselves changes no test.
      if (changes.every(({ uri }) => BUILT.test(uri))) return;
      this.#changes += 1;
      this.#listed.clear();
    });
  }

  async list({ uris, runner }: TestQuery, signal: AbortSignal, progress: Progress): Promise<TestListing> {
    const files = await this.#files(signal);
    const paths = uris.map((uri) => pathOf(uri));
    const placed = await this.#placed(files, runner, paths);
    const listings: (PlacedRow & RawListing)[] = [];
    for (const { row, site } of placed) {
      progress(`${row.id} lists its tests`);
      const inside = paths.filter((path) => reaches(site, path));
      listings.push({ row, site, ...(await this.#listing(row, site, inside, signal)) });
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
    const tree = await treeState({ root: this.#options.project.path, processes: this.#options.processes }, signal);
    const id = this.#nextId();
    const changes = this.#changes;
    const run = new HeadlessRun({
      id,
      title: titleOf(wanted),
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
      isOutdated: () => this.#changes !== changes,
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
    void ending.then(() => {
      if (wanted.which.kind === 'all' && wanted.name === undefined && run.record.state === 'finished') this.#forgetGone(run.record, steps);
      this.#store.keep({ ...run.record, outdated: false });
      this.#executions.write();
      // What is written down need not be held; the last ones still know whether files have changed since.
      const over = this.#live.filter(({ record }) => record.state !== 'running');
      if (over.length > MOST_HELD) this.#live.splice(this.#live.indexOf(over[0] ?? run), 1);
    });
    return run;
  }

  runs(): readonly TestRun[] {
    const live = new Set(this.#live.map(({ record }) => record.id));
    const remembered = this.#store.runs().filter(({ id }) => !live.has(id));
    return [...remembered.map((record) => rememberedRun(record)), ...this.#live];
  }

  results(): readonly TestResult[] {
    return this.#store.results();
  }

  async coverage(report: string | undefined, signal: AbortSignal): Promise<CoverageReport> {
    const { project, documents, processes, folder } = this.#options;
    return readCoverage({ root: project.path, trusted: project.trusted, folder, documents, processes }, report, signal);
  }

  async close(): Promise<void> {
    this.#listening[Symbol.dispose]();
    await Promise.all(this.#live.filter(({ record }) => record.state === 'running').map((run) => run.stop()));
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

  async #steps(wanted: WantedTests, files: ProjectFiles, signal: AbortSignal): Promise<{ steps: readonly RunStep[]; choice: AffectedChoice | undefined }> {
    const { which, name, runner } = wanted;
    if (which.kind === 'failed') return { steps: await this.#failedSteps(files, runner), choice: undefined };
    if (which.kind === 'affected') {
      const placed = await this.#placed(files, runner, []);
      const { choice, paths } = await chooseAffected({ files, placed, executions: this.#executions, processes: this.#options.processes }, signal);
      const steps = placed.flatMap(({ row, site }): RunStep[] => {
        const own = paths.filter((path) => reaches(site, path));
        return own.length === 0 ? [] : [{ row, site, selection: { paths: own, name, exact: undefined } }];
      });
      return { steps, choice };
    }
    const paths = which.kind === 'files' ? which.uris.map((uri) => pathOf(uri)) : [];
    const placed = await this.#placed(files, runner, paths);
    const steps = placed.map(({ row, site }) => ({
      row,
      site,
      selection: { paths: paths.filter((path) => path !== site.folder && reaches(site, path) && !isAround(site, path)), name, exact: undefined },
    }));
    return { steps, choice: undefined };
  }

  async #failedSteps(files: ProjectFiles, runner: string | undefined): Promise<readonly RunStep[]> {
    const failed = this.#store
      .results()
      .filter(({ status, runner: by }) => (status === 'failed' || status === 'error') && (runner === undefined || by === runner));
    if (failed.length === 0) throw noFailedTests();
    const placed = await this.#placed(files, runner, []);
    return placed.flatMap(({ row, site }): RunStep[] => {
      const own = failed.filter((result) => result.runner === row.id && (result.uri === undefined || reaches(site, pathOf(result.uri))));
      return own.length === 0 ? [] : [{ row, site, selection: { paths: [], name: undefined, exact: own.map((result) => rawTest(result, pathOf)) } }];
    });
  }

  // Runners with their places, of those that have something to do with these paths. Throws no_test_runner.
  async #placed(files: ProjectFiles, runner: string | undefined, paths: readonly string[]): Promise<readonly PlacedRow[]> {
    const found: PlacedRow[] = [];
    for (const row of runnerRows) for (const site of await row.find(files)) found.push({ row, site });
    const chosen = preferred(found, runner);
    const fitting = chosen.filter(({ site }) => paths.length === 0 || paths.some((path) => mayHold(site, path, files)));
    const known = [...new Set(found.map(({ row }) => row.id))];
    if (fitting.length === 0) throw noTestRunner(runner !== undefined ? `named ${runner}` : paths.length === 0 ? 'in this project' : 'for these files', known);
    return fitting;
  }

  async #files(signal: AbortSignal): Promise<ProjectFiles> {
    const { project, documents, search } = this.#options;
    if (!project.trusted) throw projectNotTrusted(project.path);
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

  // Tests that a whole run of their runner did not meet are there no more.
  #forgetGone(record: RunRecord, steps: readonly RunStep[]): void {
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

// pytest runs the tests of unittest too, so only one of them is asked unless it is named.
function preferred(found: readonly PlacedRow[], runner: string | undefined): readonly PlacedRow[] {
  if (runner !== undefined) return found.filter(({ row }) => row.id === runner);
  return found.filter(({ site }) => site.onlyIfNamed !== true);
}

function mayHold(site: Site, path: string, { root, paths }: ProjectFiles): boolean {
  if (!reaches(site, path)) return false;
  const relative = path.slice(root.length + 1).replaceAll('\\', '/');
  // A folder, or a file that is not listed: the runner will say.
  return !paths.includes(relative) || site.holds(relative);
}

// Whether the path lies in the site, or the site in the path.
function reaches(site: Site, path: string): boolean {
  return path === site.folder || path.startsWith(withSeparator(site.folder)) || isAround(site, path);
}

function isAround({ folder }: Site, path: string): boolean {
  return folder.startsWith(withSeparator(path));
}

function withSeparator(path: string): string {
  return join(path, 'x').slice(0, -1);
}

function titleOf({ which, name, coverage }: WantedTests): string {
  const what = which.kind === 'files' ? which.uris.map((uri) => pathOf(uri).split(/[\\/]/).at(-1)).join(', ') : `${which.kind} tests`;
  return `${what}${name === undefined ? '' : ` named ${name}`}${coverage ? ' with coverage' : ''}`;
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It was deleted since it was listed, or nobody may read it.
    return undefined;
  }
}

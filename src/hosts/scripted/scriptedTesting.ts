// Tests that are written in the fixture itself: lines of .spec files say what comes of each.
import type { CoverageReport } from '../../ide/coverage.ts';
import {
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
import { noCoverage, noFailedTests, noTestRunner } from '../../ide/errors/testErrors.ts';
import type { ScriptedDocuments } from './scriptedDocuments.ts';

// "pass adds", "fail sums: expected 3 but got 4", "skip later", "error breaks: no database", "hang forever"; "suite cart" begins one.
const LINE = /^\s*(suite|pass|fail|skip|error|hang) ([^:]+?)(?::\s*(.*))?$/;
const STATUSES = { pass: 'passed', fail: 'failed', skip: 'skipped', error: 'error' } as const;

interface ScriptedTest extends Omit<TestResult, 'run'> {
  readonly hangs: boolean;
}

export class ScriptedTesting implements Testing {
  readonly #documents: ScriptedDocuments;
  readonly #runs: TestRun[] = [];
  readonly #results = new Map<string, TestResult>();
  readonly #listeners = new Set<(event: TestRunEvent) => void>();

  constructor(documents: ScriptedDocuments) {
    this.#documents = documents;
  }

  async list({ uris, permit }: TestQuery): Promise<TestListing> {
    const tests = await this.#tests(uris);
    if (tests.length === 0) throw noTestRunner('in this project', []);
    await permit([{ command: { words: ['spec'] } }]);
    return {
      tests: tests.map(({ runner, uri, suite, name, line }) => ({ runner, uri, suite, name, line })),
      runners: [{ runner: 'spec', uri: tests[0]?.uri ?? '' }],
      problems: [],
    };
  }

  async start({ which, name, author, permit }: WantedTests): Promise<TestRun> {
    if ((await this.#tests([])).length === 0) throw noTestRunner('in this project', []);
    const all = await this.#tests(which.kind === 'files' ? which.uris : []);
    await permit([{ command: { words: ['spec'] } }]);
    const failed = which.kind === 'failed' ? [...this.#results.values()].filter(({ status }) => status === 'failed' || status === 'error') : undefined;
    if (failed?.length === 0) throw noFailedTests();
    const chosen = all.filter((test) => (name === undefined || isNamed(test, name)) && (failed === undefined || failed.some((one) => one.name === test.name)));
    const id = `t${this.#runs.length + 1}`;
    const counts = { passed: 0, failed: 0, skipped: 0, error: 0 };
    for (const { hangs, ...test } of chosen) {
      if (hangs) continue;
      counts[test.status] += 1;
      this.#results.set(`${test.uri} ${test.suite.join()} ${test.name}`, { ...test, run: id });
    }
    const run: ScriptedRun = new ScriptedRun(
      {
        id,
        state: chosen.some(({ hangs }) => hangs) ? 'running' : 'finished',
        title: `${which.kind} tests`,
        author,
        started: '2026-01-01T00:00:00.000Z',
        durationMs: 12,
        commands: [{ runner: 'spec', command: 'spec', uri: '' }],
        counts,
        problems: [],
        tree: { commit: '0123456789abcdef', branch: 'main', uncommittedFiles: 1 },
        outdated: [],
        output: '',
        ...(name !== undefined && chosen.length === 0 && { unmatched: { name, near: all.map(fullNameOf).slice(0, 2) } }),
        ...(which.kind === 'affected' && { choice: { changed: ['a.spec'], chosen: ['a.spec'], testFiles: 2, by: 'imports', notes: [] } }),
      },
      chosen.length,
      () => this.#report({ kind: 'ended', run }),
    );
    this.#runs.push(run);
    this.#report({ kind: 'started', run });
    if (run.record.state !== 'running') this.#report({ kind: 'ended', run });
    return run;
  }

  runs(): readonly TestRun[] {
    return this.#runs;
  }

  onEvent(listener: (event: TestRunEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  #report(event: TestRunEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  results(): readonly TestResult[] {
    return [...this.#results.values()];
  }

  // Of the file lines that end in "covered", "uncovered" and "changed".
  async coverage(): Promise<CoverageReport> {
    const files = await this.#documents.list({ include: ['*.covered'] });
    if (files.length === 0) throw noCoverage(['*.covered']);
    const read = await Promise.all(files.map(({ uri }) => this.#documents.read(uri)));
    const rows = read.map(({ uri, text }) => ({ uri, lines: text.split('\n') }));
    return {
      from: 'run t1',
      format: 'lcov',
      time: '2026-01-01T00:00:00.000Z',
      files: rows.map(({ uri, lines }) => ({
        uri,
        lines: new Map(lines.flatMap((line, index) => (/covered/.test(line) ? [[index, /uncovered/.test(line) ? 0 : 1] as const] : []))),
        outdated: false,
      })),
      changed: rows.map(({ uri, lines }) => ({ uri, lines: lines.flatMap((line, index) => (/changed/.test(line) ? [index] : [])) })),
    };
  }

  async #tests(uris: readonly string[]): Promise<readonly ScriptedTest[]> {
    const files = await this.#documents.list({ include: ['*.spec'] });
    const wanted = files.filter(({ uri }) => uris.length === 0 || uris.some((one) => uri === one || uri.startsWith(`${one}/`)));
    const read = await Promise.all(wanted.map(({ uri }) => this.#documents.read(uri)));
    return read.flatMap(({ uri, text }) => {
      let suite: string[] = [];
      return text.split('\n').flatMap((source, line): ScriptedTest[] => {
        const [, kind, name = '', message] = LINE.exec(source) ?? [];
        if (kind === 'suite') suite = [name];
        if (kind === undefined || kind === 'suite') return [];
        const status = kind === 'pass' || kind === 'fail' || kind === 'skip' || kind === 'error' ? STATUSES[kind] : 'passed';
        const compared = /expected (\S+) but got (\S+)/.exec(message ?? '');
        return [
          {
            runner: 'spec',
            uri,
            suite,
            name,
            line,
            status,
            durationMs: 1,
            hangs: kind === 'hang',
            ...(message !== undefined && { message }),
            ...(compared !== null && { expected: compared[1], actual: compared[2] }),
            ...(status === 'failed' && { stack: [{ uri, line, character: 0, function: name }], output: `${name} printed this` }),
          },
        ];
      });
    });
  }
}

class ScriptedRun implements TestRun {
  #record: RunRecord;
  readonly #expected: number;
  readonly #onStop: () => void;

  constructor(record: RunRecord, expected: number, onStop: () => void) {
    this.#record = record;
    this.#expected = expected;
    this.#onStop = onStop;
  }

  get record(): RunRecord {
    return { ...this.#record, expectedTests: this.#expected };
  }

  async ended(): Promise<boolean> {
    return this.#record.state !== 'running';
  }

  async stop(): Promise<void> {
    if (this.#record.state !== 'running') return;
    this.#record = { ...this.#record, state: 'stopped' };
    this.#onStop();
  }

  onProgress(): Disposable {
    return { [Symbol.dispose]: () => {} };
  }
}

// Loaded into mocha: reports each test as it begins and ends, and keeps apart what each prints.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import { comparedValues, isListing, report, textOf } from '../../javascript/reporting.ts';

interface Runnable {
  readonly type: string;
  readonly title: string;
  readonly file?: string;
  readonly parent?: Suite;
  readonly duration?: number;
  readonly pending?: boolean;
  fullTitle(): string;
  readonly ctx?: { readonly currentTest?: Runnable };
}

interface Suite {
  readonly title: string;
  readonly root?: boolean;
  readonly parent?: Suite;
  readonly file?: string;
  suites: Suite[];
  tests: Runnable[];
}

interface Runner {
  readonly suite: Suite;
  total: number;
  readonly _grep?: RegExp;
  readonly _invert?: boolean;
  grepTotal(suite: Suite): number;
  on(event: string, listener: (test: Runnable, error?: unknown) => void): void;
}

const wanted = pathsIn(process.env['BINNACLE_TEST_PATHS']);

export default class BinnacleReporter {
  constructor(runner: Runner) {
    // What a configuration names is loaded too, whatever was asked for.
    if (wanted.length > 0) {
      runner.suite.suites = runner.suite.suites.filter(({ file }) => isWanted(file));
      runner.suite.tests = runner.suite.tests.filter(({ file }) => isWanted(file));
      runner.total = runner.grepTotal(runner.suite);
    }
    let output = '';
    let running: Runnable | undefined;
    for (const stream of [process.stdout, process.stderr]) {
      const write = stream.write.bind(stream);
      stream.write = (chunk: string | Uint8Array, ...rest: never[]) => {
        if (running === undefined) return write(chunk, ...rest);
        output += textOf(chunk);
        return true;
      };
    }
    const ended = (test: Runnable, rest: object) => {
      report({ event: isListing ? 'listed' : 'ended', ...identity(test), ...rest, ms: test.duration, output: output === '' ? undefined : output });
      running = undefined;
      output = '';
    };
    runner.on('start', () => {
      report({ event: 'expected', count: runner.total });
      if (!isListing) for (const test of testsOf(runner.suite)) if (isChosen(runner, test)) report({ event: 'planned', ...identity(test) });
    });
    runner.on('test', (test) => {
      running = test;
      output = '';
      if (!isListing) report({ event: 'started', ...identity(test) });
    });
    runner.on('pass', (test) => ended(test, { status: 'passed' }));
    runner.on('pending', (test) => ended(test, { status: 'skipped' }));
    runner.on('fail', (test, error) => {
      if (test.type !== 'hook') return ended(test, { status: 'failed', ...failure(error) });
      const behind = test.ctx?.currentTest === undefined || /"(before|after) all"/.test(test.title) ? testsOf(test.parent) : [test.ctx.currentTest];
      const failed = failure(error);
      for (const one of behind) ended(one, { status: 'error', ...failed, message: `${test.title}: ${failed.message}` });
      if (behind.length === 0) report({ event: 'problem', message: `${test.title}: ${failed.message}`, file: test.file });
    });
  }
}

function isChosen({ _grep, _invert = false }: Runner, test: Runnable): boolean {
  if (_grep === undefined) return true;
  // A pattern that goes on where it stopped would forget every other test.
  _grep.lastIndex = 0;
  return _grep.test(test.fullTitle()) !== _invert;
}

function testsOf(suite: Suite | undefined): Runnable[] {
  return suite === undefined ? [] : [...suite.tests, ...suite.suites.flatMap(testsOf)];
}

function identity(test: Runnable): object {
  const suite: string[] = [];
  for (let parent = test.parent; parent !== undefined && parent.root !== true; parent = parent.parent) suite.unshift(parent.title);
  return { file: test.file, suite, name: test.title, line: lineOf(test.file, test.title) };
}

// mocha does not know it, so the title is looked up in the text.
function lineOf(file: string | undefined, title: string): number | undefined {
  if (file === undefined) return undefined;
  const known = texts.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  texts.set(file, known);
  const at = known.findIndex((line) => ["'", '"', '`'].some((quote) => line.includes(quote + title + quote)));
  return at < 0 ? undefined : at + 1;
}

const texts = new Map<string, string[]>();

function failure(error: unknown): { message: string } & Record<string, unknown> {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const of = { message: '', name: 'Error', stack: '', ...error };
  const message = 'message' in error && typeof error.message === 'string' ? error.message : '';
  const stack = 'stack' in error && typeof error.stack === 'string' ? error.stack : '';
  return {
    message: message === '' ? String(of.name) : message,
    trace: stack,
    ...comparedValues(error),
  };
}

function pathsIn(text: string | undefined): readonly string[] {
  const value: unknown = text === undefined ? [] : JSON.parse(text);
  return Array.isArray(value) ? value.map(String) : [];
}

function isWanted(file: string | undefined): boolean {
  return file === undefined || wanted.some((path) => file === path || (file.startsWith(path + sep) && statSync(path).isDirectory()));
}

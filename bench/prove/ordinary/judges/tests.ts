// The project's own tests as a judge, by its own runner: which pass as it was shipped, and which of those fail after a refactoring.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix, relative } from 'node:path';
import { z } from 'zod';
import { minutes, seconds } from '../../../../src/base/waiting/duration.ts';
import type { Project, RunnerName } from '../corpora/project.ts';
import { type Ended, ended } from '../execution.ts';

export interface TestOutcome {
  readonly file: string;
  readonly name: string;
  readonly passed: boolean;
  readonly message?: string;
}

export interface TestJudge {
  // Of the project as it was shipped.
  readonly passing: number;
  readonly seconds: number;
  // Tests that passed before and fail now, each as a line.
  broken(files: readonly string[] | 'all'): Promise<readonly string[]>;
  // Those of the files which are best run for a change of these, within a time.
  nearest(tests: readonly string[], changed: readonly string[]): readonly string[];
}

const WHOLE_SUITE = minutes(8);
const LONG = minutes(1);
// One run of affected tests takes about so long at most, by what they took on the project as it was.
const AFFECTED = seconds(25);

export async function testJudge(project: Project, interpreter: string): Promise<TestJudge | undefined> {
  if (project.runner === undefined) return undefined;
  const begun = Date.now();
  const run = (files: readonly string[] | 'all') => outcomes(project, interpreter, files);
  const before = await run('all');
  if (before.outcomes.length === 0) return undefined;
  const took = Date.now() - begun;
  const passing = new Set(before.outcomes.filter(({ passed }) => passed).map(keyOf));
  // A test that fails now and then says nothing. Where the suite takes minutes, a second look at what fails later must do.
  const again = took < LONG ? (await run('all')).outcomes : [];
  for (const each of again) if (!each.passed) passing.delete(keyOf(each));
  // Tests that never passed say nothing about a change.
  if (passing.size === 0) return undefined;
  const decisive = new Set([...passing].map((key) => key.split(' ')[0] ?? ''));
  const failing = async (files: readonly string[] | 'all') => {
    const { outcomes: after, end } = await run(files);
    const seen = new Map(after.map((each) => [keyOf(each), each]));
    const expected = files === 'all' ? [...passing] : [...passing].filter((key) => files.includes(key.split(' ')[0] ?? ''));
    return expected.flatMap((key) => {
      const outcome = seen.get(key);
      if (outcome?.passed) return [];
      return [`${key}: ${(outcome?.message ?? `did not run; ${(end.stderr.trim() || end.stdout.trim()).slice(-300)}`).slice(0, 600)}`];
    });
  };
  return {
    passing: passing.size,
    seconds: Math.round(took / 1_000),
    async broken(files) {
      const first = await failing(files);
      if (first.length === 0) return first;
      const names = new Set((await failing(files)).map((line) => line.split(': ')[0]));
      return first.filter((line) => names.has(line.split(': ')[0]));
    },
    nearest(tests, changed) {
      const count = Math.max(1, Math.floor((tests.length * AFFECTED) / Math.max(took, 1)));
      const share = (test: string) => Math.max(...changed.map((file) => closeness(test, file)));
      return tests
        .filter((test) => decisive.has(test))
        .toSorted((one, other) => share(other) - share(one))
        .slice(0, count);
    },
  };
}

function keyOf({ file, name }: TestOutcome): string {
  return `${file} ${name.replaceAll(': ', ':')}`;
}

// A test that is named after the file is the nearest; then whatever shares the most folders.
function closeness(test: string, file: string): number {
  const stem = (path: string) =>
    posix
      .basename(path)
      .split('.')[0]
      ?.replace(/^test_|[-_]test$/g, '');
  const [own, other] = [test.split('/'), file.split('/')];
  const shared = own.findIndex((part, index) => part !== other[index]);
  return (stem(test) === stem(file) ? 100 : 0) + shared;
}

interface Ran {
  readonly outcomes: readonly TestOutcome[];
  readonly end: Ended;
}

async function outcomes(project: Project, interpreter: string, files: readonly string[] | 'all'): Promise<Ran> {
  const { folder, tests, runner } = project;
  const home = await mkdtemp(join(tmpdir(), 'binnacle-report-'));
  const report = join(home, 'report');
  try {
    const { command, environment, read } = RUNNERS[runner ?? 'script']({ project, interpreter, report, files: files === 'all' ? tests : files });
    const end = await ended(command, { folder, bound: WHOLE_SUITE, environment: { CI: '1', NO_COLOR: '1', FORCE_COLOR: '0', ...environment } });
    const written = await readFile(report, 'utf8').catch(() => '');
    return { outcomes: read(written, end), end };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

interface Asked {
  readonly project: Project;
  readonly interpreter: string;
  readonly report: string;
  readonly files: readonly string[];
}

interface Run {
  readonly command: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  read(report: string, end: Ended): readonly TestOutcome[];
}

// jest and vitest report alike.
const Jest = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() })),
    }),
  ),
});
const Mocha = z.looseObject({
  tests: z.array(z.looseObject({ file: z.string().optional(), fullTitle: z.string(), err: z.looseObject({ message: z.string().optional() }).optional() })),
});

const RUNNERS: Readonly<Record<RunnerName, (asked: Asked) => Run>> = {
  jest: ({ project, report, files }) => ({
    command: [
      ...[process.execPath, ...(project.needsVmModules ? ['--experimental-vm-modules'] : []), join(project.folder, 'node_modules', 'jest', 'bin', 'jest.js')],
      ...['--json', `--outputFile=${report}`, '--silent', '--maxWorkers=1', '--runTestsByPath', ...files],
    ],
    read: (text) => jestOutcomes(text, project.folder),
  }),
  vitest: ({ project, report, files }) => ({
    command: [process.execPath, join(project.folder, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--reporter=json', `--outputFile=${report}`, ...files],
    read: (text) => jestOutcomes(text, project.folder),
  }),
  mocha: ({ project, report, files }) => ({
    command: [
      process.execPath,
      join(project.folder, 'node_modules', 'mocha', 'bin', 'mocha'),
      '--reporter',
      'json',
      '--reporter-option',
      `output=${report}`,
      ...files,
    ],
    read: (text) =>
      text === ''
        ? []
        : Mocha.parse(JSON.parse(text)).tests.map(({ file, fullTitle, err }) => ({
            file: file === undefined ? '' : slashed(relative(project.folder, file)),
            name: fullTitle,
            passed: err?.message === undefined,
            ...(err?.message !== undefined && { message: err.message }),
          })),
  }),
  pytest: ({ project, interpreter, report, files }) => ({
    command: [
      ...[interpreter, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--continue-on-collection-errors', '-W', 'default'],
      ...['-o', 'junit_family=xunit1', '-o', 'addopts=', '--timeout=60', `--junitxml=${report}`, ...(project.selection ?? []), ...files],
    ],
    environment: { PYTHONPATH: [project.folder, join(project.folder, 'src')].join(process.platform === 'win32' ? ';' : ':'), PYTHONDONTWRITEBYTECODE: '1' },
    read: junitOutcomes,
  }),
  script: ({ project: { script = [], tests } }) => ({
    command: [process.execPath, ...script],
    read: (_, { code, stdout, stderr }) =>
      (tests.length > 0 ? tests : ['test']).map((file) => ({ file, name: 'its suite', passed: code === 0, message: (stderr.trim() || stdout).slice(-500) })),
  }),
};

function jestOutcomes(text: string, folder: string): readonly TestOutcome[] {
  if (text === '') return [];
  return Jest.parse(JSON.parse(text)).testResults.flatMap(({ name, message, assertionResults }) => {
    const file = slashed(relative(folder, name));
    const own = assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages }) => ({ file, name: fullName, passed: status === 'passed', message: failureMessages?.[0] ?? '' }));
    return own.length > 0 || message === undefined ? own : [{ file, name: 'the file itself', passed: false, message }];
  });
}

function junitOutcomes(text: string): readonly TestOutcome[] {
  return [...text.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)].flatMap(([, attributes = '', rest = '']) => {
    const [, owner = ''] = /classname="([^"]*)"/.exec(attributes) ?? [];
    const [, name = ''] = /\bname="([^"]*)"/.exec(attributes.replace(/classname="[^"]*"/, '')) ?? [];
    const [, file = ''] = /file="([^"]*)"/.exec(attributes) ?? [];
    if (/<skipped\b/.test(rest)) return [];
    const [, message = ''] = /<(?:failure|error)\b[^>]*message="([^"]*)"/.exec(rest) ?? [];
    return [{ file: slashed(file), name: `${owner}::${name}`, passed: !/<(?:failure|error)\b/.test(rest), message }];
  });
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

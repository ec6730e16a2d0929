// mocha, through a reporter of ours.
import { join } from 'node:path';
import { coverageUnsupported, testsListFailed } from '../../../ide/testErrors.ts';
import { linesOfFile } from '../eventFile.ts';
import { clean } from '../rawResults.ts';
import { hearingReporter, listingOf } from '../reporterEvents.ts';
import type { RunnerRow } from '../runnerRow.ts';
import { shipped } from '../shipped.ts';
import { v8Frames } from '../stacks.ts';
import { JAVASCRIPT_TESTS, packageSites } from './packageSites.ts';
import { exactPattern, hasPackage, installedPackage, namePattern, runnerEnvironment } from './packages.ts';

export const mocha: RunnerRow = {
  id: 'mocha',
  command: ['mocha'],
  files: JAVASCRIPT_TESTS,
  find: async (project) => packageSites(project, 'mocha'),
  async list({ folder }, paths, { folder: own, processes, signal }) {
    const events = join(own, 'mocha.events');
    const environment = { ...runnerEnvironment(), BINNACLE_TEST_EVENTS: events, BINNACLE_TEST_LIST: '1', BINNACLE_TEST_PATHS: JSON.stringify(paths) };
    const args = [...commonArguments(folder), '--dry-run', ...spec(paths)];
    const { stdout, stderr, code } = await processes.run({ program: process.execPath, args, cwd: folder, environment }, signal);
    const listing = listingOf(linesOfFile(events));
    if (code !== 0 && listing.tests.length === 0 && !NO_FILES.test(stdout + stderr))
      throw testsListFailed('mocha', clean(`${stdout}\n${stderr}`).trim().slice(-2_000) || `it ended with exit code ${code}`);
    return listing;
  },
  async prepare({ folder }, { paths, name, exact }, { folder: own, sink, coverage }) {
    const events = join(own, 'mocha.events');
    const report = join(own, 'coverage');
    const pattern = exact !== undefined ? exactPattern(exact) : name === undefined ? undefined : namePattern(name);
    const files = exact === undefined ? paths : [...new Set(exact.flatMap(({ file }) => file ?? []))];
    if (coverage && !hasPackage(folder, 'c8')) throw coverageUnsupported('mocha', 'c8 is not installed', 'Install it: npm install --save-dev c8');
    const measuring = coverage ? [installedPackage(folder, 'c8').program, '--reporter=lcovonly', `--reports-dir=${report}`, process.execPath] : [];
    return {
      command: {
        program: process.execPath,
        args: [...measuring, ...commonArguments(folder), ...(pattern === undefined ? [] : ['--grep', `/${pattern}/`]), ...spec(files)],
        cwd: folder,
        environment: { ...runnerEnvironment(), BINNACLE_TEST_EVENTS: events, BINNACLE_TEST_PATHS: JSON.stringify(files) },
      },
      events,
      hears: { ...hearingReporter(sink, { framesIn: v8Frames }), line: (text) => NO_FILES.test(text) },
      ...(coverage && { coverage: { file: join(report, 'lcov.info'), format: 'lcov' } }),
    };
  },
  async debug({ folder }, { path, found }) {
    const tests = await found();
    const pattern = tests === undefined ? [] : ['--grep', `/${exactPattern(tests)}/`];
    return { type: 'node', program: installedPackage(folder, 'mocha').program, args: ['--timeout', '0', path, ...pattern], cwd: folder };
  },
};

const NO_FILES = /No test files found/;

function commonArguments(folder: string): string[] {
  const { program } = installedPackage(folder, 'mocha');
  return ['--enable-source-maps', program, '--reporter', shipped('mochaReporter.cjs'), '--no-color', '--full-trace', '--exit'];
}

// A folder means all that is below it, as it does for everyone else.
function spec(paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : ['--recursive', ...paths];
}

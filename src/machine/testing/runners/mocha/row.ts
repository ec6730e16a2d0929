// mocha, through a reporter of ours.
import { join } from 'node:path';
import { coverageUnsupported } from '../../../../ide/errors/testErrors.ts';
import { listedTests } from '../../javascript/listedTests.ts';
import { JAVASCRIPT_TESTS, packageSites } from '../../javascript/packageSites.ts';
import { chosenTests, exactPattern, hasPackage, installedPackage, runnerEnvironment } from '../../javascript/packages.ts';
import { reporterListener } from '../../reporterEvents.ts';
import type { RunnerRow } from '../../runnerRow.ts';
import { shipped } from '../../shipped.ts';
import { v8Frames } from '../../stacks.ts';

export const mocha: RunnerRow = {
  id: 'mocha',
  command: ['mocha'],
  files: JAVASCRIPT_TESTS,
  javascript: {
    imported: /['"]mocha['"]/,
    npm: {
      packageName: 'mocha',
      configuration: /^\.mocharc\.(c?js|json|jsonc|ya?ml)$/,
      command: /(^|[\s;&|/])_?mocha(\.js)?(\s|$)/,
      field: 'mocha',
      names: /(\.(test|spec)\.[cm]?[jt]sx?$|(^|\/)test\/[^/]+\.[cm]?js$)/,
    },
  },
  find: async (project, rows) => packageSites(project, 'mocha', rows),
  list: async ({ folder }, paths, room) =>
    listedTests(
      {
        runner: 'mocha',
        args: [...commonArguments(folder), '--dry-run', ...spec(paths)],
        cwd: folder,
        events: join(room.folder, 'mocha.events'),
        environment: { BINNACLE_TEST_PATHS: JSON.stringify(paths) },
        noTests: NO_FILES,
      },
      room,
    ),
  async prepare({ folder }, selection, { folder: own, sink, coverage }) {
    const events = join(own, 'mocha.events');
    const report = join(own, 'coverage');
    const { files, pattern } = chosenTests(selection);
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
      hears: { ...reporterListener(sink, { framesIn: v8Frames }), line: (text) => NO_FILES.test(text) },
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
  return ['--enable-source-maps', program, '--reporter', shipped('mocha/reporter.cjs'), '--no-color', '--full-trace', '--exit'];
}

// A folder means all that is below it, as it does for everyone else.
function spec(paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : ['--recursive', ...paths];
}

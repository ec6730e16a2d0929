// jest, through a reporter of ours.
import { join } from 'node:path';
import { listedTests } from '../../javascript/listedTests.ts';
import { JAVASCRIPT_TESTS, packageSites } from '../../javascript/packageSites.ts';
import { chosenTests, exactPattern, installedPackage, NOTHING, runnerEnvironment } from '../../javascript/packages.ts';
import { reporterListener } from '../../reporterEvents.ts';
import type { RunnerRow } from '../../runnerRow.ts';
import { shipped } from '../../shipped.ts';
import { v8Frames } from '../../stacks.ts';

export const jest: RunnerRow = {
  id: 'jest',
  command: ['jest'],
  files: JAVASCRIPT_TESTS,
  javascript: {
    imported: /['"]@jest\/globals['"]/,
    npm: {
      packageName: 'jest',
      configuration: /^jest\.config\.([cm]?[jt]s|json)$/,
      command: /(^|[\s;&|/])jest(\.js)?(\s|$)/,
      field: 'jest',
      names: /(\.(test|spec)\.[cm]?[jt]sx?$|(^|\/)__tests__\/)/,
      projects: /\bprojects\b/,
    },
  },
  find: async (project, rows) => packageSites(project, 'jest', rows),
  // It has a list of files only; a name that no test has makes it load them all and run none.
  list: async ({ folder }, paths, room) =>
    listedTests(
      {
        runner: 'jest',
        args: [...commonArguments(folder), `--testNamePattern=${NOTHING}`, ...paths],
        cwd: folder,
        events: join(room.folder, 'jest.events'),
      },
      room,
    ),
  async prepare({ folder }, selection, { folder: own, sink, coverage }) {
    const events = join(own, 'jest.events');
    const report = join(own, 'coverage');
    const { files, pattern } = chosenTests(selection);
    const args = [
      ...commonArguments(folder),
      ...(coverage ? ['--coverage', '--coverageReporters=lcovonly', `--coverageDirectory=${report}`] : []),
      ...(pattern === undefined ? [] : [`--testNamePattern=${pattern}`]),
      ...files,
    ];
    return {
      command: {
        program: process.execPath,
        args,
        cwd: folder,
        environment: { ...runnerEnvironment(), BINNACLE_TEST_EVENTS: events, ...(pattern !== undefined && { BINNACLE_TEST_PATTERN: pattern }) },
      },
      events,
      hears: reporterListener(sink, { framesIn: v8Frames }),
      ...(coverage && { coverage: { file: join(report, 'lcov.info'), format: 'lcov' } }),
    };
  },
  async debug({ folder }, { path, found }) {
    const tests = await found();
    const pattern = tests === undefined ? [] : ['--testNamePattern', exactPattern(tests)];
    const args = ['--runInBand', '--testTimeout=1000000', '--watchAll=false', '--runTestsByPath', path, ...pattern];
    return { type: 'node', program: installedPackage(folder, 'jest').program, args, cwd: folder };
  },
};

function commonArguments(folder: string): string[] {
  return [
    installedPackage(folder, 'jest').program,
    `--reporters=${shipped('jest/reporter.cjs')}`,
    '--testLocationInResults',
    '--passWithNoTests',
    '--watchAll=false',
    '--ci',
    '--colors=false',
  ];
}

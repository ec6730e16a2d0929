// jest, through a reporter of ours.
import { join } from 'node:path';
import { testsListFailed } from '../../../ide/testErrors.ts';
import { linesOfFile } from '../eventFile.ts';
import { clean } from '../rawResults.ts';
import { hearingReporter, listingOf } from '../reporterEvents.ts';
import type { RunnerRow } from '../runnerRow.ts';
import { shipped } from '../shipped.ts';
import { v8Frames } from '../stacks.ts';
import { JAVASCRIPT_TESTS, packageSites } from './packageSites.ts';
import { exactPattern, installedPackage, NOTHING, namePattern, runnerEnvironment } from './packages.ts';

export const jest: RunnerRow = {
  id: 'jest',
  command: ['jest'],
  files: JAVASCRIPT_TESTS,
  find: async (project) => packageSites(project, 'jest'),
  // It has a list of files only; a name that no test has makes it load them all and run none.
  async list({ folder }, paths, { folder: own, processes, signal }) {
    const events = join(own, 'jest.events');
    const environment = { ...runnerEnvironment(), BINNACLE_TEST_EVENTS: events, BINNACLE_TEST_LIST: '1' };
    const args = [...commonArguments(folder), `--testNamePattern=${NOTHING}`, ...paths];
    const { stdout, stderr, code } = await processes.run({ program: process.execPath, args, cwd: folder, environment }, signal);
    const listing = listingOf(linesOfFile(events));
    if (code !== 0 && listing.tests.length === 0 && (listing.problems ?? []).length === 0)
      throw testsListFailed('jest', clean(`${stdout}\n${stderr}`).trim().slice(-2_000) || `it ended with exit code ${code}`);
    return listing;
  },
  async prepare({ folder }, { paths, name, exact }, { folder: own, sink, coverage }) {
    const events = join(own, 'jest.events');
    const report = join(own, 'coverage');
    const pattern = exact !== undefined ? exactPattern(exact) : name === undefined ? undefined : namePattern(name);
    const files = exact === undefined ? paths : [...new Set(exact.flatMap(({ file }) => file ?? []))];
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
      hears: hearingReporter(sink, { framesIn: v8Frames }),
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
    `--reporters=${shipped('jestReporter.cjs')}`,
    '--testLocationInResults',
    '--passWithNoTests',
    '--watchAll=false',
    '--ci',
    '--colors=false',
  ];
}

// vitest, through a reporter of ours beside its own silence.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { coverageUnsupported } from '../../../../ide/errors/testErrors.ts';
import { listedTests } from '../../javascript/listedTests.ts';
import { JAVASCRIPT_TESTS, NAMED_AS_TEST, packageSites } from '../../javascript/packageSites.ts';
import {
  chosenTests,
  exactPattern,
  hasPackage,
  type InstalledPackage,
  installedPackage,
  isBefore,
  NOTHING,
  runnerEnvironment,
} from '../../javascript/packages.ts';
import { reporterListener } from '../../reporterEvents.ts';
import type { RunnerRow } from '../../runnerRow.ts';
import { shipped } from '../../shipped.ts';
import { v8Frames } from '../../stacks.ts';

export const vitest: RunnerRow = {
  id: 'vitest',
  command: ['vitest', 'run'],
  files: JAVASCRIPT_TESTS,
  javascript: {
    imported: /['"]vitest['"]/,
    npm: {
      packageName: 'vitest',
      configuration: /^vitest\.(config|workspace)\.([cm]?[jt]s|json)$/,
      command: /(^|[\s;&|])(npx\s+)?vitest(\s|$)/,
      names: NAMED_AS_TEST,
      projects: /\bprojects\b|\bworkspace\b/,
      projectsFile: /^vitest\.workspace\./,
    },
  },
  find: async (project, rows) => packageSites(project, 'vitest', rows),
  // Its own list leaves out what is skipped, and writes suites and name as one text.
  list: async ({ folder }, paths, room) =>
    listedTests(
      {
        runner: 'vitest',
        args: [...withOurReporter(installedPackage(folder, 'vitest')), '-t', NOTHING, ...paths],
        cwd: folder,
        events: join(room.folder, 'vitest.events'),
      },
      room,
    ),
  async prepare({ folder }, selection, { folder: own, sink, coverage }) {
    const installed = installedPackage(folder, 'vitest');
    const provider = ['@vitest/coverage-v8', '@vitest/coverage-istanbul'].find((name) => hasPackage(folder, name));
    if (coverage && provider === undefined)
      throw coverageUnsupported('vitest', '@vitest/coverage-v8 is not installed', 'Install it: npm install --save-dev @vitest/coverage-v8');
    const { files, pattern } = chosenTests(selection);
    const events = join(own, 'vitest.events');
    const report = join(own, 'coverage');
    const args = [
      ...withOurReporter(installed),
      ...(coverage
        ? [
            '--coverage.enabled',
            `--coverage.provider=${provider?.slice('@vitest/coverage-'.length)}`,
            '--coverage.reporter=lcovonly',
            `--coverage.reportsDirectory=${report}`,
            '--coverage.reportOnFailure',
          ]
        : []),
      ...files,
      ...(pattern === undefined ? [] : ['-t', pattern]),
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
    const pattern = tests === undefined ? [] : ['-t', exactPattern(tests)];
    const args = ['run', path, '--test-timeout=0', '--hook-timeout=0', '--no-file-parallelism', ...pattern];
    return { type: 'node', program: installedPackage(folder, 'vitest').program, args, cwd: folder };
  },
};

// Before 3.1 the option was one of the configuration only, and a reporter outside of the project was not loaded by path; what is in an address always is.
const FIRST_WITH_OPTION = [3, 1] as const;

function withOurReporter({ program, version }: InstalledPackage): readonly string[] {
  const reporter = shipped('vitest/reporter.mjs');
  const how = isBefore(version, FIRST_WITH_OPTION) ? [`--reporter=${addressOf(reporter)}`] : [`--reporter=${reporter}`, '--includeTaskLocation'];
  return [program, 'run', ...how, '--passWithNoTests'];
}

function addressOf(file: string): string {
  const module = `export { default } from ${JSON.stringify(pathToFileURL(file).href)};`;
  return `data:text/javascript;base64,${Buffer.from(module).toString('base64')}`;
}

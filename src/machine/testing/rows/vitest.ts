// vitest, through a reporter of ours beside its own silence.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { coverageUnsupported, testsListFailed } from '../../../ide/testErrors.ts';
import { linesOfFile } from '../eventFile.ts';
import { clean } from '../rawResults.ts';
import { hearingReporter, listingOf } from '../reporterEvents.ts';
import type { RunnerRow, Selection } from '../runnerRow.ts';
import { shipped } from '../shipped.ts';
import { v8Frames } from '../stacks.ts';
import { JAVASCRIPT_TESTS, packageSites } from './packageSites.ts';
import { exactPattern, hasPackage, type InstalledPackage, installedPackage, isBefore, NOTHING, namePattern, runnerEnvironment } from './packages.ts';

export const vitest: RunnerRow = {
  id: 'vitest',
  command: ['vitest', 'run'],
  files: JAVASCRIPT_TESTS,
  find: async (project) => packageSites(project, 'vitest'),
  async list({ folder }, paths, { folder: own, processes, signal }) {
    const installed = installedPackage(folder, 'vitest');
    const events = join(own, 'vitest.events');
    // Its own list leaves out what is skipped, and writes suites and name as one text.
    const args = [...withOurReporter(installed), '-t', NOTHING, ...paths];
    const environment = { ...runnerEnvironment(), BINNACLE_TEST_EVENTS: events, BINNACLE_TEST_LIST: '1' };
    const { stdout, stderr, code } = await processes.run({ program: process.execPath, args, cwd: folder, environment }, signal);
    const listing = listingOf(linesOfFile(events));
    if (code !== 0 && listing.tests.length === 0 && (listing.problems ?? []).length === 0)
      throw testsListFailed('vitest', clean(`${stdout}\n${stderr}`).trim().slice(-2_000) || `it ended with exit code ${code}`);
    return listing;
  },
  async prepare({ folder }, selection, { folder: own, sink, coverage }) {
    const installed = installedPackage(folder, 'vitest');
    const provider = ['@vitest/coverage-v8', '@vitest/coverage-istanbul'].find((name) => hasPackage(folder, name));
    if (coverage && provider === undefined)
      throw coverageUnsupported('vitest', '@vitest/coverage-v8 is not installed', 'Install it: npm install --save-dev @vitest/coverage-v8');
    const chosen = selected(selection);
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
      ...chosen.args,
    ];
    return {
      command: { program: process.execPath, args, cwd: folder, environment: { ...runnerEnvironment(), BINNACLE_TEST_EVENTS: events, ...chosen.environment } },
      events,
      hears: hearingReporter(sink, { framesIn: v8Frames }),
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
  const reporter = shipped('vitestReporter.mjs');
  const how = isBefore(version, FIRST_WITH_OPTION) ? [`--reporter=${addressOf(reporter)}`] : [`--reporter=${reporter}`, '--includeTaskLocation'];
  return [program, 'run', ...how, '--passWithNoTests'];
}

function addressOf(file: string): string {
  const module = `export { default } from ${JSON.stringify(pathToFileURL(file).href)};`;
  return `data:text/javascript;base64,${Buffer.from(module).toString('base64')}`;
}

function selected({ paths, name, exact }: Selection): { args: string[]; environment: Record<string, string> } {
  const pattern = exact !== undefined ? exactPattern(exact) : name === undefined ? undefined : namePattern(name);
  const files = exact === undefined ? paths : [...new Set(exact.flatMap(({ file }) => file ?? []))];
  if (pattern === undefined) return { args: [...files], environment: {} };
  return { args: [...files, '-t', pattern], environment: { BINNACLE_TEST_PATTERN: pattern } };
}

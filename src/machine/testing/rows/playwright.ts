// Playwright's test runner, through a reporter of ours.
import { join } from 'node:path';
import { coverageUnsupported, testsListFailed } from '../../../ide/testErrors.ts';
import { linesOfFile } from '../eventFile.ts';
import { clean } from '../rawResults.ts';
import { hearingReporter, listingOf } from '../reporterEvents.ts';
import type { RunnerRow } from '../runnerRow.ts';
import { shipped } from '../shipped.ts';
import { comparedIn, v8Frames } from '../stacks.ts';
import { JAVASCRIPT_TESTS, packageSites } from './packageSites.ts';
import { escaped, installedPackage, isBefore, namePattern, runnerEnvironment } from './packages.ts';

export const playwright: RunnerRow = {
  id: 'playwright',
  command: ['playwright', 'test'],
  files: JAVASCRIPT_TESTS,
  find: async (project) => packageSites(project, 'playwright'),
  async list({ folder }, paths, { folder: own, processes, signal }) {
    const events = join(own, 'playwright.events');
    const environment = { ...runnerEnvironment(), BINNACLE_TEST_EVENTS: events, BINNACLE_TEST_LIST: '1' };
    const args = [...commonArguments(folder), '--list', ...paths.map(escaped)];
    const { stdout, stderr, code } = await processes.run({ program: process.execPath, args, cwd: folder, environment }, signal);
    const listing = listingOf(linesOfFile(events));
    const problems = (listing.problems ?? []).filter(({ message }) => !NO_TESTS.test(message));
    if (code !== 0 && listing.tests.length === 0 && problems.length === 0 && !NO_TESTS.test(stdout + stderr + JSON.stringify(listing)))
      throw testsListFailed('playwright', clean(`${stdout}\n${stderr}`).trim().slice(-2_000) || `it ended with exit code ${code}`);
    return { ...listing, problems };
  },
  async prepare({ folder }, { paths, name, exact }, { folder: own, sink, coverage }) {
    if (coverage) throw coverageUnsupported('playwright', 'it measures nothing by itself', 'Call without coverage.');
    const events = join(own, 'playwright.events');
    // A test is found by where it stands; its name alone would also fit others.
    const wanted =
      exact === undefined
        ? paths.map(escaped)
        : exact.flatMap(({ file, line }) => (file === undefined ? [] : [`${escaped(file)}${line === undefined ? '' : `:${line}`}`]));
    const told = {
      ...sink,
      ended: (result: Parameters<typeof sink.ended>[0]) => sink.ended({ ...comparedIn(clean(result.message ?? '')), ...result }),
      problem: (problem: Parameters<typeof sink.problem>[0]) => {
        if (!NO_TESTS.test(problem.message)) sink.problem(problem);
      },
    };
    return {
      command: {
        program: process.execPath,
        args: [
          ...commonArguments(folder),
          `--output=${join(own, 'artifacts')}`,
          ...(isBefore(installedPackage(folder, '@playwright/test').version, FIRST_WITHOUT_TESTS) ? [] : ['--pass-with-no-tests']),
          ...(name === undefined ? [] : ['--grep', namePattern(name)]),
          ...wanted,
        ],
        cwd: folder,
        environment: { ...runnerEnvironment(), ...COLOURLESS, BINNACLE_TEST_EVENTS: events },
      },
      events,
      isEmpty: (_, output) => NO_TESTS.test(output),
      hears: hearingReporter(told, { framesIn: (trace) => v8Frames(clean(trace)) }),
    };
  },
  async debug({ folder }, { path, found }) {
    const tests = await found();
    const places = tests === undefined ? [escaped(path)] : tests.map(({ line }) => `${escaped(path)}${line === undefined ? '' : `:${line}`}`);
    const args = ['test', ...new Set(places), '--workers=1', '--timeout=0', '--retries=0', '--reporter=line'];
    return { type: 'node', program: installedPackage(folder, '@playwright/test').program, args, cwd: folder };
  },
};

// It tells its workers to use colours, which the other variable forbids, and Node warns of the two.
const COLOURLESS = { NO_COLOR: undefined, FORCE_COLOR: '0' };
const NO_TESTS = /No tests found/i;
// The first that can be told that a run without tests is none that failed.
const FIRST_WITHOUT_TESTS = [1, 23] as const;

function commonArguments(folder: string): string[] {
  return [installedPackage(folder, '@playwright/test').program, 'test', `--reporter=${shipped('playwrightReporter.cjs')}`];
}

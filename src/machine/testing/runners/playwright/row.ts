// Playwright's test runner, through a reporter of ours.
import { join } from 'node:path';
import { coverageUnsupported } from '../../../../ide/errors/testErrors.ts';
import { listedTests } from '../../javascript/listedTests.ts';
import { JAVASCRIPT_TESTS, packageSites } from '../../javascript/packageSites.ts';
import { installedPackage, isBefore, namePattern, runnerEnvironment } from '../../javascript/packages.ts';
import { escaped } from '../../patterns.ts';
import { clean } from '../../rawResults.ts';
import { reporterListener } from '../../reporterEvents.ts';
import type { RunnerRow } from '../../runnerRow.ts';
import { shipped } from '../../shipped.ts';
import { comparedIn, v8Frames } from '../../stacks.ts';

export const playwright: RunnerRow = {
  id: 'playwright',
  command: ['playwright', 'test'],
  files: JAVASCRIPT_TESTS,
  javascript: {
    imported: /['"]@playwright\/test['"]/,
    npm: {
      packageName: '@playwright/test',
      configuration: /^playwright\.config\.[cm]?[jt]s$/,
      command: /(^|[\s;&|])(npx\s+)?playwright\s+test(\s|$)/,
    },
  },
  find: async (project, rows) => packageSites(project, 'playwright', rows),
  list: async ({ folder }, paths, room) =>
    listedTests(
      {
        runner: 'playwright',
        args: [...commonArguments(folder), '--list', ...paths.map(escaped)],
        cwd: folder,
        events: join(room.folder, 'playwright.events'),
        noTests: NO_TESTS,
      },
      room,
    ),
  async prepare({ folder }, { paths, name, exact }, { folder: own, sink, coverage }) {
    if (coverage) throw coverageUnsupported('playwright', 'it measures nothing by itself', 'Call without coverage.');
    const events = join(own, 'playwright.events');
    // A test is found by where it stands; its name alone would also fit others.
    const wanted =
      exact === undefined
        ? paths.map(escaped)
        : exact.flatMap(({ file, line }) => (file === undefined ? [] : [`${escaped(file)}${line === undefined ? '' : `:${line}`}`]));
    const filtered = {
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
      hears: reporterListener(filtered, { framesIn: (trace) => v8Frames(clean(trace)) }),
    };
  },
  async debug({ folder }, { path, found }) {
    const tests = await found();
    const places = tests === undefined ? [escaped(path)] : tests.map(({ line }) => `${escaped(path)}${line === undefined ? '' : `:${line}`}`);
    const args = ['test', ...new Set(places), '--workers=1', '--timeout=0', '--retries=0', '--reporter=line'];
    return { type: 'node', program: installedPackage(folder, '@playwright/test').program, args, cwd: folder };
  },
};

// It asks its workers to use colours, which the other variable forbids, and Node warns of the two.
const COLOURLESS = { NO_COLOR: undefined, FORCE_COLOR: '0' };
const NO_TESTS = /No tests found/i;
// The first that can be asked not to fail a run without tests.
const FIRST_WITHOUT_TESTS = [1, 23] as const;

function commonArguments(folder: string): string[] {
  return [installedPackage(folder, '@playwright/test').program, 'test', `--reporter=${shipped('playwright/reporter.cjs')}`];
}

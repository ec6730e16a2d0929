// The ways in which a test run is refused; errors.ts has all others.
import { IdeError } from './errors.ts';

export const noTestRunner = (what: string, known: readonly string[]) =>
  new IdeError(
    'no_test_runner',
    `No test runner was found ${what}.`,
    known.length > 0
      ? `There are: ${known.join(', ')}.`
      : 'Known are vitest, jest, mocha, node:test, playwright, pytest, unittest, go test, cargo test, Maven, Gradle and ctest.',
  );

export const runnerMissing = (runner: string, why: string, install: string) =>
  new IdeError('runner_missing', `${runner} cannot be started: ${why}.`, `Install it: ${install}`);

export const testNotFound = (name: string, where: string, near: readonly string[]) =>
  new IdeError(
    'test_not_found',
    `No test ${where} is named ${name}${near.length > 0 ? `; there is ${near.join(', ')}` : ''}.`,
    'list_tests shows which there are.',
    near.length > 0 ? { candidates: near } : {},
  );

export const noFailedTests = () =>
  new IdeError('no_failed_tests', 'No test failed when it was last run, or none has been run.', 'Call run_tests with another target.');

export const noChange = (why: string) =>
  new IdeError('no_change', `No tests can be chosen by what has changed: ${why}.`, 'Call run_tests with another target.');

export const testRunNotFound = (id: string, known: readonly string[]) =>
  new IdeError(
    'test_run_not_found',
    `There is no test run ${id}.`,
    known.length > 0 ? `There are ${known.join(', ')}.` : 'None has been made; call run_tests.',
  );

export const noTestRun = () => new IdeError('no_test_run', 'No tests have been run here.', 'Call run_tests.');

export const testsListFailed = (runner: string, why: string) =>
  new IdeError('tests_list_failed', `${runner} could not list its tests: ${why}`, 'Fix what it says, and call again.');

export const noCoverage = (looked: readonly string[]) =>
  new IdeError(
    'no_coverage',
    `No coverage has been measured, and no report was found (${looked.join(', ')}).`,
    'Call run_tests with coverage, or pass the path of a report.',
  );

export const reportInvalid = (file: string, why: string) =>
  new IdeError(
    'report_invalid',
    `${file} is no coverage report: ${why}.`,
    'Pass an lcov, istanbul, coverage.py, Go, JaCoCo, Cobertura, llvm-cov or IntelliJ (.ic) report.',
  );

export const coverageUnsupported = (runner: string, why: string, next: string) =>
  new IdeError('coverage_unsupported', `${runner} cannot measure coverage here: ${why}.`, next);

export const testsElsewhere = (root: string) =>
  new IdeError(
    'tests_elsewhere',
    'Tests are not run through a VS Code window.',
    `Call the tool of a Binnacle beside it: binnacle mcp, or binnacle serve --project ${root}.`,
  );

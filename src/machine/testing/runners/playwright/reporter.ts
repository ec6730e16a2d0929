// Loaded into Playwright's test runner: reports each test as it begins and ends.
import { isListing, report, textOf } from '../../javascript/reporting.ts';

interface Location {
  readonly file: string;
  readonly line: number;
}

interface PlaywrightError {
  readonly message?: string;
  readonly stack?: string;
  readonly value?: string;
  readonly location?: Location;
}

interface Case {
  readonly title: string;
  readonly location: Location;
  readonly retries: number;
  titlePath(): readonly string[];
}

interface Result {
  readonly status: string;
  readonly duration: number;
  readonly retry: number;
  readonly errors: readonly PlaywrightError[];
  readonly stdout: readonly (string | Uint8Array)[];
  readonly stderr: readonly (string | Uint8Array)[];
}

export default class BinnacleReporter {
  onBegin(_configuration: unknown, suite: { allTests(): readonly Case[] }): void {
    const tests = suite.allTests();
    if (isListing) for (const test of tests) report({ event: 'listed', ...identity(test) });
    else {
      report({ event: 'expected', count: tests.length });
      for (const test of tests) report({ event: 'planned', ...identity(test) });
    }
  }

  onTestBegin(test: Case): void {
    report({ event: 'started', ...identity(test) });
  }

  onTestEnd(test: Case, result: Result): void {
    const isBad = result.status !== 'passed' && result.status !== 'skipped';
    // It will be tried again.
    if (isBad && result.retry < test.retries && result.status !== 'interrupted') return;
    const [error] = result.errors;
    report({
      event: 'ended',
      ...identity(test),
      status:
        result.status === 'passed' || result.status === 'skipped'
          ? result.status
          : /^\s*at .*\b(beforeAll|beforeEach|afterEach|afterAll)\b/m.test(error?.stack ?? '') || /"(before|after)(All|Each)" hook/.test(error?.message ?? '')
            ? 'error'
            : 'failed',
      ms: result.duration,
      ...(error === undefined ? {} : { message: result.errors.map(messageOf).join('\n\n'), trace: error.stack }),
      output: [...result.stdout, ...result.stderr].map(textOf).join('') || undefined,
    });
  }

  onError(error: PlaywrightError): void {
    report({ event: 'problem', message: messageOf(error), file: error.location?.file, line: error.location?.line });
  }

  // It would print its own summary otherwise.
  printsToStdio(): boolean {
    return false;
  }
}

function identity(test: Case): object {
  // The root, the project, the file, the suites and the title.
  const [, project = '', , ...rest] = test.titlePath();
  return { file: test.location.file, suite: [...(project === '' ? [] : [project]), ...rest.slice(0, -1)], name: test.title, line: test.location.line };
}

function messageOf({ message, value, stack }: PlaywrightError): string {
  return message ?? value ?? stack ?? '';
}

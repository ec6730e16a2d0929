// Loaded into jest: reports each test as it begins, and the results of a file once it is done, because only then is known what its tests printed.
import { comparedValues, isListing, report } from '../../javascript/reporting.ts';

interface Case {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly fullName: string;
}

interface CaseResult extends Case {
  readonly status: string;
  readonly duration?: number | null;
  readonly failureMessages?: readonly string[];
  readonly failureDetails?: readonly unknown[];
  readonly location?: { readonly line: number } | null;
}

interface FileResult {
  readonly testFilePath: string;
  readonly testResults: readonly CaseResult[];
  readonly console?: readonly { readonly message: string; readonly origin: string }[];
  readonly testExecError?: { readonly message?: string; readonly stack?: string };
  readonly failureMessage?: string | null;
}

const pattern = process.env['BINNACLE_TEST_PATTERN'];

export default class BinnacleReporter {
  onTestCaseStart(test: { readonly path: string }, started: Case): void {
    if (!isListing) report({ event: 'started', ...identity(test.path, started) });
  }

  // What has passed is not tried again, so it is reported before something may end the process; what it printed is reported with its file.
  onTestCaseResult(test: { readonly path: string }, result: CaseResult): void {
    if (!isListing && result.status === 'passed') report({ event: 'ended', ...identity(test.path, result), ...ending(result) });
  }

  onTestResult(_test: unknown, result: FileResult): void {
    const { testFilePath: file, testResults, testExecError } = result;
    if (testExecError !== undefined && testExecError !== null)
      report({ event: 'problem', file, message: testExecError.stack ?? testExecError.message ?? result.failureMessage ?? '' });
    if (isListing) {
      for (const test of testResults) report({ event: 'listed', ...identity(file, test) });
      return;
    }
    const printed = outputOf(result);
    // A test that was not chosen is reported like one that is skipped.
    const chosen = testResults.filter(
      (test) => pattern === undefined || test.status === 'passed' || test.status === 'failed' || new RegExp(pattern, 'i').test(test.fullName),
    );
    report({ event: 'expected', count: chosen.length });
    for (const test of chosen) report({ event: 'ended', ...identity(file, test), ...ending(test), output: printed.get(test) });
    const rest = printed.get(undefined);
    if (rest !== undefined) report({ event: 'printed', text: rest });
  }

  onRunComplete(_contexts: unknown, results: { readonly runExecError?: { readonly message?: string } }): void {
    if (results.runExecError?.message !== undefined) report({ event: 'problem', message: results.runExecError.message });
  }
}

function identity(file: string, { ancestorTitles, title, ...rest }: Case): object {
  const location = 'location' in rest && typeof rest.location === 'object' && rest.location !== null ? rest.location : undefined;
  return { file, suite: ancestorTitles, name: title, line: location !== undefined && 'line' in location ? location.line : undefined };
}

function ending({ status, duration, failureMessages = [], failureDetails = [] }: CaseResult): object {
  const [detail] = failureDetails;
  const compared = valuesOf(detail);
  const message = failureMessages.map((text) => text.replace(/\n\s+at [\s\S]*$/, '')).join('\n\n');
  return {
    status:
      status === 'passed'
        ? 'passed'
        : status === 'failed'
          ? /thrown: "?Exceeded timeout of .* for a hook|^\s*at .*jest.*hook/m.test(failureMessages.join('\n'))
            ? 'error'
            : 'failed'
          : 'skipped',
    ms: duration ?? undefined,
    ...(message === '' ? {} : { message, trace: failureMessages.join('\n') }),
    ...compared,
  };
}

// What the matcher compared, as jest keeps it; of node:assert, what the error carries.
function valuesOf(detail: unknown): object {
  if (typeof detail !== 'object' || detail === null) return {};
  const result = 'matcherResult' in detail && typeof detail.matcherResult === 'object' && detail.matcherResult !== null ? detail.matcherResult : detail;
  return comparedValues(result);
}

// jest keeps what a file printed together; where in the file it was called says which test it was.
function outputOf({ testFilePath, testResults, console: entries = [] }: FileResult): Map<CaseResult | undefined, string> {
  const printed = new Map<CaseResult | undefined, string>();
  const placed = testResults
    .flatMap((test) => (test.location === undefined || test.location === null ? [] : [{ test, line: test.location.line }]))
    .sort((a, b) => a.line - b.line);
  for (const { message, origin } of entries ?? []) {
    const lines = origin.split('\n').flatMap((frame) => (frame.includes(testFilePath) ? [Number(/:(\d+):\d+\)?\s*$/.exec(frame)?.[1] ?? 0)] : []));
    const outermost = lines.at(-1);
    const owner = outermost === undefined ? undefined : placed.filter(({ line }) => line <= outermost).at(-1)?.test;
    printed.set(owner, `${printed.get(owner) ?? ''}${message}\n`);
  }
  return printed;
}

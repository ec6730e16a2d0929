// The tools of the bridge for Copilot that find and run tests.
import { z } from 'zod';
import { numbered, optionalText, plural, WHOLE } from './copilotBridgeWords.ts';
import { defineDialectTool } from './dialect.ts';
import { given } from './jetbrainsIndexWords.ts';

const problem = z.object({ file: z.string().optional(), line: z.number().optional(), message: z.string() });

export const listTests = defineDialectTool({
  name: 'list_tests',
  tool: 'list_tests',
  description: 'The test classes and methods of the project, or of some files.',
  input: z.strictObject({ file_pattern: z.string().optional().describe('File or folder, from the project root.') }),
  answer: z.object({
    total: z.number(),
    files: z.array(z.object({ file: z.string(), tests: z.array(z.object({ test: z.string(), line: z.number().optional() })) })),
  }),
  toArguments: (input) => ({ ...given({ file: optionalText(input.file_pattern) }), ...WHOLE }),
  toResult: (pages) => ({
    results: pages.flatMap(({ files }) =>
      files.flatMap(({ file, tests }) => tests.map(({ test, line }) => ({ name: test, file, ...(line !== undefined && { line }) }))),
    ),
  }),
  tell: ({ results }) =>
    results.length === 0
      ? 'Found no tests.'
      : numbered(
          `Found ${results.length} ${plural('test', results.length)}:`,
          results.map(({ name, file, line }) => `${name} at ${file}${line === undefined ? '' : `:${line}`}`),
        ),
});

const result = z.object({
  test: z.string(),
  status: z.string(),
  file: z.string().optional(),
  line: z.number().optional(),
  ms: z.number().optional(),
  message: z.string().optional(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  stack: z.array(z.string()).optional(),
  output: z.string().optional(),
});
const run = z.object({
  runId: z.string(),
  state: z.string(),
  counts: z.object({ passed: z.number(), failed: z.number(), skipped: z.number(), error: z.number() }),
  seconds: z.number(),
  commit: z.string().optional(),
  problems: z.array(problem).optional(),
  missing: z.array(z.string()).optional(),
  moreMissing: z.number().optional(),
  next: z.string().optional(),
});

export const runTests = defineDialectTool({
  name: 'run_tests',
  tool: 'run_tests',
  description: 'Run tests: all, a file or folder, or one class or method of it.',
  input: z.strictObject({
    target: z.string().optional().describe('File or folder; empty means all.'),
    test: z.string().optional().describe('Class or method.'),
    timeout: z.int().min(1).max(800).optional().describe('Seconds to wait; what takes longer goes on, and get_test_results asks for it.'),
    coverage: z.boolean().optional().describe('Measure it, for get_coverage.'),
  }),
  answer: z.looseObject({ ...run.shape, failures: z.array(result), moreFailures: z.number().optional(), changeId: z.string().optional() }),
  toArguments: ({ target, test, timeout, coverage: measured }) =>
    given({ target: optionalText(target), test: optionalText(test), timeout, coverage: measured }),
  toResult: ([page]) => ({ ...summary(page), results: page.failures, ...left(page) }),
  tell: (value) => [head(value), ...value.results.map(row), ...more(value)].join('\n'),
});

export const testResults = defineDialectTool({
  name: 'get_test_results',
  tool: 'get_test_results',
  description: 'The results of the last test run, or of another.',
  input: z.strictObject({
    run_id: z.string().optional().describe('Of run_tests; the last if left out.'),
    timeout: z.int().min(1).max(800).optional().describe('Seconds to wait for its end.'),
    status: z.enum(['passed', 'failed', 'skipped', 'error', '']).optional().describe('Only these.'),
  }),
  answer: z.looseObject({ ...run.shape, results: z.array(result) }),
  toArguments: ({ run_id: id, timeout, status }) => ({ ...given({ run_id: optionalText(id), wait: timeout, status: optionalText(status) }), ...WHOLE }),
  toResult: (pages) => ({ ...summary(pages[0]), results: pages.flatMap(({ results }) => results) }),
  tell: (value) => [head(value), ...value.results.map(row)].join('\n'),
});

const ratio = z.object({ covered: z.number(), total: z.number(), percent: z.number() });

export const coverage = defineDialectTool({
  name: 'get_coverage',
  tool: 'get_coverage',
  description: 'Coverage of the last run or of a report in the project: in sum, and file by file.',
  input: z.strictObject({
    file: z.string().optional().describe('File or folder; empty means all.'),
    report: z.string().optional().describe('Path of a report; empty means the newest.'),
  }),
  answer: z.looseObject({
    from: z.string(),
    notes: z.array(z.string()).optional(),
    totals: z.object({ files: z.number(), lines: ratio }),
    files: z.array(z.looseObject({ file: z.string(), lines: ratio, uncovered: z.array(z.string()) })),
  }),
  toArguments: (input) => ({ ...given({ file: optionalText(input.file), report: optionalText(input.report) }), ...WHOLE }),
  toResult: (pages) => ({
    from: pages[0].from,
    totals: pages[0].totals,
    notes: pages[0].notes ?? [],
    results: pages.flatMap(({ files }) => files.map(({ file, lines, uncovered }) => ({ file, lines, uncovered }))),
  }),
  tell: ({ from, totals, results, notes }) =>
    [
      numbered(
        `Coverage of ${from}: ${totals.lines.percent} % of ${totals.lines.total} lines in ${totals.files} ${plural('file', totals.files)}:`,
        results.map(({ file, lines, uncovered }) => `${file} ${lines.percent} %${uncovered.length === 0 ? '' : `, uncovered ${uncovered.join(', ')}`}`),
      ),
      ...notes.map((note) => `Note: ${note}`),
    ].join('\n'),
});

function summary({ runId, state, counts, seconds, commit, problems = [], missing, moreMissing, next }: z.infer<typeof run>) {
  return {
    runId,
    state,
    ...counts,
    seconds,
    ...(commit !== undefined && { commit }),
    problems,
    ...(missing !== undefined && { missing }),
    ...(moreMissing !== undefined && { moreMissing }),
    // Of what still runs it speaks of arguments that are not this dialect's.
    ...(next !== undefined && state !== 'running' && { next }),
  };
}

function head({ runId, state, passed, failed, skipped, error, problems, missing = [], moreMissing = 0, next }: ReturnType<typeof summary>): string {
  const lost = missing.length + moreMissing;
  return [
    `Tests ${state}: ${passed} passed, ${failed} failed, ${error} with errors, ${skipped} skipped (run ${runId}).${state === 'running' ? ` It goes on: get_test_results with run_id ${runId}.` : ''}${next === undefined ? '' : ` ${next}`}`,
    ...(lost === 0
      ? []
      : [
          `${lost} ${plural('test', lost)} DID NOT RUN, because the process ended before: ${missing.join(', ')}${moreMissing === 0 ? '' : ` and ${moreMissing} more`}.`,
        ]),
    ...problems.map(({ file, message }) => `Problem: ${file === undefined ? '' : `${file}: `}${message}`),
  ].join('\n');
}

interface Left {
  readonly moreFailures?: number;
  readonly changeId?: string;
}

function left({ moreFailures, changeId }: { readonly moreFailures?: number | undefined; readonly changeId?: string | undefined }): Left {
  return { ...(moreFailures !== undefined && { moreFailures }), ...(changeId !== undefined && { changeId }) };
}

function more({ moreFailures, changeId }: Left): string[] {
  return [
    ...(moreFailures === undefined ? [] : [`${moreFailures} more failures: get_test_results has them all.`]),
    ...(changeId === undefined ? [] : [`The tests changed files of the project: change ${changeId}.`]),
  ];
}

function row({ test, status, file, line, message }: z.infer<typeof result>): string {
  return `${status.toUpperCase()} ${test}${file === undefined ? '' : ` at ${file}${line === undefined ? '' : `:${line}`}`}${message === undefined ? '' : `: ${message}`}`;
}

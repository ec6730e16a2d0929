// What came of tests: of the last run, of another, or the last result of each test.
import { z } from 'zod';
import { fullNameOf, type TestResult } from '../../ide/doors/testing.ts';
import { defineTool } from '../tool.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';
import { fileOf } from '../words/place.ts';
import { FULL, resultRow, runFields, runMeant, runOutput, SHORT, tellRow, tellRun, testRow, waitOf, whyNothingRan } from './words/testRun.ts';

const output = z.object({
  ...runOutput,
  total: z.number(),
  results: z.array(testRow),
  replaced: z.number().optional(),
  next: z.string().optional(),
  ...pageOutput,
});
const OVERHEAD = 120;

export const getTestResults = defineTool({
  name: 'get_test_results',
  title: 'Get test results',
  description: 'Results of a run_tests, failures first, and the commit they belong to; kept until the tests run again.',
  effect: 'reads',
  needs: ['testing'],
  hidden: true,
  input: z.strictObject({
    run_id: z.string().min(1).optional().describe('Default: the last; all: of every test.'),
    status: z.enum(['passed', 'failed', 'skipped', 'error']).optional().describe('error: in a hook, a crash.'),
    file: z.string().min(1).optional().describe('Or folder.'),
    query: z.string().min(1).optional().describe('Part of a name.'),
    wait: z.number().optional().describe('Seconds, for its end.'),
    ...pageInput,
  }),
  output,
  async run(context, input) {
    const { ide, signal, progress, budget } = context;
    const all = input.run_id === 'all';
    const run = runMeant(context, all ? undefined : input.run_id);
    if (input.wait !== undefined && input.wait > 0) {
      using _listening = run.onProgress(progress);
      await run.ended(waitOf(input.wait), signal);
    }
    const under = input.file === undefined ? undefined : await ide.documents.locate(input.file);
    const query = input.query?.toLowerCase();
    const { record } = run;
    const results = ide.testing.results();
    const rows = results
      .filter((result) => all || result.run === record.id)
      .filter(({ status }) => input.status === undefined || status === input.status)
      .filter(({ uri }) => under === undefined || uri === under || uri?.startsWith(`${under}/`) === true)
      .filter((result) => query === undefined || fullNameOf(result).toLowerCase().includes(query))
      .toSorted((a, b) => RANK[a.status] - RANK[b.status]);
    const summary = runFields(context, record);
    const detail = rows.length <= 3 ? FULL : SHORT;
    const row = (result: TestResult) => ({ ...resultRow(context, result, detail), ...(all && { runId: result.run }) });
    const page = pageOf({
      tool: 'get_test_results',
      input,
      rows,
      weigh: (result) => weighJson(row(result)),
      identify: (result) => `${result.uri === undefined ? '' : fileOf(ide.project, result.uri)} ${fullNameOf(result)} ${result.status} ${result.run}`,
      budget: budget - weighJson(summary) - OVERHEAD,
    });
    // Of this run, so many tests have a newer result.
    const counted = Object.values(record.counts).reduce((sum, count) => sum + count, 0);
    const replaced = all ? 0 : counted - results.filter((result) => result.run === record.id).length;
    const next = all ? undefined : whyNothingRan(record);
    return {
      ...summary,
      total: rows.length,
      results: page.rows.map(row),
      ...(replaced > 0 && { replaced }),
      ...(next !== undefined && { next }),
      ...page.turn,
    };
  },
  *tell(value) {
    const foot = [
      ...(value.next === undefined ? [] : [value.next]),
      ...(value.replaced === undefined ? [] : [`${value.replaced} of its results were replaced by later runs.`]),
      ...(value.cursor === undefined ? [] : [`${value.total} in all. More: cursor ${value.cursor}`]),
    ];
    yield [...tellRun(value), ...value.results.flatMap(tellRow), ...foot].join('\n');
    yield [...tellRun(value), ...value.results.map(({ test, status, file, line }) => `${status} ${test}  ${file ?? ''}:${line ?? ''}`), ...foot].join('\n');
  },
});

const RANK = { failed: 0, error: 1, passed: 2, skipped: 3 } as const;

// Which tests there are, as the project's own runners find them.
import { z } from 'zod';
import { groupBy } from '../../base/groupBy.ts';
import { counted } from '../../base/text/counted.ts';
import { fullNameOf } from '../../ide/doors/testing.ts';
import { defineTool } from '../tool.ts';
import { countsByFile } from '../words/countsByFile.ts';
import { observed } from '../words/observed.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';
import { fileOf } from '../words/place.ts';
import { problemFields } from './words/testRun.ts';

const listed = z.object({ test: z.string(), line: z.number().optional() });
const output = z.object({
  total: z.number(),
  runners: z.array(z.object({ runner: z.string(), folder: z.string() })),
  files: z.array(z.object({ file: z.string(), runner: z.string(), tests: z.array(listed) })),
  otherFiles: z.record(z.string(), z.number()).optional(),
  problems: z.array(z.object({ file: z.string().optional(), line: z.number().optional(), message: z.string() })).optional(),
  complete: z.boolean(),
  why: z.string().optional(),
  // What the runners did to the project's files.
  changeId: z.string().optional(),
  ...pageOutput,
});

interface Row extends z.infer<typeof listed> {
  readonly file: string;
  readonly runner: string;
}

export const listTests = defineTool({
  name: 'list_tests',
  title: 'List tests',
  description: 'Tests as the project’s runners find them: file, suite, name, line.',
  effect: 'runs',
  hints: {
    destructive: { is: false, because: 'runners only find tests; what some of them must build for that is recorded and can be undone' },
    idempotent: { is: true, because: 'finding the same tests again changes nothing more' },
    openWorld: { is: false, because: 'it deals with the tests of the project' },
  },
  needs: ['testing'],
  hidden: true,
  judgesCommands: true,
  input: z.strictObject({
    file: z.string().min(1).optional().describe('Or folder.'),
    query: z.string().min(1).optional().describe('Part of a name.'),
    runner: z.string().min(1).optional().describe('Such as vitest.'),
    ...pageInput,
  }),
  output,
  async run(context, input) {
    const { ide, signal, progress, budget } = context;
    const uris = input.file === undefined ? [] : [await ide.documents.locate(input.file)];
    // Some runners must build what they list.
    const { value, outcome } = await observed(context, { tool: 'list_tests', title: `list tests${input.file === undefined ? '' : ` of ${input.file}`}` }, () =>
      ide.testing.list({ uris, runner: input.runner, permit: (steps) => context.permission.commands(steps) }, signal, progress),
    );
    const { tests, runners, problems, why } = value;
    const wanted = input.query?.toLowerCase();
    const rows = tests
      .map((test): Row => {
        const file = test.uri === undefined ? '' : fileOf(ide.project, test.uri);
        return { file, runner: test.runner, test: fullNameOf(test), ...(test.line !== undefined && { line: test.line + 1 }) };
      })
      .filter(({ test }) => wanted === undefined || test.toLowerCase().includes(wanted));
    const around = {
      total: rows.length,
      runners: runners.map(({ runner, uri }) => ({ runner, folder: fileOf(ide.project, uri) === ide.project.path ? '.' : fileOf(ide.project, uri) })),
      ...(problems.length > 0 && { problems: problems.slice(0, MOST_PROBLEMS).map((problem) => problemFields(ide.project, problem)) }),
      complete: problems.length === 0 && why === undefined,
      ...(problems.length > 0 || why !== undefined
        ? { why: [...(problems.length > 0 ? ['Some files could not be loaded.'] : []), ...(why === undefined ? [] : [why])].join(' ') }
        : {}),
      ...(outcome.change !== undefined && { changeId: outcome.change.id }),
    };
    const forOthers = budget * SHARE_OF_OTHER_FILES;
    const page = pageOf({
      tool: 'list_tests',
      input,
      rows,
      weigh: (row, previous) =>
        weighJson({ test: row.test, line: row.line }) + (previous?.file === row.file ? 0 : weighJson({ file: row.file, runner: row.runner, tests: [] })),
      identify: ({ file, test, line }) => `${file}:${line}:${test}`,
      budget: budget - weighJson(around) - forOthers - OVERHEAD,
    });
    const others = page.isFirst && page.turn.cursor !== undefined ? countsByFile(rows.slice(page.rows.length), forOthers) : undefined;
    return { ...around, files: grouped(page.rows), ...(others !== undefined && { otherFiles: others }), ...page.turn };
  },
  *tell({ total, files, otherFiles = {}, problems = [], why, changeId, cursor, runners }) {
    const rest = Object.entries(otherFiles).map(([file, count]) => `${count} ${file}`);
    const head = `${total === 0 ? 'No tests' : counted(total, 'test')} (${runners.map(({ runner, folder }) => (folder === '.' ? runner : `${runner} in ${folder}`)).join(', ')}).`;
    const foot = [
      ...problems.map(({ file, line, message }) => `PROBLEM ${file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`} `}${message}`),
      ...(why === undefined ? [] : [`INCOMPLETE: ${why}`]),
      ...(changeId === undefined ? [] : [`Listing them changed files of the project: change ${changeId}.`]),
      ...(cursor === undefined ? [] : [`More: cursor ${cursor}${rest.length === 0 ? '' : `; not shown: ${rest.join(', ')}`}`]),
    ];
    yield [head, ...files.flatMap(({ file, tests }) => [file, ...tests.map(({ test, line }) => `  ${line ?? '?'} ${test}`)]), ...foot].join('\n');
    yield [head, ...files.map(({ file, tests }) => `${file}: ${tests.length}`), ...foot].join('\n');
  },
});

const MOST_PROBLEMS = 10;
// Of the first page of a long answer, so that an agent sees where the rest is before it turns the page.
const SHARE_OF_OTHER_FILES = 0.12;
const OVERHEAD = 60;

function grouped(rows: readonly Row[]): z.infer<typeof output>['files'] {
  return [...groupBy(rows, ({ file, runner }) => `${runner} ${file}`).values()].map((own) => ({
    file: own[0]?.file ?? '',
    runner: own[0]?.runner ?? '',
    tests: own.map(({ test, line }) => ({ test, ...(line !== undefined && { line }) })),
  }));
}

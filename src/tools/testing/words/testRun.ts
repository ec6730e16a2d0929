// A run of tests and its results, as agents read them.
import { z } from 'zod';
import { counted } from '../../../base/text/counted.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import { fullNameOf, type RunRecord, ranNothing, type TestCase, type TestProblem, type TestResult, type TestRun } from '../../../ide/doors/testing.ts';
import { noTestRun, testRunNotFound } from '../../../ide/errors/testErrors.ts';
import type { ProjectContext } from '../../tool.ts';
import { weighJson } from '../../words/page.ts';
import { fileOf, isLibrary } from '../../words/place.ts';

export const testRow = z.object({
  test: z.string(),
  status: z.enum(['passed', 'failed', 'skipped', 'error']),
  file: z.string().optional(),
  line: z.number().optional(),
  ms: z.number().optional(),
  message: z.string().optional(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  // Innermost first; frames of libraries are left out.
  stack: z.array(z.string()).optional(),
  output: z.string().optional(),
  runId: z.string().optional(),
});
export type TestRow = z.infer<typeof testRow>;

export const runOutput = {
  runId: z.string(),
  state: z.enum(['running', 'finished', 'stopped', 'crashed', 'timed_out']),
  tests: z.string().describe('What was run.'),
  counts: z.object({ passed: z.number(), failed: z.number(), skipped: z.number(), error: z.number() }),
  expectedTests: z.number().optional(),
  seconds: z.number(),
  started: z.string(),
  // The state of the tree that it belongs to.
  commit: z.string().optional(),
  branch: z.string().optional(),
  uncommittedFiles: z.number().optional(),
  // Files that have changed since it began.
  outdated: z.array(z.string()).optional(),
  moreOutdated: z.number().optional(),
  commands: z.array(z.string()).optional(),
  // What failed outside every test.
  problems: z.array(z.object({ file: z.string().optional(), line: z.number().optional(), message: z.string() })).optional(),
  // Tests that were to run and did not, because their process ended before.
  missing: z.array(z.string()).optional(),
  moreMissing: z.number().optional(),
  affected: z
    .object({
      changed: z.array(z.string()),
      chosen: z.array(z.string()),
      testFiles: z.number(),
      by: z.enum(['imports', 'executions']),
      notes: z.array(z.string()).optional(),
    })
    .optional(),
};
const run = z.object(runOutput);
export type TestRunOutput = z.infer<typeof run>;

const LONGEST_PROBLEM = 1_500;
const MOST_PROBLEMS = 10;
const MOST_NAMES = 40;
const MOST_CHANGED = 10;

// A call lasts a quarter of an hour at most, and the answer needs a moment.
const LONGEST_WAIT = 840;

export function waitOf(asked: number): number {
  return seconds(Math.min(Math.max(asked, 0), LONGEST_WAIT));
}

// By its id, or the last one. Throws test_run_not_found or no_test_run.
export function runMeant({ ide }: ProjectContext<'testing'>, id: string | undefined): TestRun {
  const runs = ide.testing.runs();
  const found = id === undefined ? runs.at(-1) : runs.find(({ record }) => record.id === id);
  if (found !== undefined) return found;
  if (id === undefined) throw noTestRun();
  throw testRunNotFound(
    id,
    runs.map(({ record }) => record.id),
  );
}

export function runFields({ ide: { project } }: ProjectContext, record: RunRecord): TestRunOutput {
  const { id, state, title, counts, expectedTests, durationMs, started, tree, outdated, commands, problems, choice, unmatched, missing = [] } = record;
  return {
    runId: id,
    state,
    tests: title,
    counts: { ...counts },
    ...(state === 'running' && expectedTests !== undefined && { expectedTests }),
    seconds: Math.round(durationMs / 100) / 10,
    started,
    ...(tree.commit !== undefined && { commit: tree.commit.slice(0, 12) }),
    ...(tree.branch !== undefined && { branch: tree.branch }),
    ...(tree.uncommittedFiles !== undefined && { uncommittedFiles: tree.uncommittedFiles }),
    ...(outdated.length > 0 && { outdated: outdated.slice(0, MOST_CHANGED).map((uri) => fileOf(project, uri)) }),
    ...(outdated.length > MOST_CHANGED && { moreOutdated: outdated.length - MOST_CHANGED }),
    ...(commands.length > 0 && { commands: commands.map(({ runner, exitCode, signal }) => `${runner}${ending(exitCode, signal)}`) }),
    ...(missing.length > 0 && { missing: missing.slice(0, MOST_NAMES).map((test) => nameWithFile(project, test)) }),
    ...(missing.length > MOST_NAMES && { moreMissing: missing.length - MOST_NAMES }),
    ...(unmatched !== undefined && { problems: [{ message: `No test is named ${unmatched.name}.` }] }),
    ...(problems.length > 0 && { problems: problems.slice(0, MOST_PROBLEMS).map((problem) => problemFields(project, problem)) }),
    ...(choice !== undefined && {
      affected: {
        changed: choice.changed.slice(0, MOST_NAMES),
        chosen: choice.chosen.slice(0, MOST_NAMES),
        testFiles: choice.testFiles,
        by: choice.by,
        ...(choice.notes.length > 0 && { notes: [...choice.notes] }),
      },
    }),
  };
}

// Counts of zero read as a success; undefined where something ran, or where the answer says already why nothing did.
export function whyNothingRan(record: RunRecord): string | undefined {
  if (!ranNothing(record)) return undefined;
  if (record.counts.skipped > 0) return 'Every test was skipped, so nothing has been tested.';
  if (record.choice?.chosen.length === 0) return 'No test reaches what has changed.';
  return record.state === 'finished' ? 'No test matched: list_tests shows which there are.' : 'It ended before any test ran.';
}

function nameWithFile(project: ProjectContext['ide']['project'], test: TestCase): string {
  return test.uri === undefined ? fullNameOf(test) : `${fileOf(project, test.uri)} ${fullNameOf(test)}`;
}

export function problemFields(project: ProjectContext['ide']['project'], { uri, line, message }: TestProblem) {
  return { ...(uri !== undefined && { file: fileOf(project, uri) }), ...(line !== undefined && { line: line + 1 }), message: cut(message, LONGEST_PROBLEM) };
}

// How much of the texts is shown: of few results all that one reads, of many what leads there.
export interface Detail {
  readonly text: number;
  readonly frames: number;
}

export const FULL: Detail = { text: 6_000, frames: 20 };
export const SHORT: Detail = { text: 800, frames: 5 };

export function resultRow({ ide: { project } }: ProjectContext, result: TestResult, { text, frames }: Detail): TestRow {
  const { uri, line, status, durationMs, message, expected, actual, stack = [], output } = result;
  const own = stack.filter((frame) => !isLibrary(project, frame.uri));
  const shown = (own.length > 0 ? own : stack).slice(0, frames);
  return {
    test: fullNameOf(result),
    status,
    ...(uri !== undefined && { file: fileOf(project, uri) }),
    ...(line !== undefined && { line: line + 1 }),
    ...(durationMs !== undefined && { ms: durationMs }),
    ...(message !== undefined && { message: cut(message, text) }),
    ...(expected !== undefined && { expected: cut(expected, text) }),
    ...(actual !== undefined && { actual: cut(actual, text) }),
    ...(shown.length > 0 && {
      stack: shown.map(
        (frame) => `${fileOf(project, frame.uri)}:${frame.line + 1}:${frame.character + 1}${frame.function === undefined ? '' : ` ${frame.function}`}`,
      ),
    }),
    ...(output !== undefined && { output: output.length > text ? `…${output.slice(-text)}` : output }),
  };
}

// As many as fit, each in full where there are few.
export function fittingResults(context: ProjectContext, results: readonly TestResult[], budget: number): TestRow[] {
  const detail = results.length <= 3 ? FULL : SHORT;
  const rows: TestRow[] = [];
  let left = budget;
  for (const result of results) {
    const row = resultRow(context, result, detail);
    left -= weighJson(row);
    if (left < 0) break;
    rows.push(row);
  }
  return rows;
}

export function tellRun({
  runId,
  state,
  tests,
  counts,
  expectedTests,
  seconds,
  commit,
  branch,
  uncommittedFiles,
  outdated,
  moreOutdated,
  missing,
  moreMissing,
  problems = [],
  affected,
}: TestRunOutput): string[] {
  const done = counts.passed + counts.failed + counts.skipped + counts.error;
  const named = Object.entries(counts).flatMap(([status, count]) => (count > 0 ? [`${count} ${status}`] : []));
  const of = state === 'running' && expectedTests !== undefined ? ` of ${expectedTests}` : '';
  const where =
    commit === undefined
      ? ''
      : `, at ${branch === undefined ? '' : `${branch} `}${commit}${uncommittedFiles === undefined || uncommittedFiles === 0 ? '' : ` with ${counted(uncommittedFiles, 'uncommitted file')}`}`;
  return [
    `Run ${runId} (${tests}) ${state === 'running' ? 'is running' : state.replace('_', ' ')}: ${done === 0 ? 'no tests' : named.join(', ')}${of} in ${seconds} s${where}.`,
    ...(outdated === undefined
      ? []
      : [`Changed since it began: ${outdated.join(', ')}${moreOutdated === undefined ? '' : ` and ${counted(moreOutdated, 'more file')}`}.`]),
    ...(missing === undefined
      ? []
      : [
          `DID NOT RUN, because the process ended before: ${missing.join(', ')}${moreMissing === undefined ? '' : ` and ${counted(moreMissing, 'more test')}`}.`,
        ]),
    ...(affected === undefined
      ? []
      : [
          `${affected.chosen.length} of ${affected.testFiles} test files, chosen by ${affected.by}, because of ${affected.changed.join(', ')}.`,
          ...(affected.notes ?? []),
        ]),
    ...problems.map(({ file, line, message }) => `PROBLEM ${file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`} `}${message}`),
  ];
}

export function tellRow({ test, status, file, line, ms, message, expected, actual, stack = [], output }: TestRow): string[] {
  const place = file === undefined ? '' : `  ${file}${line === undefined ? '' : `:${line}`}`;
  return [
    `${status.toUpperCase()} ${test}${place}${ms === undefined ? '' : ` (${ms} ms)`}`,
    ...(message === undefined ? [] : [indented(message)]),
    ...(expected === undefined ? [] : [indented(`expected: ${expected}`)]),
    ...(actual === undefined ? [] : [indented(`actual: ${actual}`)]),
    ...stack.map((frame) => `  at ${frame}`),
    ...(output === undefined ? [] : [indented(`printed: ${output}`)]),
  ];
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}

function ending(exitCode: number | undefined, signal: string | undefined): string {
  if (signal !== undefined) return `: ended by ${signal}`;
  return exitCode === undefined ? '' : `: exit code ${exitCode}`;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

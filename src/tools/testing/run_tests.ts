// Runs tests and reports what failed; a long run goes on and is asked for later.
import { z } from 'zod';
import { seconds } from '../../base/waiting/duration.ts';
import type { Observation } from '../../ide/doors/changes.ts';
import type { TestRun, WantedTests } from '../../ide/doors/testing.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { testNotFound } from '../../ide/errors/testErrors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { observing } from '../words/observed.ts';
import { weighJson } from '../words/page.ts';
import { fittingResults, runFields, runMeant, runOutput, tellRow, tellRun, testRow, waitOf, whyNothingRan } from './words/testRun.ts';

// Clients give up after a minute, unless they are configured otherwise.
const USUAL_WAIT = 45;
const OVERHEAD = 120;

const output = z.object({
  ...runOutput,
  failures: z.array(testRow),
  moreFailures: z.number().optional(),
  // What the tests did to the project's files.
  changeId: z.string().optional(),
  next: z.string().optional(),
});

export const runTests = defineTool({
  name: 'run_tests',
  title: 'Run tests',
  description: 'Run tests with the project’s runner: failures with expected, actual, stack, output. Long runs go on: get_test_results.',
  effect: 'runs',
  hints: {
    destructive: { is: false, because: 'tests are made to be run again and again; what they change in the project is recorded and can be undone' },
    openWorld: { is: false, because: 'it deals with the tests of the project' },
  },
  needs: ['testing'],
  hidden: true,
  judgesCommands: true,
  input: z.strictObject({
    target: z.string().min(1).optional().describe('all (default), failed, affected (by uncommitted changes), or a path.'),
    test: z.string().min(1).optional().describe('Name, or suite > name.'),
    runner: z.string().min(1).optional().describe('Such as pytest.'),
    coverage: z.boolean().optional().describe('For get_coverage.'),
    timeout: z.number().optional().describe(`Seconds; ${USUAL_WAIT}.`),
    stop: z.string().min(1).optional().describe('A run_id to end.'),
  }),
  output,
  async run(context, { target = 'all', test, runner, coverage = false, timeout, stop }) {
    if (stop !== undefined) {
      const stopped = runMeant(context, stop);
      await stopped.stop();
      return answer(context, stopped, undefined);
    }
    const { ide, signal, author, progress } = context;
    const wanted: WantedTests = {
      which: await whichOf(context, target),
      name: test,
      runner,
      coverage,
      author,
      permit: (steps) => context.permission.commands(steps),
    };
    const observation = await observing(ide, { author, tool: 'run_tests', title: `run tests: ${test ?? target}` }, signal);
    const run = await ide.testing.start(wanted, signal).catch(async (error: unknown) => {
      await observation.end();
      throw error;
    });
    // Also when this call has long been answered: what the tests changed is in the history once they are over.
    const observed = endedWith(run, observation);
    using _listening = run.onProgress(progress);
    const isOver = await run.ended(waitOf(timeout ?? USUAL_WAIT), signal).catch(async (error: unknown) => {
      await run.stop();
      throw error;
    });
    const changeId = isOver ? await observed : undefined;
    const { unmatched } = run.record;
    if (unmatched !== undefined) throw testNotFound(unmatched.name, target === 'all' ? 'here' : `in ${target}`, unmatched.near);
    return answer(context, run, changeId);
  },
  *tell(value) {
    const { failures, moreFailures, changeId, next } = value;
    const foot = [
      ...(moreFailures === undefined ? [] : [`${moreFailures} more failures: get_test_results.`]),
      ...(changeId === undefined ? [] : [`The tests changed files of the project: change ${changeId}.`]),
      ...(next === undefined ? [] : [next]),
    ];
    yield [...tellRun(value), ...failures.flatMap(tellRow), ...foot].join('\n');
    yield [...tellRun(value), ...failures.map(({ test, file, line }) => `${test}  ${file ?? ''}:${line ?? ''}`), ...foot].join('\n');
  },
});

async function whichOf({ ide }: ProjectContext, target: string): Promise<WantedTests['which']> {
  if (target === 'all' || target === 'failed' || target === 'affected') return { kind: target };
  return { kind: 'files', uris: [await ide.documents.locate(target)] };
}

function answer(context: ProjectContext<'testing'>, run: TestRun, changeId: string | undefined): z.infer<typeof output> {
  const { record } = run;
  const bad = context.ide.testing.results().filter((result) => result.run === record.id && (result.status === 'failed' || result.status === 'error'));
  const summary = runFields(context, record);
  const failures = fittingResults(context, bad, context.budget - weighJson(summary) - OVERHEAD);
  const next = record.state === 'running' ? `It goes on: get_test_results with run_id ${record.id} and wait, or run_tests with stop.` : whyNothingRan(record);
  return {
    ...summary,
    failures,
    ...(bad.length > failures.length && { moreFailures: bad.length - failures.length }),
    ...(changeId !== undefined && { changeId }),
    ...(next !== undefined && { next }),
  };
}

// The id of what was changed. Results are worth more than their record in the history.
async function endedWith(run: TestRun, observation: Observation): Promise<string | undefined> {
  await run.ended(LONGEST, new AbortController().signal);
  try {
    return (await observation.end()).change?.id;
  } catch (error) {
    if (error instanceof IdeError) return undefined;
    throw error;
  }
}

// More than any run lasts.
const LONGEST = seconds(2 * 60 * 60);

// One command, to its end or going on behind the answer: exit code, both streams, and what it did to the project's files.
import { z } from 'zod';
import type { WantedRun } from '../../ide/doors/running.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { observed } from '../words/observed.ts';
import { maxTokens } from '../words/page.ts';
import {
  changedFields,
  changedOutput,
  exitFields,
  fittingText,
  printed,
  recordedRun,
  runEndOutput,
  secondsInput,
  tellChanged,
  titleOf,
  untilEnded,
  waitOf,
} from '../words/run.ts';

const USUAL_WAIT = 120;

export const runCommand = defineTool({
  name: 'run_command',
  title: 'Run command',
  description: 'Run a command to its end. What it changes is recorded for undo; deletions, force pushes and the like ask a person.',
  effect: 'runs',
  needs: ['running'],
  hidden: true,
  judgesCommands: true,
  input: z.strictObject({
    command: z.string().min(1).describe('Shell line; with args, a program.'),
    args: z.array(z.string()).optional().describe('No shell sees them.'),
    cwd: z.string().min(1).optional().describe('Folder.'),
    env: z.record(z.string(), z.string()).optional().describe('Added.'),
    input: z.string().optional().describe('For stdin.'),
    timeout: secondsInput(840, 'Seconds; 120.'),
    background: z.boolean().optional().describe('Past timeout it goes on.'),
    max_tokens: maxTokens,
  }),
  output: z.object({
    runId: z.string(),
    ...runEndOutput,
    timedOut: z.boolean().optional(),
    // It goes on; read_run_output and stop_run take its runId.
    running: z.boolean().optional(),
    stdout: z.string(),
    stderr: z.string(),
    // Lines were left out; read_run_output has them.
    cut: z.boolean().optional(),
    durationMs: z.number(),
    ...changedOutput,
    notes: z.array(z.string()).optional(),
  }),
  async run(context, input) {
    const { ide, permission, owner, signal } = context;
    const command = input.args === undefined ? { line: input.command } : { words: [input.command, ...input.args] };
    const step = { command, ...(input.cwd !== undefined && { folder: input.cwd }), ...(input.env !== undefined && { environment: input.env }) };
    await permission.commands([{ ...step, input: input.input }]);
    const title = titleOf([input.command, ...(input.args ?? [])].join(' '));
    const wanted = { ...step, title, owner, ...(input.input !== undefined && { input: input.input }) };
    if (input.background === true) return goingOn(context, wanted, waitOf(input.timeout, USUAL_WAIT));
    const { value, outcome, unrecorded } = await observed(context, { tool: 'run_command', title: `run ${title}` }, async () => {
      const run = await ide.running.start(wanted, signal);
      const inTime = await untilEnded(run, waitOf(input.timeout, USUAL_WAIT), context);
      if (!inTime) await run.end();
      return { run, inTime };
    });
    const { run, inTime } = value;
    return {
      runId: run.id,
      ...exitFields(run),
      ...(!inTime && { timedOut: true }),
      ...streams(context, run),
      durationMs: run.state.state === 'ended' ? run.state.milliseconds : 0,
      ...changedFields(context, outcome),
      ...(unrecorded !== undefined && { notes: [`What it changed is not in the history: ${unrecorded}`] }),
    };
  },
  *tell(value) {
    const { runId, exitCode, signal, timedOut, running, stdout, stderr, cut, durationMs, notes = [] } = value;
    const ended =
      running === true
        ? `run ${runId} goes on`
        : timedOut === true
          ? 'ended because its time was over'
          : exitCode === undefined
            ? `ended by ${signal ?? 'a signal'}`
            : `exit code ${exitCode}`;
    const head = `${ended}, ${durationMs} ms${cut === true ? ` (output cut; run ${runId})` : ''}`;
    const foot = [...tellChanged(value), ...notes];
    yield [head, ...(stdout === '' ? [] : [stdout.trimEnd()]), ...(stderr === '' ? [] : ['--- stderr', stderr.trimEnd()]), ...foot].join('\n');
    yield [head, ...foot].join('\n');
  },
});

async function goingOn(context: ProjectContext<'running'>, wanted: WantedRun, wait: number) {
  const { run, outcome } = await recordedRun(context, wanted, { tool: 'run_command', title: `run ${wanted.title}` });
  const inTime = await untilEnded(run, wait, context);
  return {
    runId: run.id,
    ...exitFields(run),
    ...(!inTime && { running: true }),
    ...streams(context, run),
    durationMs: run.state.state === 'ended' ? run.state.milliseconds : Math.round(wait),
    ...(inTime && changedFields(context, await outcome)),
  };
}

// Errors are short and matter most, so they may take what the other stream leaves, and half in any case.
function streams({ budget }: ProjectContext, run: Parameters<typeof printed>[0]): { stdout: string; stderr: string; cut?: boolean } {
  const room = budget * 0.85;
  const stderr = fittingText(printed(run, 'stderr'), room / 2);
  const stdout = fittingText(printed(run, 'stdout'), stderr.text === '' ? room : room / 2);
  const isForgotten = run.output.first > 1;
  return { stdout: stdout.text, stderr: stderr.text, ...((stdout.isCut || stderr.isCut || isForgotten) && { cut: true }) };
}

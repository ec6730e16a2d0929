// Runs a configuration by its name: to its end where that is soon, else until the call is answered and on.
import { z } from 'zod';
import { pathOf } from '../../base/files/fileUri.ts';
import { cannotRun } from '../../ide/errors/runErrors.ts';
import { defineTool } from '../tool.ts';
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
  untilEnded,
  waitOf,
} from '../words/run.ts';

// Clients give up after a minute, and most programs have said by then whether they run.
const USUAL_WAIT = 20;

export const runConfiguration = defineTool({
  name: 'run_configuration',
  title: 'Run configuration',
  description: 'Run a configuration by name. What takes longer than timeout goes on.',
  effect: 'runs',
  needs: ['running'],
  hidden: true,
  judgesCommands: true,
  input: z.strictObject({
    name: z.string().min(1).describe('As listed.'),
    args: z.array(z.string()).optional().describe('Added.'),
    file: z.string().min(1).optional().describe('What ${file} means.'),
    timeout: secondsInput(600, 'Seconds; 20.'),
  }),
  output: z.object({
    runId: z.string(),
    name: z.string(),
    state: z.enum(['running', 'ended']),
    ...runEndOutput,
    // Of both streams, as it came.
    output: z.string(),
    cut: z.boolean().optional(),
    // For read_run_output: what comes next.
    cursor: z.string(),
    ...changedOutput,
  }),
  async run(context, input) {
    const { ide, permission, signal } = context;
    const file = input.file === undefined ? undefined : pathOf(await ide.documents.locate(input.file));
    const { steps } = await ide.running.resolve(input.name, { file, args: input.args ?? [] }, signal);
    await permission.commands(steps);
    const step = steps.at(-1);
    if (step === undefined) throw cannotRun(input.name, 'it has nothing to run');
    const given = { ...(input.args !== undefined && { args: input.args }), ...(input.file !== undefined && { file: input.file }) };
    const wanted = { ...step, before: steps.slice(0, -1), title: input.name, configuration: input.name, given, owner: context.owner };
    const { run, outcome } = await recordedRun(context, wanted, { tool: 'run_configuration', title: `run ${input.name}` });
    const inTime = await untilEnded(run, waitOf(input.timeout, USUAL_WAIT), context);
    const { text, isCut } = fittingText(printed(run), context.budget * 0.85);
    return {
      runId: run.id,
      name: input.name,
      state: run.state.state,
      ...exitFields(run),
      output: text,
      ...((isCut || run.output.first > 1) && { cut: true }),
      cursor: `o${run.output.next}`,
      ...(inTime && changedFields(context, await outcome)),
    };
  },
  *tell(value) {
    const { runId, name, state, exitCode, signal, output, cursor } = value;
    const how = state === 'running' ? `still runs; read_run_output with cursor ${cursor} shows what comes` : `ended with ${exitCode ?? signal ?? '?'}`;
    const foot = tellChanged(value);
    yield [`${name} (run ${runId}) ${how}`, ...(output === '' ? [] : [output.trimEnd()]), ...foot].join('\n');
    yield [`${name} (run ${runId}) ${how}`, ...foot].join('\n');
  },
});

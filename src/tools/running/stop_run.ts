// Ends a run with everything that it has started.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothers } from '../words/ownership.ts';
import { exitFields, fittingText, printed, runEndOutput, runMeant } from '../words/run.ts';

const LAST_WORDS = 1_000;

export const stopRun = defineTool({
  name: 'stop_run',
  title: 'Stop run',
  description: 'End a run with every process it started; answers with its last words.',
  effect: 'controls',
  needs: ['running'],
  hidden: true,
  input: z.strictObject({ run_id: z.string().min(1).optional().describe('Default: your last.') }),
  output: z.object({
    runId: z.string(),
    name: z.string(),
    // It had ended by itself before.
    hadEnded: z.boolean().optional(),
    ...runEndOutput,
    output: z.string(),
  }),
  asksFirst({ run_id: id }, asker) {
    const run = runMeant(asker, id);
    return anothers(asker, run, `run ${run.id} (${run.title})`);
  },
  async run(context, input) {
    const run = runMeant(context, input.run_id);
    const hadEnded = run.state.state === 'ended';
    await run.end();
    return { runId: run.id, name: run.title, ...(hadEnded && { hadEnded }), ...exitFields(run), output: fittingText(printed(run), LAST_WORDS).text };
  },
  *tell({ runId, name, hadEnded, exitCode, signal, output }) {
    yield [
      `${name} (run ${runId}) ${hadEnded === true ? 'had ended' : 'was ended'} with ${exitCode ?? signal ?? '?'}`,
      ...(output === '' ? [] : [output.trimEnd()]),
    ].join('\n');
  },
});

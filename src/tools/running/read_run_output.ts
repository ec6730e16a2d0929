// What a run has printed, page by page, also after it has ended.
import { z } from 'zod';
import { plainOutput } from '../../base/text/plainOutput.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import { deferred } from '../../base/waiting/deferred.ts';
import type { OutputPart, Run } from '../../ide/doors/running.ts';
import { invalidCursor } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { exitFields, runEndOutput, runMeant, secondsInput, untilEnded, waitOf } from '../words/run.ts';

export const readRunOutput = defineTool({
  name: 'read_run_output',
  title: 'Read run output',
  description: 'What a run printed, without colours, also after it ended.',
  effect: 'reads',
  needs: ['running'],
  hidden: true,
  input: z.strictObject({
    run_id: z.string().min(1).optional().describe('Default: your last.'),
    cursor: z.string().optional().describe('For what came since.'),
    only: z.enum(['stdout', 'stderr']).optional().describe('One stream.'),
    wait: secondsInput(600, 'Seconds, for more.'),
  }),
  output: z.object({
    runId: z.string(),
    name: z.string(),
    state: z.enum(['running', 'ended']),
    ...runEndOutput,
    output: z.array(z.object({ stream: z.enum(['stdout', 'stderr']), text: z.string() })),
    // Passed on, it shows what comes next.
    cursor: z.string(),
    more: z.boolean(),
    // So many parts were forgotten because there were too many.
    forgotten: z.number().optional(),
  }),
  async run(context, input) {
    const run = runMeant(context, input.run_id);
    const from = input.cursor === undefined ? 1 : Number(/^o(\d+)$/.exec(input.cursor)?.[1] ?? Number.NaN);
    if (!Number.isInteger(from)) throw invalidCursor(input.cursor ?? '');
    if (input.wait !== undefined) await untilMore(context, run, from, waitOf(input.wait, 0));
    const { shown, next } = fitting(run.output.since(from), context.budget * 0.8, run.output.next);
    const forgotten = run.output.first - from;
    return {
      runId: run.id,
      name: run.title,
      state: run.state.state,
      ...exitFields(run),
      output: joined(shown.filter(({ stream }) => input.only === undefined || stream === input.only)),
      cursor: `o${next}`,
      more: next < run.output.next,
      ...(forgotten > 0 && { forgotten }),
    };
  },
  *tell({ runId, state, exitCode, output, cursor, more, forgotten }) {
    const lost = forgotten === undefined ? [] : [`(${forgotten} older parts are forgotten)`];
    const shown = output.map(({ stream, text }) => (stream === 'stdout' ? text : `[stderr] ${text}`).trimEnd());
    const foot = `Run ${runId} ${state === 'running' ? 'still runs' : `ended with ${exitCode ?? 'a signal'}`}. ${more ? 'More' : 'Later'}: cursor ${cursor}`;
    yield [...lost, ...(shown.length === 0 ? ['Nothing was printed.'] : shown), foot].join('\n');
  },
});

// Until there is something that was not there, it ends, or the time is over.
async function untilMore(context: ProjectContext, run: Run, from: number, wait: number): Promise<void> {
  if (run.output.next > from || run.state.state === 'ended') return;
  const more = deferred<void>();
  using _listening = run.output.onOutput(() => more.resolve());
  // It is only looked at: a cancelled look ends no program.
  const looked = { output: run.output, ended: run.ended, end: async () => {} };
  await Promise.race([more.promise, untilEnded(looked, wait, { signal: context.signal, progress: () => {} })]);
}

function fitting(parts: readonly OutputPart[], budget: number, end: number): { shown: readonly OutputPart[]; next: number } {
  let left = budget;
  const shown: OutputPart[] = [];
  for (const part of parts) {
    left -= estimateTokens(part.text) + 2;
    // One that is too long by itself is shown, cut, rather than never.
    if (left < 0 && shown.length > 0) return { shown, next: part.number };
    shown.push(left < 0 ? { ...part, text: `${part.text.slice(0, Math.floor(budget))}…\n` } : part);
  }
  return { shown, next: end };
}

function joined(parts: readonly OutputPart[]): { stream: OutputPart['stream']; text: string }[] {
  const joinedParts: { stream: OutputPart['stream']; text: string }[] = [];
  for (const { stream, text } of parts) {
    const last = joinedParts.at(-1);
    if (last?.stream === stream) last.text += text;
    else joinedParts.push({ stream, text });
  }
  return joinedParts.map(({ stream, text }) => ({ stream, text: plainOutput(text) }));
}

// Several calls in one, in order or together; each is permitted, scheduled and recorded as the call that it is.
import { z } from 'zod';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { type CallContext, defineMachineTool, type OtherOutcome } from '../tool.ts';

const MOST_CALLS = 25;

const result = z.object({
  ok: z.boolean(),
  answer: z.record(z.string(), z.unknown()).optional(),
  error: z.looseObject({ error: z.string(), message: z.string(), next: z.string() }).optional(),
});

const call = z.strictObject({
  tool: z.string().min(1),
  arguments: z.record(z.string(), z.unknown()).optional(),
  name: z.string().min(1).optional(),
});

export const batch = defineMachineTool({
  name: 'batch',
  title: 'Batch',
  description: 'Several tool calls in one, in order; results by name.',
  effect: 'runs',
  hidden: true,
  callsOthers: true,
  input: z.strictObject({
    calls: z
      .array(call)
      .refine(({ length }) => length > 0 && length <= MOST_CALLS, `from 1 to ${MOST_CALLS} calls`)
      .describe('name: default the tool.'),
    together: z.boolean().optional().describe('All at once.'),
    on_error: z.enum(['stop', 'continue']).optional().describe('Default stop.'),
  }),
  output: z.object({
    results: z.record(z.string(), result),
    failed: z.number(),
    // Names of calls that were not made because an earlier one failed.
    skipped: z.array(z.string()).optional(),
  }),
  caption: ({ calls }) => calls.map(({ tool }) => tool).join(', '),
  async run(context, input) {
    const calls = named(input.calls);
    const outcomes = input.together === true ? await together(context, calls) : await inOrder(context, calls, input.on_error !== 'continue');
    const skipped = calls.filter(({ name }) => !outcomes.has(name)).map(({ name }) => name);
    return {
      results: Object.fromEntries([...outcomes].map(([name, outcome]) => [name, outcomeFields(outcome)])),
      failed: [...outcomes.values()].filter(({ ok }) => !ok).length,
      ...(skipped.length > 0 && { skipped }),
    };
  },
  *tell({ results, failed, skipped = [] }) {
    const parts = Object.entries(results).map(
      ([name, { ok, answer, error }]) => `${name}: ${ok ? JSON.stringify(answer) : `${error?.error}: ${error?.message} ${error?.next}`}`,
    );
    const foot = [
      `${parts.length - failed} of ${parts.length + skipped.length} calls succeeded.`,
      ...(skipped.length > 0 ? [`Not made: ${skipped.join(', ')}`] : []),
    ];
    yield [...parts, ...foot].join('\n');
    yield [...Object.entries(results).map(([name, { ok, error }]) => `${name}: ${ok ? 'ok' : error?.error}`), ...foot].join('\n');
  },
});

interface NamedCall {
  readonly name: string;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
}

function named(calls: readonly z.infer<typeof call>[]): readonly NamedCall[] {
  const names = new Map<string, NamedCall>();
  for (const one of calls) {
    if (one.name !== undefined && names.has(one.name)) throw invalidArguments('batch', [`two calls are named ${one.name}`], ['calls', 'together', 'on_error']);
    let name = one.name ?? one.tool;
    for (let number = 2; names.has(name); number++) name = `${one.tool}#${number}`;
    names.set(name, { name, tool: one.tool, arguments: one.arguments ?? {} });
  }
  return [...names.values()];
}

async function together(context: CallContext, calls: readonly NamedCall[]): Promise<ReadonlyMap<string, OtherOutcome>> {
  const outcomes = await Promise.all(calls.map((one) => context.callOther(one.tool, one.arguments, share(context, calls))));
  return new Map(calls.map(({ name }, index) => [name, outcomes[index] ?? missing]));
}

async function inOrder(context: CallContext, calls: readonly NamedCall[], stopsAtError: boolean): Promise<ReadonlyMap<string, OtherOutcome>> {
  const outcomes = new Map<string, OtherOutcome>();
  for (const [index, one] of calls.entries()) {
    context.progress(one.name, index, calls.length);
    const outcome = await context.callOther(one.tool, one.arguments, share(context, calls));
    outcomes.set(one.name, outcome);
    if (!outcome.ok && stopsAtError) break;
  }
  return outcomes;
}

// The answers share one budget.
function share({ budget }: CallContext, calls: readonly NamedCall[]): number {
  return Math.max(500, Math.floor((budget * 0.9) / calls.length));
}

const missing: OtherOutcome = { ok: false, error: { code: 'internal_error', message: 'No answer came.', next: 'Call it by itself.', details: {} } };

function outcomeFields(outcome: OtherOutcome): z.infer<typeof result> {
  if (outcome.ok) return { ok: true, answer: outcome.value };
  const { code, message, next, details } = outcome.error;
  return { ok: false, error: { error: code, message, next, ...details } };
}

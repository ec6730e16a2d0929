// Several calls of a dialect in one: each under the dialect's own name, validated, permitted, scheduled and recorded as what it is.
import { z } from 'zod';
import type { Dialect } from '../dialects/dialect.ts';
import { IdeError, invalidArguments } from '../ide/errors/errors.ts';
import { noNesting } from '../ide/errors/runErrors.ts';

interface Answer {
  readonly value: Record<string, unknown>;
  readonly text: string;
}

interface NamedCall {
  readonly name: string;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
}

type Answering = (call: { name: string; arguments: Record<string, unknown> }) => Promise<Answer | IdeError>;

const batch = z.object({
  calls: z.array(z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()).default({}), name: z.string().optional() })),
  together: z.boolean().default(false),
  on_error: z.enum(['stop', 'continue']).default('stop'),
});

export async function batchInDialect(dialect: Dialect, given: unknown, answering: Answering): Promise<Answer | IdeError> {
  const { calls, together, on_error: onError } = batch.parse(given);
  const named = namedCalls(calls);
  if (named instanceof IdeError) return named;
  const answer = async (call: NamedCall) => (call.tool === 'batch' ? noNesting('batch') : answering({ name: call.tool, arguments: call.arguments }));
  const answers = new Map<string, Answer | IdeError>();
  if (together) {
    const all = await Promise.all(named.map(async (call) => [call.name, await answer(call)] as const));
    for (const [name, one] of all) answers.set(name, one);
  } else
    for (const call of named) {
      const one = await answer(call);
      answers.set(call.name, one);
      if (one instanceof IdeError && onError === 'stop') break;
    }
  const skipped = named.filter(({ name }) => !answers.has(name)).map(({ name }) => name);
  const failed = [...answers.values()].filter((one) => one instanceof IdeError).length;
  return {
    value: {
      results: Object.fromEntries([...answers].map(([name, one]) => [name, answerFields(dialect, one)])),
      failed,
      ...(skipped.length > 0 && { skipped }),
    },
    text: [
      ...[...answers].map(([name, one]) => `## ${name}\n${one instanceof IdeError ? `FAILED: ${textOf(dialect, one)}` : one.text}`),
      `${answers.size - failed} of ${named.length} calls succeeded.`,
      ...(skipped.length > 0 ? [`Not made: ${skipped.join(', ')}`] : []),
    ].join('\n'),
  };
}

function namedCalls(calls: z.infer<typeof batch>['calls']): readonly NamedCall[] | IdeError {
  const names = new Map<string, NamedCall>();
  for (const { tool, arguments: given, name: wanted } of calls) {
    if (wanted !== undefined && names.has(wanted)) return invalidArguments('batch', [`two calls are named ${wanted}`], ['calls', 'together', 'on_error']);
    let name = wanted ?? tool;
    for (let number = 2; names.has(name); number++) name = `${tool}#${number}`;
    names.set(name, { name, tool, arguments: given });
  }
  return [...names.values()];
}

function answerFields(dialect: Dialect, one: Answer | IdeError): Record<string, unknown> {
  return one instanceof IdeError ? { ok: false, ...dialect.errorBody(one) } : { ok: true, answer: { result: one.text, ...one.value } };
}

function textOf(dialect: Dialect, error: IdeError): string {
  return dialect.errorText?.(error) ?? error.message;
}

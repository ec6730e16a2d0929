// Several calls of a dialect in one: each under the dialect's own name, validated, permitted, scheduled and recorded as what it is.
import { z } from 'zod';
import type { Dialect } from '../dialects/dialect.ts';
import { IdeError, invalidArguments } from '../ide/errors/errors.ts';
import { noNesting } from '../ide/errors/runErrors.ts';
import type { CallOutcome } from './call/callTool.ts';

interface Answer {
  readonly value: Record<string, unknown>;
  readonly text: string;
}

interface NamedCall {
  readonly name: string;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
}

interface BatchParts {
  // Our own batch, with how each of its calls is made.
  readonly call: (given: Record<string, unknown>, callOther: (tool: string, given: unknown) => Promise<CallOutcome>) => Promise<CallOutcome>;
  readonly answering: (call: { name: string; arguments: Record<string, unknown> }) => Promise<Answer | IdeError>;
}

const batch = z.looseObject({
  calls: z.array(z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()).default({}), name: z.string().optional() })),
});

// Our own batch decides whether and in which order: what the policy says of it holds here too.
export async function batchInDialect(dialect: Dialect, given: Record<string, unknown>, { call, answering }: BatchParts): Promise<Answer | IdeError> {
  const named = namedCalls(batch.parse(given).calls);
  if (named instanceof IdeError) return named;
  const answers = new Map<string, Answer | IdeError>();
  let begun = 0;
  const outcome = await call(given, async (tool, asked) => {
    // It makes them in the order in which they were given.
    const name = named[begun++]?.name ?? tool;
    const answer = tool === 'batch' ? noNesting('batch') : await answering({ name: tool, arguments: members.parse(asked) });
    answers.set(name, answer);
    return answer instanceof IdeError ? { ok: false, error: answer } : { ok: true, ...answer };
  });
  if (!outcome.ok) return outcome.error;
  const inOrder = named.flatMap(({ name }) => {
    const answer = answers.get(name);
    return answer === undefined ? [] : [[name, answer] as const];
  });
  const skipped = named.filter(({ name }) => !answers.has(name)).map(({ name }) => name);
  const failed = [...answers.values()].filter((one) => one instanceof IdeError).length;
  return {
    value: {
      results: Object.fromEntries(inOrder.map(([name, one]) => [name, answerFields(dialect, one)])),
      failed,
      ...(skipped.length > 0 && { skipped }),
    },
    text: [
      ...inOrder.map(([name, one]) => `## ${name}\n${one instanceof IdeError ? `FAILED: ${textOf(dialect, one)}` : one.text}`),
      `${answers.size - failed} of ${named.length} calls succeeded.`,
      ...(skipped.length > 0 ? [`Not made: ${skipped.join(', ')}`] : []),
    ].join('\n'),
  };
}

const members = z.record(z.string(), z.unknown());

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

// Our answers in the form in which they are compared with the engine's: all pages joined, one line for each place.
import { z } from 'zod';
import type { Agent } from './agent.ts';
import type { Target } from './bareEngine.ts';

const References = z.object({
  total: z.number(),
  complete: z.boolean(),
  why: z.string().optional(),
  cursor: z.string().optional(),
  files: z.array(z.object({ file: z.string(), references: z.array(z.object({ line: z.number(), column: z.number() })) })),
});

const Diagnostics = z.object({
  complete: z.boolean(),
  why: z.string().optional(),
  cursor: z.string().optional(),
  files: z.array(z.object({ file: z.string(), diagnostics: z.array(z.unknown()) })),
});

export function symbolOf(target: Target): Record<string, unknown> {
  return { symbol: { file: target.file, line: target.line, column: target.column } };
}

// Throws when the answer is not whole: a bench must not time half an answer.
export async function firstReferences(agent: Agent, target: Target): Promise<z.infer<typeof References>> {
  const answer = References.parse(await agent.call('find_references', symbolOf(target)));
  if (!answer.complete) throw new Error(`incomplete: ${answer.why}`);
  return answer;
}

export async function allReferences(agent: Agent, target: Target): Promise<string[]> {
  const lines: string[] = [];
  let cursor: string | undefined;
  do {
    const page = References.parse(await agent.call('find_references', { ...symbolOf(target), ...(cursor !== undefined && { cursor }) }));
    lines.push(...page.files.flatMap(({ file, references }) => references.map(({ line, column }) => `${file}:${line}:${column}`)));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return lines.sort();
}

export async function allDiagnostics(agent: Agent): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let cursor: string | undefined;
  do {
    const page = Diagnostics.parse(await agent.call('get_diagnostics', { severity: 'hint', ...(cursor !== undefined && { cursor }) }));
    for (const { file, diagnostics } of page.files) counts.set(file, (counts.get(file) ?? 0) + diagnostics.length);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return counts;
}

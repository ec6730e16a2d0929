// Rules of permission as people write them, in their own policy file and in the files of a project.
import { z } from 'zod';
import type { Effect } from '../tools/tool.ts';

const VerdictShape = z.enum(['allow', 'ask', 'deny']);
export type Verdict = z.infer<typeof VerdictShape>;

export const ruleShapes = {
  effects: z.strictObject({ reads: VerdictShape, edits: VerdictShape, runs: VerdictShape, controls: VerdictShape }).partial().optional(),
  tools: z.record(z.string(), VerdictShape).optional(),
  // Turns every edit to ask, unless effects says otherwise.
  confirmWriteOperations: z.boolean().optional(),
};

export const RulesShape = z.strictObject(ruleShapes);

export interface Rules {
  readonly effects: Readonly<Partial<Record<Effect, Verdict>>>;
  // By tool name; stronger than the effect.
  readonly tools: Readonly<Record<string, Verdict>>;
}

export function rulesOf({ effects = {}, tools = {}, confirmWriteOperations = false }: z.infer<typeof RulesShape>): Rules {
  return { effects: { ...(confirmWriteOperations && { edits: 'ask' as const }), ...given(effects) }, tools };
}

function given<Value>(values: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

// The person's policy: what agents may do, read from a file that only people write.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';
import { invalidPolicy } from '../ide/errors.ts';
import { defaultPolicy, type Policy } from '../server/permission.ts';

const Verdict = z.enum(['allow', 'ask', 'deny']);

const PolicyFile = z.strictObject({
  effects: z.strictObject({ reads: Verdict, edits: Verdict, runs: Verdict, controls: Verdict }).partial().optional(),
  tools: z.record(z.string(), Verdict).optional(),
  // Turns every edit to ask.
  confirmWriteOperations: z.boolean().optional(),
});

export function policyFile(configuration: string): string {
  return join(configuration, 'policy.json');
}

// Asked before every call, so that a change counts at once; the file is read again only when it changed.
export function readPolicyFrom(file: string): () => Policy {
  let known: { stamp: string; policy: Policy } | undefined;
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return defaultPolicy;
    const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`;
    if (known?.stamp !== stamp) known = { stamp, policy: parsedPolicy(file) };
    return known.policy;
  };
}

// A policy that cannot be understood permits nothing: a typing error must not open a door.
function parsedPolicy(file: string): Policy {
  const errors: ParseError[] = [];
  const read: unknown = parse(readFileSync(file, 'utf8'), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) throw invalidPolicy(file, `${printParseErrorCode(error.error)} at character ${error.offset + 1}`);
  const parsed = PolicyFile.safeParse(read);
  if (!parsed.success) throw invalidPolicy(file, z.prettifyError(parsed.error).replaceAll('\n', ' '));
  const { effects = {}, tools = {}, confirmWriteOperations = false } = parsed.data;
  return {
    effects: { ...defaultPolicy.effects, ...(confirmWriteOperations && { edits: 'ask' as const }), ...given(effects) },
    tools,
  };
}

function given<Value>(values: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

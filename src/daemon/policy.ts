// The person's policy: what agents may do, read from a file that only people write.
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';
import { invalidPolicy } from '../ide/errors/machineErrors.ts';
import { defaultPolicy, type Policy } from '../server/permission/permission.ts';
import { RulesShape, ruleShapes, rulesOf } from '../server/permission/rules.ts';

const PolicyFile = z.strictObject({
  ...ruleShapes,
  // By the folder of the project.
  projects: z.record(z.string(), RulesShape).optional(),
});

export function policyFile(configuration: string): string {
  return join(configuration, 'policy.json');
}

// Asked before every call, so that a change counts at once; the file is read again only when it changed.
// confirmsEdits: whether the settings want a person to see each edit; of both the stricter counts.
export function readPolicyFrom(file: string, confirmsEdits: () => boolean = () => false): () => Policy {
  let known: { stamp: string; policy: Policy } | undefined;
  const ofFile = () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return defaultPolicy;
    const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`;
    if (known?.stamp !== stamp) known = { stamp, policy: parsedPolicy(file) };
    return known.policy;
  };
  return () => (confirmsEdits() ? { ...ofFile(), confirmsEdits: true } : ofFile());
}

// A policy that cannot be understood permits nothing: a typing error must not open a door.
function parsedPolicy(file: string): Policy {
  const { projects = {}, ...everywhere } = writtenRules(file, readFileSync(file, 'utf8'));
  const { effects, ...rules } = rulesOf(everywhere);
  const named = Object.entries(projects).map(([folder, rules]) => [resolve(folder), rulesOf(rules)]);
  return { effects: { ...defaultPolicy.effects, ...effects }, ...rules, ...(named.length > 0 && { projects: Object.fromEntries(named) }) };
}

// As the file has them. Throws invalid_policy, which names the file.
export function writtenRules(file: string, text: string): z.infer<typeof PolicyFile> {
  const errors: ParseError[] = [];
  const read: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) throw invalidPolicy(file, `${printParseErrorCode(error.error)} at character ${error.offset + 1}`);
  const parsed = PolicyFile.safeParse(read);
  if (!parsed.success) throw invalidPolicy(file, z.prettifyError(parsed.error).replaceAll('\n', ' '));
  return parsed.data;
}

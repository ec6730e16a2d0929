// Whether a call may run, decided from its effect and the person's policy before anything happens.
import { notPermitted } from '../ide/errors.ts';
import type { Project } from '../ide/ide.ts';
import type { Effect, Tool } from '../tools/tool.ts';

export type Verdict = 'allow' | 'ask' | 'deny';

export interface Policy {
  readonly effects: Readonly<Record<Effect, Verdict>>;
  // By tool name; stronger than the effect.
  readonly tools: Readonly<Record<string, Verdict>>;
}

export const defaultPolicy: Policy = {
  effects: { reads: 'allow', edits: 'allow', runs: 'allow', controls: 'allow' },
  tools: {},
};

export function permit(tool: Tool, project: Project | undefined, policy: Policy): void {
  const verdict = policy.tools[tool.name] ?? policy.effects[tool.effect];
  if (verdict === 'deny') throw notPermitted(tool.name, 'the policy denies it', `A person can allow it in the policy file (see binnacle status).`);
  // With nobody to ask, ask means no.
  if (verdict === 'ask')
    throw notPermitted(tool.name, 'the policy asks a person, and nobody is there to ask', `A person can allow it in the policy file (see binnacle status).`);
  if (tool.effect === 'edits' && project?.readOnly !== undefined)
    throw notPermitted(tool.name, `process ${project.readOnly.ownerPid} is the writer of this project`, 'Connect to that Binnacle, or stop it.');
}

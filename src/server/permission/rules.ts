// Rules of permission as people write them, in their own policy file and in the files of a project.
import { z } from 'zod';
import { isInside, realFolder } from '../../base/files/realFolder.ts';
import { matchesWildcard } from '../../base/patterns/wildcard.ts';
import type { ProjectPlace } from '../../ide/ide.ts';
import type { Effect } from '../../tools/tool.ts';

const VerdictShape = z.enum(['allow', 'ask', 'deny']);
export type Verdict = z.infer<typeof VerdictShape>;

export const ruleShapes = {
  effects: z.strictObject({ reads: VerdictShape, edits: VerdictShape, runs: VerdictShape, controls: VerdictShape }).partial().optional(),
  tools: z.record(z.string(), VerdictShape).optional(),
  // By what a command looks like, as in "git push *"; stronger than the tool.
  commands: z.record(z.string(), VerdictShape).optional(),
  // Which hosts http_request may speak to, as in "*.example.com"; this machine itself always.
  hosts: z.record(z.string(), VerdictShape).optional(),
  // Turns every edit to ask, unless effects says otherwise.
  confirmWriteOperations: z.boolean().optional(),
};

export const RulesShape = z.strictObject(ruleShapes);

export interface Rules {
  readonly effects: Readonly<Partial<Record<Effect, Verdict>>>;
  // By tool name; stronger than the effect.
  readonly tools: Readonly<Record<string, Verdict>>;
  readonly commands?: Patterns;
  readonly hosts?: Patterns;
}

// Which of the rules that a person wrote for folders hold in a project: those of its own folder and of every folder around it, whatever links lead there.
export function rulesAround(project: ProjectPlace | undefined, byFolder: Readonly<Record<string, Rules>> = {}): readonly Rules[] {
  const folders = Object.entries(byFolder);
  if (project === undefined || folders.length === 0) return [];
  const places = [project.path, ...(project.worktreeOf === undefined ? [] : [project.worktreeOf])].map(realFolder);
  return folders.flatMap(([folder, rules]) => (places.some((place) => isInside(realFolder(folder), place)) ? [rules] : []));
}

const STRICTNESS: readonly Verdict[] = ['allow', 'ask', 'deny'];

export function stricter(a: Verdict, b: Verdict): Verdict {
  return STRICTNESS.indexOf(a) > STRICTNESS.indexOf(b) ? a : b;
}

// Undefined where none says anything.
export function strictestOf(verdicts: readonly (Verdict | undefined)[]): Verdict | undefined {
  return verdicts.reduce((a, b) => (a === undefined || b === undefined ? (a ?? b) : stricter(a, b)), undefined);
}

export type Patterns = Readonly<Record<string, Verdict>>;

// The longest pattern that matches says most. A star stands for anything, and at the end also for nothing.
export function verdictByPattern(patterns: Patterns = {}, text: string): Verdict | undefined {
  const matching = Object.entries(patterns).filter(([pattern]) => matches(pattern, text));
  return matching.toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
}

function matches(pattern: string, text: string): boolean {
  return matchesWildcard(pattern.trim(), text) || (pattern.endsWith(' *') && text === pattern.slice(0, -2));
}

export function rulesOf({ effects = {}, tools = {}, commands, hosts, confirmWriteOperations = false }: z.infer<typeof RulesShape>): Rules {
  return {
    effects: { ...(confirmWriteOperations && { edits: 'ask' as const }), ...given(effects) },
    tools,
    ...(commands && { commands }),
    ...(hosts && { hosts }),
  };
}

function given<Value>(values: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

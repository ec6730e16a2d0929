// Whether a call may run, decided from its effect, the person's policy and what the project asks for, before anything happens.
import { anotherWrites, IdeError, notPermitted } from '../../ide/errors/errors.ts';
import { howToTrust } from '../../ide/execution.ts';
import type { Project, ProjectPlace } from '../../ide/ide.ts';
import type { Effect, Tool } from '../../tools/tool.ts';
import { projectSettings } from './projectSettings.ts';
import { type Rules, rulesAround, stricter, strictestOf, type Verdict } from './rules.ts';

export interface Policy extends Rules {
  readonly effects: Readonly<Record<Effect, Verdict>>;
  // By a folder, for every project at or below it; stronger than what holds everywhere.
  readonly projects?: Readonly<Record<string, Rules>>;
  // Every edit asks, whatever is allowed above; what is denied stays so.
  readonly confirmsEdits?: boolean;
}

export const defaultPolicy: Policy = {
  effects: { reads: 'allow', edits: 'allow', runs: 'allow', controls: 'allow' },
  tools: {},
};

const HOW = 'A person can allow it in the policy file (see binnacle status).';

// Throws not_permitted where the answer is no without asking anyone. What cannot be undone asks, unless a person has allowed that very tool.
export function permit(tool: Tool, project: Project | undefined, policy: Policy, isDangerous = false): Exclude<Verdict, 'deny'> {
  const ofPerson = verdictOfPerson(tool, project, policy);
  const isNamed = ruleForTool(tool, project, policy) !== undefined;
  const confirms = policy.confirmsEdits === true && tool.effect === 'edits' && tool.callsOthers !== true;
  const asks = confirms || (isDangerous && !isNamed);
  const verdict = stricter(asks ? stricter(ofPerson, 'ask') : ofPerson, verdictOfProject(tool, project));
  if (verdict === 'deny') throw notPermitted(tool.name, 'the policy denies it', HOW);
  if (tool.effect === 'edits' && project?.readOnly !== undefined) throw anotherWrites(tool.name, project.readOnly);
  return verdict;
}

// Whether nothing but the person's own policy asks, so that a grant of theirs may answer: not the project's own file, not a danger, and not that nobody trusts it.
export function asksByPolicyAlone(tool: Tool, project: Project | undefined, isDangerous: boolean): boolean {
  return !isDangerous && project?.trusted === true && verdictOfProject(tool, project) === 'allow';
}

// Whoever can show what would become of the files writes it through the port, and nowhere else.
export function showsPlan({ effect, input }: Tool): boolean {
  return effect === 'edits' && 'preview' in input.shape;
}

// Why a person must see an edit of a project that none of them named, or undefined: it is for reading until one trusts it, or allows its edits in the policy.
export function whyUnnamed(tool: Tool, project: Project, policy: Policy): string | undefined {
  if (project.trusted) return undefined;
  const named = strictestOf(rulesAround(project, policy.projects).map((rules) => verdictIn(rules, tool)));
  return named === 'allow' ? undefined : `nobody has trusted ${project.path}; a person can: ${howToTrust(project)}`;
}

// Whether every run is denied in a project: then reads and edits execute nothing that it brings either. What cannot be understood must not open a door.
export function deniesRuns(project: ProjectPlace, policy: () => Policy): boolean {
  try {
    const { effects, projects } = policy();
    const ofPerson = strictestOf(rulesAround(project, projects).map((rules) => rules.effects.runs)) ?? effects.runs;
    const ofProject = projectSettings(project.path);
    return ofPerson === 'deny' || ofProject.problem !== undefined || ofProject.policy?.effects.runs === 'deny';
  } catch (error) {
    if (error instanceof IdeError) return true;
    throw error;
  }
}

// Of several folders around the project the strictest wins, so that a rule cannot be left by opening a folder inside.
function verdictOfPerson(tool: Tool, project: Project | undefined, policy: Policy): Verdict {
  return strictestOf(rulesAround(project, policy.projects).map((rules) => verdictIn(rules, tool))) ?? verdictIn(policy, tool) ?? 'allow';
}

// What a person has said of this very tool.
export function ruleForTool(tool: Tool, project: Project | undefined, policy: Policy): Verdict | undefined {
  return strictestOf(rulesAround(project, policy.projects).map(({ tools }) => tools[tool.name])) ?? policy.tools[tool.name];
}

// Files of a project come with the code, so they can only make it stricter. One that cannot be understood must not open a door.
function verdictOfProject(tool: Tool, project: Project | undefined): Verdict {
  if (project === undefined) return 'allow';
  const { policy, problem } = projectSettings(project.path);
  if (problem !== undefined && tool.effect !== 'reads') throw problem;
  return (policy === undefined ? undefined : verdictIn(policy, tool)) ?? 'allow';
}

function verdictIn({ effects, tools }: Rules, tool: Tool): Verdict | undefined {
  // What it calls is permitted by itself.
  return tools[tool.name] ?? (tool.callsOthers === true ? undefined : effects[tool.effect]);
}

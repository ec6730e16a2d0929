// Whether a command may be run and whether a host may be spoken to, by the patterns of a person's policy and of the project, and by what is known to be dangerous.
import { commandsIn, type SimpleCommand } from '../base/shellLine.ts';
import type { Project } from '../ide/ide.ts';
import type { WantedCommand } from '../ide/running.ts';
import { dangerAround, dangerOf, innerCommands, plainWords } from './dangerousCommands.ts';
import type { Policy } from './permission.ts';
import { projectSettings } from './projectSettings.ts';
import { type Patterns, rulesAround, stricter, strictestOf, type Verdict, verdictByPattern } from './rules.ts';

export interface Judgement {
  readonly verdict: Verdict;
  // What makes it more than allowed.
  readonly why?: string;
}

// `otherwise` is what the policy says of the tool, for commands that no pattern names.
export function judgeCommand(wanted: WantedCommand, project: Project | undefined, policy: Policy, otherwise: Verdict): Judgement {
  const commands = 'line' in wanted ? commandsIn(wanted.line) : [{ words: wanted.words, isPiped: false, outputs: [] }];
  const rules = rulesFor(project, policy, ({ commands: patterns }) => patterns);
  const judged = commands.flatMap((command) => judgementsOf(command, rules, otherwise, 0));
  // A line in which nothing was understood is judged as a whole.
  return strictest(judged.length === 0 ? [{ verdict: otherwise }] : judged);
}

// Loopback is a program of this machine, which commands reach anyway. Of others nobody has been asked yet.
export function judgeHost(host: string, isLoopback: boolean, project: Project | undefined, policy: Policy): Judgement {
  const { person, files } = rulesFor(project, policy, ({ hosts }) => hosts);
  const verdict = person(host.toLowerCase()) ?? (isLoopback ? 'allow' : 'ask');
  return strictest([
    { verdict, why: `the host ${host}` },
    { verdict: files(host.toLowerCase()) ?? 'allow', why: `the host ${host}, by the project's own settings` },
  ]);
}

interface Matching {
  // The person's rules for this project, then those for every project.
  person(text: string): Verdict | undefined;
  // The project's own, which only make it stricter.
  files(text: string): Verdict | undefined;
}

function rulesFor(project: Project | undefined, policy: Policy, of: (rules: { commands?: Patterns; hosts?: Patterns }) => Patterns | undefined): Matching {
  const here = rulesAround(project, policy.projects);
  const own = project === undefined ? undefined : projectSettings(project.path).policy;
  return {
    person: (text) => strictestOf(here.map((rules) => verdictByPattern(of(rules), text))) ?? verdictByPattern(of(policy), text),
    files: (text) => (own === undefined ? undefined : verdictByPattern(of(own), text)),
  };
}

// Deeper is nobody's honest command.
const DEEPEST = 5;

function judgementsOf(command: SimpleCommand, rules: Matching, otherwise: Verdict, depth: number): readonly Judgement[] {
  const text = plainWords(command.words).join(' ');
  const files: Judgement = { verdict: rules.files(text) ?? 'allow', why: `${text}: the project's own settings` };
  const named = rules.person(text);
  // A person who has named a command has thought about what it hands on.
  if (named !== undefined) return [files, { verdict: named, why: `${text}: the policy names it` }];
  const danger = dangerOf(command.words) ?? dangerAround(command);
  const inner = depth < DEEPEST ? innerCommands(command).flatMap((one) => judgementsOf(one, rules, 'allow', depth + 1)) : [];
  return [files, danger === undefined ? { verdict: otherwise } : { verdict: stricter('ask', otherwise), why: `${text}: ${danger}` }, ...inner];
}

function strictest(judgements: readonly Judgement[]): Judgement {
  return judgements.reduce((a, b) => (a.verdict === b.verdict ? (a.why === undefined ? b : a) : stricter(a.verdict, b.verdict) === b.verdict ? b : a));
}

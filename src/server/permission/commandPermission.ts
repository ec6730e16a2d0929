// Whether a command may be run and whether a host may be spoken to, by the patterns of a person's policy and of the project, and by what is known to be dangerous.
import { resolve } from 'node:path';
import { currentEnvironment } from '../../base/processes/environment.ts';
import { plainCommands } from '../../base/shell/plainLine.ts';
import { lineReader, type ReadLine } from '../../base/shell/shellLine.ts';
import type { SimpleCommand } from '../../base/shell/textReader.ts';
import type { JudgedStep } from '../../ide/doors/running.ts';
import type { Project } from '../../ide/ide.ts';
import { type ExactCommand, findsProgramsInFolder, type NamedCommand, verdictFor } from './commandCoverage.ts';
import { dangerAround, dangerOf, innerCommands, plainWords } from './dangerousCommands.ts';
import { isShell } from './otherCode.ts';
import type { Policy } from './permission.ts';
import { projectSettings } from './projectSettings.ts';
import { type Patterns, rulesAround, stricter, strictestOf, type Verdict, verdictByPattern } from './rules.ts';

export interface Judgement {
  readonly verdict: Verdict;
  // What makes it more than allowed.
  readonly why?: string;
}

// `otherwise` is what the policy says of the tool, for commands that no pattern names.
export async function judgeCommands(steps: readonly JudgedStep[], project: Project | undefined, policy: Policy, otherwise: Verdict): Promise<Judgement> {
  const rules = rulesFor(project, policy, ({ commands }) => commands, verdictFor);
  const judged: Judgement[] = [];
  const read = await lineReader();
  for (const step of steps) judged.push(...(await judgementsOfStep(step, { project, rules, otherwise, read })));
  return judged.length === 0 ? { verdict: otherwise } : strictest(judged);
}

// Loopback is a program of this machine, which commands reach anyway. Of others nobody has been asked yet.
export function judgeHost(host: string, isLoopback: boolean, project: Project | undefined, policy: Policy): Judgement {
  const { person, files } = rulesFor(project, policy, ({ hosts }) => hosts, verdictByPattern);
  const verdict = person(host.toLowerCase()) ?? (isLoopback ? 'allow' : 'ask');
  return strictest([
    { verdict, why: `the host ${host}` },
    { verdict: files(host.toLowerCase()) ?? 'allow', why: `the host ${host}, by the project's own settings` },
  ]);
}

interface Judging {
  readonly project: Project | undefined;
  readonly rules: Matching<NamedCommand>;
  readonly otherwise: Verdict;
  readonly read: ReadLine;
}

async function judgementsOfStep(step: JudgedStep, judging: Judging): Promise<readonly Judgement[]> {
  const { command, input } = step;
  const { project, rules, otherwise, read } = judging;
  const line = 'line' in command ? read(command.line) : { commands: [{ words: command.words, isPiped: false, outputs: [] }], isUnderstood: true };
  const seen = line.commands;
  const exact = rules.allowsAny ? await exactCommands(step, project) : undefined;
  const commands: readonly (SimpleCommand & { exact?: ExactCommand })[] = exact?.map((one) => ({ ...one, outputs: [], exact: one })) ?? seen;
  const judged = [
    ...commands.flatMap((one) => judgementsOf(one, one.exact, judging, 0)),
    ...(exact === undefined && !line.isUnderstood ? [notUnderstood(otherwise)] : []),
  ];
  // A line in which nothing was understood is judged as a whole.
  const ofLine = judged.length === 0 ? [{ verdict: otherwise }] : judged;
  if (input === undefined || !seen.some((one) => startsShell(one, read))) return ofLine;
  const { environment: _, input: __, ...place } = step;
  return [...ofLine, ...(await judgementsOfStep({ ...place, command: { line: input }, isTyped: true }, judging))];
}

// Undefined where no rule can allow it: what is started, or with what, is not what stands there.
async function exactCommands({ command, environment = {}, folder = '.', input, isTyped = false }: JudgedStep, project: Project | undefined) {
  if (Object.keys(environment).length > 0) return undefined;
  const root = project?.path ?? '.';
  const cwd = resolve(root, folder);
  const commands = 'line' in command ? await plainCommands(command.line) : [{ words: command.words, isPiped: false }];
  if (commands?.some(({ words: [program = ''] }) => findsProgramsInFolder(program, cwd, currentEnvironment())) === true) return undefined;
  const staysThere = commands?.every(({ words: [program = ''] }) => !/^(?:cd|chdir|pushd|popd)$/i.test(program)) === true;
  return commands?.map((one): ExactCommand => ({ ...one, isAtRoot: !isTyped && staysThere && cwd === resolve(root), hasInput: input !== undefined }));
}

// What it starts besides what was seen, nobody knows.
function notUnderstood(otherwise: Verdict): Judgement {
  return { verdict: stricter('ask', otherwise), why: 'a line that the grammar of the shell does not understand' };
}

function startsShell(command: SimpleCommand, read: ReadLine): boolean {
  const [program = ''] = plainWords(command.words);
  return isShell(program) || program === 'ssh' || innerCommands(command, read).commands.some(({ words }) => isShell(plainWords(words)[0] ?? ''));
}

interface Matching<Named> {
  // The person's rules for this project, then those for every project.
  person(named: Named): Verdict | undefined;
  // The project's own, which only make it stricter.
  files(named: Named): Verdict | undefined;
  readonly allowsAny: boolean;
}

function rulesFor<Named>(
  project: Project | undefined,
  policy: Policy,
  of: (rules: { commands?: Patterns; hosts?: Patterns }) => Patterns | undefined,
  verdictOf: (patterns: Patterns | undefined, named: Named) => Verdict | undefined,
): Matching<Named> {
  const here = rulesAround(project, policy.projects).map(of);
  const own = project === undefined ? undefined : projectSettings(project.path).policy;
  const files = own === undefined ? undefined : of(own);
  return {
    person: (named) => strictestOf(here.map((patterns) => verdictOf(patterns, named))) ?? verdictOf(of(policy), named),
    files: (named) => verdictOf(files, named),
    allowsAny: [...here, of(policy), files].some((patterns = {}) => Object.values(patterns).includes('allow')),
  };
}

// Deeper is nobody's honest command.
const DEEPEST = 5;

function judgementsOf(command: SimpleCommand, exact: ExactCommand | undefined, judging: Judging, depth: number): readonly Judgement[] {
  const { rules, otherwise, read } = judging;
  const text = plainWords(command.words).join(' ');
  const files: Judgement = { verdict: rules.files({ text, exact }) ?? 'allow', why: `${text}: the project's own settings` };
  const named = rules.person({ text, exact });
  // A person who has named a command has thought about what it passes on.
  if (named !== undefined) return [files, { verdict: named, why: `${text}: the policy names it` }];
  const danger = dangerOf(command.words) ?? dangerAround(command);
  const own: Judgement = danger === undefined ? { verdict: otherwise } : { verdict: stricter('ask', otherwise), why: `${text}: ${danger}` };
  if (depth >= DEEPEST) return [files, own];
  const inner = innerCommands(command, read);
  const judged = inner.commands.flatMap((one) => judgementsOf(one, undefined, { ...judging, otherwise: 'allow' }, depth + 1));
  return [files, own, ...judged, ...(inner.isUnderstood ? [] : [notUnderstood(otherwise)])];
}

export function strictest(judgements: readonly Judgement[]): Judgement {
  return judgements.reduce((a, b) => (a.verdict === b.verdict ? (a.why === undefined ? b : a) : stricter(a.verdict, b.verdict) === b.verdict ? b : a));
}

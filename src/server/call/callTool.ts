// How a call becomes an answer: validate, find the project, permit, schedule, run, print, record. The only catch is here.
import { z } from 'zod';
import { Lazy } from '../../base/lazy.ts';
import type { LogEvents } from '../../base/log.ts';
import { inEnvironment } from '../../base/processes/environment.ts';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { Bound, untilAborted } from '../../base/waiting/abort.ts';
import { minutes, seconds } from '../../base/waiting/duration.ts';
import type { Agents } from '../../ide/doors/agents.ts';
import type { ChangeSet } from '../../ide/doors/changes.ts';
import type { Progress } from '../../ide/doors/languages.ts';
import type { Decide } from '../../ide/doors/reviews.ts';
import { cancelled, IdeError, internalError, timedOut, unknownTool } from '../../ide/errors/errors.ts';
import { heldByPerson, noNesting } from '../../ide/errors/runErrors.ts';
import type { Ide, Project, Workbench } from '../../ide/ide.ts';
import { requireDoors } from '../../ide/optionalDoors.ts';
import { captionOf } from '../../tools/caption.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import type { ParsedToolCall, Tool, ToolAnswer } from '../../tools/tool.ts';
import { fileOf } from '../../tools/words/place.ts';
import { authorOf, type Client } from '../clients/client.ts';
import type { Connections } from '../clients/connections.ts';
import type { Holds } from '../clients/holds.ts';
import type { CallJournal } from '../history/callRecord.ts';
import { CallRecording, type WrittenChange } from '../history/callRecording.ts';
import { askFirst, type Decided, type PersonAtClient, permittedBy } from '../permission/askFirst.ts';
import { CallGrant } from '../permission/callGrant.ts';
import { callPermission, wholeCall } from '../permission/callPermission.ts';
import type { Grants } from '../permission/grants.ts';
import { asksByPolicyAlone, type Policy, permit, showsPlan, whyUnnamed } from '../permission/permission.ts';
import { type ChangesReview, ReviewedChanges } from '../permission/reviewedChanges.ts';
import type { ProjectEvents } from '../projects/projectEvents.ts';
import { projectOfCall } from '../projects/projects.ts';
import { type PersonReview, personReviewOf } from '../reviews/personReview.ts';
import type { Reviews } from '../reviews/reviews.ts';
import { atTheHelm, thingsMoved } from './heldThings.ts';
import { INSTALLS, type MissingServers } from './missingServers.ts';
import { printedAnswer } from './printedAnswer.ts';
import type { RunningCalls } from './runningCalls.ts';
import type { Schedule, ScheduledCall } from './schedule.ts';
import type { SeenAnswers } from './seenAnswers.ts';
import { withShortEchoes } from './shortQuotes.ts';
import { SteadyChanges } from './staleTextGuard.ts';
import { parsedCall } from './validation.ts';

export interface ServerParts {
  // Ours, as clients see it in serverInfo.
  readonly version: string;
  readonly catalogue: Catalogue;
  readonly workbench: Workbench;
  readonly schedule: Schedule;
  readonly policy: () => Policy;
  // Where people are asked.
  readonly reviews: Reviews;
  // Absolute paths of files that only people change, wherever they lie.
  readonly protectedFiles?: readonly string[];
  // Of this machine at which Binnacle itself listens, in whichever process of this user.
  readonly ownPorts?: () => ReadonlySet<number>;
  // Its processes, in the same way.
  readonly ownProcesses?: () => ReadonlySet<number>;
  // For clients that bring none, by the folder of the project. Absent: that of this process.
  readonly environmentFor?: (project: string) => Promise<Environment>;
  readonly journal: CallJournal;
  // Who is connected; absent where nobody looks.
  readonly connections?: Connections;
  // What a person has granted; absent where nobody can.
  readonly grants?: Grants;
  // Whom and what a person holds; absent where nobody can.
  readonly holds?: Holds;
  // Language servers that calls turn out to need; absent where none is fetched for a call.
  readonly missingServers?: MissingServers;
  // What happens in the projects while clients are connected.
  readonly events: ProjectEvents;
  // Which tools are listed, when a person said so for everyone.
  readonly toolset?: string | undefined;
  // Agents that this server has started; absent where it starts none.
  readonly agents?: Agents | undefined;
  // What each agent was shown; absent where nobody remembers.
  readonly seen?: SeenAnswers;
  // What is being answered, for whoever watches how the process does; absent where nobody does.
  readonly runningCalls?: RunningCalls;
  // Whether files that clients of the bridge create are added to version control; a person says so in the settings.
  readonly addsNewFiles?: boolean;
  // What is written to the log, for clients that listen; absent where nobody can.
  readonly log?: LogEvents;
  // Unexpected failures, with their stacks, for the log.
  readonly onInternalError: (tool: string, error: unknown) => void;
}

export interface ToolCall {
  readonly tool: string;
  readonly arguments: unknown;
  readonly client: Client;
  readonly signal: AbortSignal;
  // In milliseconds; none: it may take as long as somebody waits for it. Absent: fifteen minutes.
  readonly longest?: number | 'none' | undefined;
  readonly progress: Progress;
  // Undefined when the client has no way to ask its person.
  readonly person?: PersonAtClient | undefined;
  // One of several calls in one, which do not hold further ones.
  readonly isInner?: boolean;
  // Where a call in another leaves what people said, for the answer of the whole.
  readonly notes?: string[];
  // The same of what they wrote in reviews.
  readonly personReviews?: PersonReview[];
  // Its place in the history; absent where it is a row of its own.
  readonly recording?: CallRecording | undefined;
  // How a call in it is made, where the client knows tools by other names.
  readonly callOther?: ((tool: string, given: unknown) => Promise<CallOutcome>) | undefined;
}

export type CallOutcome = (
  | // With the folder of the project that it was about, if it was about one.
  { readonly ok: true; readonly value: Record<string, unknown>; readonly text: string; readonly project?: string }
  | { readonly ok: false; readonly error: IdeError }
) &
  PersonsWords;

// What people said while it was answered.
export interface PersonsWords {
  // When they handed back what they held.
  readonly personNotes?: readonly string[];
  // When they accepted it.
  readonly personReviews?: readonly PersonReview[];
}

// Whoever starts agents needs the parts that name them.
export function withAgents(parts: ServerParts, agents: () => Agents | undefined): ServerParts {
  return Object.defineProperty({ ...parts }, 'agents', { get: agents, enumerable: true });
}

const none = () => new Set<number>();
// Longer than any engine needs for a whole large project; a call that takes longer is stuck.
const LONGEST_CALL = minutes(15);
const DEFAULT_ANSWER_BUDGET = 8_000;

// With what people said.
export async function callTool(parts: ServerParts, call: ToolCall): Promise<CallOutcome> {
  const { notes = [], personReviews = [] } = call;
  let isAnswered = false;
  // What is gathered and comes late is in the answer already, and nobody may hear of a call behind its answer.
  const progress: Progress = (...said) => isAnswered || call.progress(...said);
  const outcome = await answered(parts, { ...call, notes, personReviews, progress });
  isAnswered = true;
  // A call in another leaves it to the whole.
  if (call.notes !== undefined) return outcome;
  return { ...outcome, ...(notes.length > 0 && { personNotes: notes }), ...(personReviews.length > 0 && { personReviews }) };
}

async function answered(parts: ServerParts, given: ToolCall): Promise<CallOutcome> {
  const { client } = given;
  const author = authorOf(client);
  const asked = given.recording ?? CallRecording.of(parts.journal, { client: author, connection: client.id, door: client.door }, given);
  asked.askedIn(client.environment);
  const call = callMeant(parts, given);
  const recording = call === given ? asked : asked.inner(call.tool, call.arguments);
  const recordings = [...new Set([recording, asked])];
  if (call !== given) asked.meant(call.tool);
  using _ = parts.runningCalls?.begin(call.tool, author);
  using bound = new Bound(call.signal, call.longest ?? LONGEST_CALL);
  try {
    const { answer, project } = await run(parts, call, recording, bound.signal);
    const { text, tokens } = printedAnswer(answer.tellings, budgetOf(call.client));
    for (const each of recordings) each.succeeded({ text, tokens, value: answer.value });
    return { ok: true, value: answer.value, text, ...(project !== undefined && { project }) };
  } catch (thrown) {
    const whole = errorFor(parts, call, thrown, bound.passed);
    // Whole, because half a secret would not be recognised.
    for (const each of recordings) each.failed(whole.code, whole.message);
    return { ok: false, error: withShortEchoes(whole, [given.tool, given.arguments]) };
  }
}

// A call that stands for another becomes that one here, so that it is validated, permitted, scheduled and recorded as what it is.
function callMeant(parts: ServerParts, call: ToolCall): ToolCall {
  const other = parts.catalogue.find(call.tool)?.forwardedTo?.(call.arguments ?? {});
  return other === undefined ? call : callMeant(parts, { ...call, ...other });
}

async function run(
  parts: ServerParts,
  call: ToolCall,
  recording: CallRecording,
  signal: AbortSignal,
): Promise<{ answer: ToolAnswer; project: string | undefined }> {
  const found = parts.catalogue.find(call.tool);
  if (found === undefined) throw unknownTool(call.tool, parts.catalogue.having(parts.workbench.doors).namesLike(call.tool));
  if (call.isInner === true && found.callsOthers === true) throw noNesting(found.name);
  recording.captioned(new Lazy(() => captionOf(found, call.arguments)));
  const parsed = parsedCall(found, call.arguments ?? {});
  if (parsed.caption !== undefined) recording.captioned(new Lazy(() => captionOf(found, call.arguments, parsed.caption)));
  const { input } = parsed;
  const tool: Tool = parsed.onlyReads ? { ...found, effect: 'reads' } : found;
  const opened = tool.needsProject
    ? await projectOfCall(parts.workbench, parsed.projectPath, call.client, signal)
    : await nothingYet(parts, call.client, signal);
  if (opened !== undefined) recording.inProject(opened.project.path);
  // Before anybody is asked about a call that could not be made.
  if (opened !== undefined) requireDoors(opened, [...tool.needs, ...parsed.alsoNeeds]);
  const project = opened?.project;
  const author = authorOf(call.client);
  const isPerson = call.client.isPerson === true;
  const owner = call.client.stays === true ? call.client.id : undefined;
  // Who ends with the call is known by name only.
  const agent = owner ?? author;
  const { progress, person } = call;
  // Whoever holds it moves it.
  const moved = opened === undefined || isPerson ? [] : thingsMoved(tool, input, opened, owner);
  call.notes?.push(...(await atTheHelm(parts.holds, moved, progress, signal)));
  const isAwaited = () => call.client.isAwaited?.() ?? true;
  const environment = call.client.environment ?? (project === undefined ? undefined : await parts.environmentFor?.(project.path));
  let hasWritten = false;
  // The review that let it go on.
  let reviewed: string | undefined;
  const changed = (change: WrittenChange) => {
    hasWritten = true;
    recording.changed(change);
    if (reviewed !== undefined) parts.reviews.becameChange(reviewed, change.id);
  };
  const passedBy = (grant: number) => {
    recording.passedBy(grant);
    parts.grants?.used(grant);
  };
  const asking = {
    reviews: parts.reviews,
    author,
    owner: owner ?? author,
    connection: owner,
    // What a program of an agent brings is no person's: it could call anything a secret.
    environment: call.client.environment === undefined || call.client.trustsRoot ? environment : undefined,
    project,
    lasts: call.longest === 'none',
    person,
    isAwaited,
    call: () => JSON.stringify([tool.name, input, project?.path]),
    onDecided: ({ review, proposal, decision }: Decided) => {
      reviewed = review;
      if (decision.decision === 'accept' && decision.grant !== undefined) passedBy(decision.grant);
      const said = personReviewOf(proposal, decision);
      if (said !== undefined) call.personReviews?.push(said);
    },
    signal,
    progress,
  };
  const perform = (context: Parameters<ParsedToolCall['run']>[0]) => inEnvironment(environment, () => parsed.run(context));
  const attempt = (ide: Ide | undefined, askable: PersonAtClient | undefined) =>
    askFirst({ ...asking, person: askable }, async (asked, isDecided) => {
      const isAlwaysReviewed = tool.isAlwaysReviewed === true;
      const decide = isPerson && !isAlwaysReviewed ? decidedByClick(asked) : asked;
      // Also after a person has decided: the policy, and who may write here, can have changed while they thought.
      const policy = parts.policy();
      const asker = ide === undefined ? undefined : { ide, owner, agents: parts.agents };
      const danger = asker && parsed.asksFirst(asker);
      const allowed = permit(tool, project, policy, danger !== undefined);
      const held = isPerson || tool.effect === 'reads' || tool.callsOthers === true ? undefined : parts.holds?.whyHeld(call.client);
      if (held !== undefined && person === undefined && !parts.reviews.isWatched) throw heldByPerson(tool.name, held);
      const verdict = held === undefined ? allowed : 'ask';
      const mustAsk = verdict === 'ask' && tool.judgesCommands !== true;
      // What an edit would do is known once it is planned; of anything else there is only the call itself to look at.
      const asksForPlan = isAlwaysReviewed || (mustAsk && showsPlan(tool) && !(asker !== undefined && parsed.writesElsewhere(asker)));
      const grant = new CallGrant({
        grants: isDecided ? undefined : parts.grants,
        isPossible: verdict === 'ask' && !isAlwaysReviewed && held === undefined && !isPerson && asksByPolicyAlone(tool, project, danger !== undefined),
        tool: tool.name,
        project,
        connection: owner,
        onPassed: passedBy,
      });
      const granted = mustAsk && !asksForPlan ? grant.find(undefined) : undefined;
      if (granted !== undefined) grant.pass(granted);
      else if (mustAsk && !asksForPlan)
        permittedBy(decide({ ...wholeCall(tool, input, together(held, danger)), ...(grant.isPossible && { grantable: {} }) }), tool.name);
      const permission = callPermission({
        tool,
        input,
        project,
        policy,
        verdict,
        held,
        isPerson,
        grant,
        decide,
        ownPorts: parts.ownPorts ?? none,
        ownProcesses: parts.ownProcesses ?? none,
      });
      const context = {
        workbench: parts.workbench,
        tools: parts.catalogue.having(parts.workbench.doors).tools,
        signal,
        progress,
        author,
        owner,
        budget: budgetOf(call.client),
        decide,
        permission,
        callOther: (other: string, given: unknown, budget: number) =>
          call.callOther?.(other, given) ?? callTool(parts, innerCall(call, recording.inner(other, given), other, given, budget, signal)),
        lastSeen: (file: string) => parts.seen?.lastSeen(agent, project?.path, file),
        waitingReviews: () => parts.reviews.list(),
        connections: () => parts.connections?.list() ?? [],
        agents: parts.agents,
      };
      const scheduled = (work: ScheduledCall['work']) => {
        // What is found with one agent's environment, or where programs may run, is no answer for another.
        const question = () => JSON.stringify([tool.name, input, context.budget, project?.trusted, project?.runsDenied, sorted(environment)]);
        const run = parts.schedule.run({ tool, project: project?.path, client: call.client.id, question, work }, signal);
        // A tool that does not listen to its signal must still cost only its own call.
        return untilAborted(run, signal, cancelled);
      };
      if (ide === undefined) return scheduled(() => perform(context));
      const own = withReviews(ide, {
        protectedFiles: parts.protectedFiles ?? [],
        always: asksForPlan,
        why: together(held, whyUnnamed(tool, ide.project, policy)),
        held,
        grant,
        decide,
        written: (change) => changed(writtenChange(ide.project, change)),
      });
      return scheduled(async (shared) => {
        if (tool.effect !== 'edits' || own.changes === undefined) return perform({ ...context, signal: shared, ide: own });
        using changes = await SteadyChanges.since(own, own.changes, signal);
        return await perform({ ...context, ide: { ...own, changes } });
      });
    });
  const install = (server: string, askable: PersonAtClient | undefined, said: Progress) => {
    const given = { server, ...(project !== undefined && { project_path: project.path }) };
    const inner = innerCall(call, recording.inner(INSTALLS, given), INSTALLS, given, budgetOf(call.client), signal);
    return callTool(parts, { ...inner, person: askable, progress: said });
  };
  const need = { tool, ide: opened, person, isPerson, owner, signal, progress, hasWritten: () => hasWritten, install };
  const answer = await (parts.missingServers === undefined ? attempt(opened, person) : parts.missingServers.fetchedFirst(parts, need, attempt));
  const written = changeIn(answer.value);
  if (written !== undefined) changed(written);
  // Noted for each who shares the answer, so not where it was found.
  const evidence = parts.seen?.answered(agent, project?.path, tool, answer.value);
  const made = answer.value['changeId'];
  if (evidence !== undefined && typeof made === 'string') await opened?.changes?.keepEvidence(made, evidence);
  return { answer, project: project?.path };
}

// A person's click is consent to what asks; an opinion is still theirs to give.
function decidedByClick(decide: Decide): Decide {
  return (proposal) => (proposal.asks === 'permission' ? { decision: 'accept', by: 'the window' } : decide(proposal));
}

function together(...reasons: readonly (string | undefined)[]): string | undefined {
  const given = reasons.filter((reason) => reason !== undefined);
  return given.length === 0 ? undefined : given.join('; ');
}

function writtenChange(project: Project, { id, files }: ChangeSet): WrittenChange {
  return { id, files: files.map(({ uri }) => fileOf(project, uri)) };
}

const changeOutput = z.object({ changeId: z.string(), changed: z.array(z.string()).optional().catch(undefined) });

// What a command, a test run or git has changed is known only from the answer.
function changeIn(value: Record<string, unknown>): WrittenChange | undefined {
  if (typeof value['changeId'] !== 'string') return undefined;
  const { changeId, changed = [] } = changeOutput.parse(value);
  return { id: changeId, files: changed };
}

function sorted(environment: Environment = {}): readonly string[] {
  return Object.entries(environment)
    .map(([name, value]) => `${name}=${value}`)
    .toSorted();
}

// A client that is asked between two calls would have to repeat the whole, so its person is asked elsewhere.
function innerCall(call: ToolCall, recording: CallRecording, tool: string, given: unknown, answerBudget: number, signal: AbortSignal): ToolCall {
  const person = call.person?.when === 'now' ? call.person : undefined;
  return { ...call, recording, tool, arguments: given, signal, person, isInner: true, client: { ...call.client, answerBudget } };
}

function withReviews(ide: Ide, review: Omit<ChangesReview, 'project'>): Ide {
  return ide.changes === undefined ? ide : { ...ide, changes: new ReviewedChanges(ide.changes, { ...review, project: ide.project }) };
}

// The first call of an agent comes while its own project is being opened: also a question about the machine should find that.
async function nothingYet(parts: ServerParts, client: Client, signal: AbortSignal): Promise<undefined> {
  const root = parts.workbench.projects().length === 0 ? await client.root(signal) : undefined;
  if (root !== undefined) await parts.workbench.open(root, { trusted: client.trustsRoot });
}

function errorFor(parts: ServerParts, call: ToolCall, thrown: unknown, boundPassed: boolean): IdeError {
  const { longest = LONGEST_CALL } = call;
  if (boundPassed && longest !== 'none')
    return timedOut(call.tool, longest < minutes(1) ? `${longest / seconds(1)} seconds` : `${longest / minutes(1)} minutes`);
  if (call.signal.aborted) return cancelled();
  if (thrown instanceof IdeError) return thrown;
  parts.onInternalError(call.tool, thrown);
  return internalError(call.tool, thrown instanceof Error ? thrown.message : String(thrown));
}

function budgetOf(client: Client): number {
  return client.answerBudget ?? DEFAULT_ANSWER_BUDGET;
}

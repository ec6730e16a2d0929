// How a call becomes an answer: validate, find the project, permit, schedule, run, tell, record. The only catch is here.
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Bound, untilAborted } from '../base/abort.ts';
import { minutes } from '../base/duration.ts';
import { cancelled, IdeError, internalError, timedOut, unknownTool } from '../ide/errors.ts';
import type { Workbench } from '../ide/ide.ts';
import type { Progress } from '../ide/languages.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { Tool, ToolAnswer } from '../tools/tool.ts';
import type { Client } from './client.ts';
import type { CallRecord, Journal } from './journal.ts';
import { type Policy, permit } from './permission.ts';
import type { ProjectEvents } from './projectEvents.ts';
import { projectOfCall } from './projects.ts';
import { redacted } from './redaction.ts';
import type { Schedule } from './schedule.ts';
import { fittingTelling } from './telling.ts';
import { validArguments } from './validation.ts';

export interface ServerParts {
  // Ours, as clients see it in serverInfo.
  readonly version: string;
  readonly catalogue: Catalogue;
  readonly workbench: Workbench;
  readonly schedule: Schedule;
  readonly policy: () => Policy;
  readonly journal: Journal;
  // What happens in the projects while clients are connected.
  readonly events: ProjectEvents;
  // Which tools are listed, when a person said so for everyone.
  readonly toolset?: string | undefined;
  // Unexpected failures, with their stacks, for the log.
  readonly onInternalError: (tool: string, error: unknown) => void;
}

export interface Call {
  readonly tool: string;
  readonly arguments: unknown;
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

export type Outcome = { readonly ok: true; readonly value: Record<string, unknown>; readonly text: string } | { readonly ok: false; readonly error: IdeError };

// Longer than any engine needs for a whole large project; a call that takes longer is stuck.
const LONGEST_CALL = minutes(15);
const DEFAULT_ANSWER_BUDGET = 8_000;

export async function callTool(parts: ServerParts, given: Call): Promise<Outcome> {
  const call = callMeant(parts, given);
  const started = performance.now();
  const pending: CallRecord = {
    id: randomUUID(),
    time: new Date().toISOString(),
    client: `${call.client.name} ${call.client.version}`,
    tool: call.tool,
    parameters: redacted(call.arguments),
    status: 'pending',
  };
  parts.journal.record(pending);
  using bound = new Bound(call.signal, LONGEST_CALL);
  try {
    const { answer, project } = await run(parts, call, bound.signal);
    const { text, tokens } = fittingTelling(answer.tellings, budgetOf(call.client));
    parts.journal.record({
      ...pending,
      ...(project && { project }),
      status: 'success',
      durationMs: since(started),
      answerTokens: tokens,
      result: text.slice(0, 2_000),
    });
    return { ok: true, value: answer.value, text };
  } catch (thrown) {
    const error = errorFor(parts, call, thrown, bound.passed);
    parts.journal.record({ ...pending, status: 'error', durationMs: since(started), error: `${error.code}: ${error.message}` });
    return { ok: false, error };
  }
}

// A call that stands for another becomes that one here, so that it is validated, permitted, scheduled and recorded as what it is.
function callMeant(parts: ServerParts, call: Call): Call {
  const tool = parts.catalogue.find(call.tool);
  const input = tool?.input.safeParse(call.arguments ?? {});
  if (tool?.forwardedTo === undefined || input?.success !== true) return call;
  return callMeant(parts, { ...call, ...tool.forwardedTo(input.data) });
}

async function run(parts: ServerParts, call: Call, signal: AbortSignal): Promise<{ answer: ToolAnswer; project?: string }> {
  const tool = parts.catalogue.find(call.tool);
  if (tool === undefined) throw unknownTool(call.tool, parts.catalogue.namesLike(call.tool));
  const input = validArguments(tool, call.arguments ?? {});
  const context = { workbench: parts.workbench, tools: parts.catalogue.tools, signal, progress: call.progress, budget: budgetOf(call.client) };
  if (!tool.needsProject) {
    permit(tool, undefined, parts.policy());
    return { answer: await scheduled(parts, tool, undefined, signal, () => tool.call(context, input)) };
  }
  const named = typeof input['project_path'] === 'string' ? input['project_path'] : undefined;
  const ide = await projectOfCall(parts.workbench, named, call.client, signal);
  permit(tool, ide.project, parts.policy());
  const answer = await scheduled(parts, tool, ide.project.path, signal, () => tool.call({ ...context, ide }, input));
  return { answer, project: ide.project.path };
}

// A tool that does not listen to its signal must still cost only its own call.
function scheduled(parts: ServerParts, tool: Tool, project: string | undefined, signal: AbortSignal, work: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  return untilAborted(parts.schedule.run(tool.effect, project, signal, work), signal, cancelled);
}

function errorFor(parts: ServerParts, call: Call, thrown: unknown, boundPassed: boolean): IdeError {
  if (boundPassed) return timedOut(call.tool, `${LONGEST_CALL / minutes(1)} minutes`);
  if (call.signal.aborted) return cancelled();
  if (thrown instanceof IdeError) return thrown;
  parts.onInternalError(call.tool, thrown);
  return internalError(call.tool, thrown instanceof Error ? thrown.message : String(thrown));
}

function budgetOf(client: Client): number {
  return client.answerBudget ?? DEFAULT_ANSWER_BUDGET;
}

function since(started: number): number {
  return Math.round((performance.now() - started) * 10) / 10;
}

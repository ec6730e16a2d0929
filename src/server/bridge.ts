// A dialect as plain HTTP knows it: a tool by its name, arguments in, a status and a body out.
import { randomUUID } from 'node:crypto';
import { estimateTokens } from '../base/text/tokens.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Progress } from '../ide/doors/languages.ts';
import { IdeError } from '../ide/errors/errors.ts';
import { areReady } from '../tools/project/index_status.ts';
import { callTool, type ServerParts, type ToolCall } from './call/callTool.ts';
import type { Client } from './clients/client.ts';
import { answerInDialect, WHOLE_ANSWER } from './dialectServer.ts';
import { CallRecording } from './history/callRecording.ts';
import type { PersonReview } from './reviews/personReview.ts';
import { toolsOfDialect } from './toolList.ts';

export interface Bridge {
  // As tools/list would have them.
  readonly tools: readonly { readonly name: string }[];
  call(tool: string, given: Record<string, unknown>, during: DuringCall): Promise<BridgeAnswer>;
  health(): Promise<Record<string, unknown>>;
  close(): void;
}

export interface DuringCall {
  readonly signal: AbortSignal;
  // What it prints, or how far it is.
  readonly progress: Progress;
}

export interface BridgeAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export function bridgeTo(parts: ServerParts, dialect: Dialect, project: string): Bridge {
  const tools = toolsOfDialect(parts.catalogue.having(parts.workbench.doors), dialect);
  const listed = tools.map(({ name }) => name);
  const id = randomUUID();
  const arrival = { id, client: `bridge ${parts.version}`, door: 'http', dialect: dialect.name, root: project, stays: true } as const;
  const requester = { client: arrival.client, connection: id, door: arrival.door, dialect: dialect.name };
  const connected = parts.connections?.open(arrival);
  const client: Client = { id, name: 'bridge', version: parts.version, door: 'http', trustsRoot: false, root: async () => project, answerBudget: WHOLE_ANSWER };
  return {
    tools,
    async call(name, given, during) {
      const recording = CallRecording.of(parts.journal, requester, { tool: name, arguments: given, likelyProject: () => project });
      using _ = parts.connections?.began(id, recording);
      const waited: string[] = [];
      const personReviews: PersonReview[] = [];
      const call = async (tool: string, asked: Record<string, unknown>, { callOther }: Pick<ToolCall, 'callOther'> = {}) => {
        const outcome = await callTool(parts, { tool, arguments: asked, client, ...during, recording: recording.inner(tool, asked), callOther });
        waited.push(...(outcome.personNotes ?? []));
        personReviews.push(...(outcome.personReviews ?? []));
        return outcome;
      };
      const answer = await answerInDialect(dialect, { name, arguments: given }, { listed, call, recording, addsNewFiles: parts.addsNewFiles });
      // What people said when they handed back what they held, and when they accepted it.
      const notes = [...waited, ...(parts.holds?.notesFor(client) ?? [])];
      const said = { ...(notes.length > 0 && { personNote: notes.join('\n') }), ...(personReviews.length > 0 && { personReviews }) };
      if (answer instanceof IdeError) return { status: dialect.statuses?.[answer.code] ?? 400, body: { ...dialect.errorBody(answer), ...said } };
      recording.succeeded({ text: answer.text, tokens: estimateTokens(answer.text) });
      // The rows, and the text that an agent would read; what our own tools call a result is a value here.
      const { result, ...rows } = answer.value;
      return { status: 200, body: { result: answer.text, ...rows, ...(result !== undefined && { value: result }), ...said } };
    },
    // No call: whoever looks every second whether we are there shall not fill the history.
    async health() {
      const engines = await parts.workbench.ide(project)?.languages.status();
      return { status: 'ok', indexing: !areReady(engines ?? []) };
    },
    close: () => connected?.[Symbol.dispose](),
  };
}

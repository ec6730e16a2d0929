// Tests through the front door: fixture text, a real MCP client, the server and the tool, over a scripted IDE, all in memory.
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { z } from 'zod';
import { openScriptedIde, type ScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import type { ScriptedBehaviour } from '../../src/hosts/scripted/scriptedLanguages.ts';
import type { Agents } from '../../src/ide/doors/agents.ts';
import type { Ide } from '../../src/ide/ide.ts';
import { MissingServers } from '../../src/server/call/missingServers.ts';
import { Schedule } from '../../src/server/call/schedule.ts';
import { SeenAnswers } from '../../src/server/call/seenAnswers.ts';
import { Connections } from '../../src/server/clients/connections.ts';
import type { Connection } from '../../src/server/connectionCalls.ts';
import type { CallRecord } from '../../src/server/history/callRecord.ts';
import { createMcpServer } from '../../src/server/mcpServer.ts';
import { defaultPolicy, type Policy } from '../../src/server/permission/permission.ts';
import { ProjectEvents } from '../../src/server/projects/projectEvents.ts';
import type { Review, ReviewAnswer } from '../../src/server/reviews/reviewShape.ts';
import { Reviews } from '../../src/server/reviews/reviews.ts';
import { allTools, Catalogue, families } from '../../src/tools/catalogue.ts';
import type { CallContext, Tool } from '../../src/tools/tool.ts';
import { journalInto } from './notedCalls.ts';

export interface AgentOptions {
  readonly script?: ScriptedBehaviour;
  // Tokens of one answer.
  readonly budget?: number;
  readonly connection?: Partial<Connection>;
  // What the client says of itself, true or not.
  readonly clientInfo?: { readonly name: string; readonly version: string };
  readonly policy?: Policy;
  // Answers every review in a window of its own.
  readonly person?: (review: Review) => ReviewAnswer;
  // For everyone, as a person configured the daemon.
  readonly toolset?: string;
  readonly agents?: Agents;
  // At which Binnacle itself is taken to listen.
  readonly ownPorts?: ReadonlySet<number>;
}

// For tools that are called without a server: nobody is asked, nothing is refused.
export const unguarded: Pick<CallContext, 'permission' | 'callOther' | 'lastSeen' | 'waitingReviews' | 'connections' | 'agents'> = {
  permission: { commands: async () => {}, host: () => {}, hostRefusal: () => undefined, isOurPort: () => false, isOurProcess: () => false },
  callOther: () => Promise.reject(new Error('no server is there')),
  lastSeen: () => undefined,
  waitingReviews: () => [],
  connections: () => [],
  agents: undefined,
};

export interface Reply {
  // The structured answer; empty when the call failed.
  readonly value: Record<string, unknown>;
  readonly text: string;
}

// What the agent reads when a call fails.
const refusal = z.looseObject({ error: z.string(), message: z.string(), next: z.string() });
export type Refusal = z.infer<typeof refusal>;

// Calls the tool at `$0` and expects exactly the marked places; the place that was pointed at needs no mark.
export async function check(tool: Tool, source: string, given: Record<string, unknown> = {}): Promise<void> {
  await using agent = await agentOn(source);
  const { fixture } = agent.ide;
  if (fixture.cursor === undefined) throw new TypeError('the fixture has no $0');
  const { path, position } = fixture.cursor;
  const { value } = await agent.call(tool.name, { symbol: { file: path, line: position.line + 1, column: position.character + 1 }, ...given });
  const { symbol, ...answer } = value;
  const pointed = z.object({ file: z.string(), line: z.number(), column: z.number() }).parse(symbol);
  const expected = fixture.marks.map(({ path: file, range }) => `${file}:${range.start.line + 1}:${range.start.character + 1}`);
  const found = placesIn(answer).filter((place) => expected.includes(place) || place !== `${pointed.file}:${pointed.line}:${pointed.column}`);
  expect(found.sort()).toEqual(expected.sort());
}

// An agent connected to a scripted IDE, or to any other.
export async function agentOn(source: string, options: AgentOptions = {}): Promise<Agent<ScriptedIde>> {
  return agentOf(openScriptedIde(source, options.script), options);
}

export async function agentOf<Of extends Ide>(ide: Of, options: AgentOptions = {}, others: readonly Ide[] = []): Promise<Agent<Of>> {
  const client = new Client(options.clientInfo ?? { name: 'check', version: '1.0.0' });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const failures: unknown[] = [];
  const records: CallRecord[] = [];
  const workbench = new ScriptedWorkbench([ide, ...others]);
  const server = createMcpServer(
    {
      version: '0.0.0',
      catalogue: new Catalogue(allTools, families),
      workbench,
      events: new ProjectEvents(workbench),
      schedule: new Schedule(),
      policy: () => options.policy ?? defaultPolicy,
      ...(options.ownPorts && { ownPorts: () => options.ownPorts ?? new Set() }),
      reviews: reviewsBy(options.person),
      journal: journalInto(records),
      connections: new Connections(),
      missingServers: new MissingServers(),
      seen: new SeenAnswers(),
      toolset: options.toolset,
      agents: options.agents,
      onInternalError: (_, error) => failures.push(error),
    },
    { id: 'check', door: 'stdio', ...(options.budget !== undefined && { answerBudget: options.budget }), ...options.connection },
  );
  await server.connect(serverSide);
  await client.connect(clientSide);
  // The client checks structured answers only against schemas that it has seen.
  if (options.connection?.toolset === undefined) await client.listTools();
  return new Agent(ide, client, { failures, records, workbench });
}

function reviewsBy(person: AgentOptions['person']): Reviews {
  const reviews = new Reviews();
  if (person !== undefined)
    reviews.watch((event) => {
      if (event.kind === 'opened') queueMicrotask(() => reviews.answer(event.review.id, person(event.review), 'the test'));
    });
  return reviews;
}

export class Agent<Of extends Ide> implements AsyncDisposable {
  readonly ide: Of;
  readonly client: Client;
  readonly workbench: ScriptedWorkbench;
  // What the history holds.
  readonly records: readonly CallRecord[];
  readonly failures: readonly unknown[];

  constructor(ide: Of, client: Client, house: { failures: readonly unknown[]; records: readonly CallRecord[]; workbench: ScriptedWorkbench }) {
    this.ide = ide;
    this.client = client;
    this.workbench = house.workbench;
    this.records = house.records;
    this.failures = house.failures;
  }

  // The answer; a refusal fails the test with what the agent would have read.
  async call(tool: string, given: Record<string, unknown>, signal?: AbortSignal): Promise<Reply> {
    const { isError, text, value } = await this.#call(tool, given, signal);
    if (isError) throw new Error(`${tool} refused: ${text}`);
    return { value, text };
  }

  // The refusal; an answer fails the test.
  async refusal(tool: string, given: Record<string, unknown>): Promise<Refusal> {
    const { isError, text, value } = await this.#call(tool, given);
    if (!isError) throw new Error(`${tool} answered: ${JSON.stringify(value)}`);
    return refusal.parse(JSON.parse(text));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }

  async #call(tool: string, given: Record<string, unknown>, signal?: AbortSignal): Promise<Reply & { isError: boolean }> {
    const result = await this.client.callTool({ name: tool, arguments: given }, signal === undefined ? undefined : { signal });
    const [failure] = this.failures;
    if (failure !== undefined) throw failure;
    const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    return { isError: result.isError === true, text, value: z.record(z.string(), z.unknown()).parse(result.structuredContent ?? {}) };
  }
}

// Every place in an answer: rows with file, line and column, and rows grouped under their file.
function placesIn(value: unknown, file?: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => placesIn(item, file));
  if (typeof value !== 'object' || value === null) return [];
  const own = 'file' in value && typeof value.file === 'string' ? value.file : file;
  const here = own !== undefined && 'line' in value && 'column' in value ? [`${own}:${value.line}:${value.column}`] : [];
  return [...here, ...Object.values(value).flatMap((inner) => placesIn(inner, own))];
}

// How a connection calls tools: as which client, in which folder, with which progress, and what it leaves behind when it ends.
import { CLIENT_INFO_META_KEY, type RequestId, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Environment } from '../base/processes/minimalEnvironment.ts';
import type { Progress } from '../ide/doors/languages.ts';
import { type CallOutcome, callTool, type ServerParts, type ToolCall } from './call/callTool.ts';
import type { Client } from './clients/client.ts';
import { ClientRoot } from './clients/clientRoot.ts';
import { logDuring } from './clients/logMessages.ts';
import type { OwnServer } from './ownServer.ts';
import { personInCall } from './permission/elicitation.ts';
import { type PersonReview, reviewsInWords } from './reviews/personReview.ts';

// What a door knows about the one who came through it.
export interface Connection {
  readonly id: string;
  readonly door: Client['door'];
  // The folder that the agent works in, when the door knows it.
  readonly folder?: string;
  readonly answerBudget?: number;
  // It ends with its request.
  readonly passes?: boolean;
  // Which tools it wants to be shown.
  readonly toolset?: string;
  // The transport keeps what the client listens to, and gets everything; clients of 2026-07-28 over lines and sockets.
  readonly transportPicks?: boolean;
  // Whether a person chose that folder; not so for one who was started by an agent. Absent: yes.
  readonly trustsFolder?: boolean;
  // Of the agent, where its door brings one.
  readonly environment?: Environment;
  // Whether what is answered through this connection may be the word of a person, asked when it is needed. Absent: yes.
  readonly isPersons?: (request: RequestId) => Promise<boolean>;
  // Whether somebody waits for the answer to a request right now, where a connection may break and be resumed.
  readonly awaits?: (request: RequestId) => boolean;
}

export interface Calls {
  readonly root: ClientRoot;
  client(request: ServerContext, answerBudget?: number): Client;
  // Recorded as a call in that of the request, or, where that is the call itself, as the one that is given.
  call(
    request: ServerContext,
    tool: string,
    given: unknown,
    answerBudget?: number,
    more?: Partial<Pick<ToolCall, 'person' | 'recording' | 'callOther' | 'signal' | 'longest'>> & Pick<Client, 'isAwaited'>,
  ): Promise<CallOutcome>;
  // The client is one that calls again; what it started ends when it is gone.
  stays(): void;
}

export function callsOf(server: OwnServer, parts: ServerParts, connection: Connection, longestProgress = LONGEST_PROGRESS): Calls {
  const root = new ClientRoot(server, connection.folder);
  server.records.workingIn(() => root.known);
  if (connection.environment !== undefined) parts.agents?.clientCame(connection.id, connection.environment);
  let remains = false;
  const stays = () => {
    // A command is a connection of its own each time.
    if (remains || connection.door === 'commandLine') return;
    remains = true;
    server.hold({ [Symbol.dispose]: () => leave(parts, connection.id) });
  };
  const client: Calls['client'] = (request, answerBudget = connection.answerBudget) => ({
    ...clientOf(server, connection, root, request, answerBudget),
    stays: remains,
  });
  // One for all calls that a request stands for.
  const progresses = new WeakMap<ServerContext, Progress>();
  const call: Calls['call'] = async (request, tool, given, answerBudget, more = {}) => {
    const { recording, callOther, longest, signal = request.mcpReq.signal } = more;
    const person = 'person' in more ? more.person : personInCall(server, request);
    using _ = logDuring(request, parts.log);
    const progress = progresses.get(request) ?? progressOf(request, longestProgress);
    progresses.set(request, progress);
    return await callTool(parts, {
      tool,
      arguments: given,
      client: { ...client(request, answerBudget), ...(more.isAwaited !== undefined && { isAwaited: more.isAwaited }) },
      signal,
      ...(longest !== undefined && { longest }),
      recording: recording ?? server.records.of(request.mcpReq.id)?.inner(tool, given),
      progress,
      person: person && { ...person, counts: async () => connection.isPersons?.(request.mcpReq.id) ?? true },
      callOther,
    });
  };
  return { root, client, call, stays };
}

// Nobody else would end the programs that it left behind.
function leave({ workbench, agents }: ServerParts, client: string): void {
  agents?.ownerLeft(client);
  for (const { path } of workbench.projects()) {
    const ide = workbench.ide(path);
    ide?.debugging?.ownerLeft(client);
    ide?.running?.ownerLeft(client);
    ide?.terminals?.ownerLeft(client);
  }
}

// What people said when they handed back what they held, each once.
export function notesOf({ holds }: ServerParts, client: Client, waited: readonly string[] = []): string | undefined {
  const notes = [...waited, ...(holds?.notesFor(client) ?? [])];
  return notes.length === 0 ? undefined : notes.join('\n');
}

// As agents read it, a line or more for each.
export function wordsOf(personNote: string | undefined, personReviews: readonly PersonReview[]): readonly string[] {
  return [
    ...(personReviews.length === 0 ? [] : [reviewsInWords(personReviews)]),
    ...(personNote === undefined ? [] : [`A person handed back with this note: ${personNote}`]),
  ];
}

function clientOf(server: Server, connection: Connection, root: ClientRoot, request: ServerContext, answerBudget: number | undefined): Client {
  const { name, version } = saidInEnvelope(request) ?? server.getClientVersion() ?? { name: 'unknown', version: '' };
  return {
    id: connection.id,
    name,
    version,
    door: connection.door,
    trustsRoot: connection.trustsFolder ?? true,
    root: (signal) => root.find(request, signal),
    isAwaited: () => connection.awaits?.(request.mcpReq.id) ?? true,
    ...(connection.environment !== undefined && { environment: connection.environment }),
    ...(answerBudget !== undefined && { answerBudget }),
  };
}

const envelopeWithClient = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string(), version: z.string() }) });

// Clients of 2026-07-28 say who they are with every request instead of once.
function saidInEnvelope(request: ServerContext): { name: string; version: string } | undefined {
  if (request.mcpReq.envelope === undefined) return undefined;
  return envelopeWithClient.safeParse(request.mcpReq.envelope).data?.[CLIENT_INFO_META_KEY];
}

// Agents show it to a person as one line; a dialect's clients stream by it what a program prints.
const LONGEST_PROGRESS = 1_000;

// Only a client that gave a token can tell to which call a notification belongs.
function progressOf(request: ServerContext, longest: number): Progress {
  const progressToken = request.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = 0;
  return (message, done, total) => {
    // The protocol demands a number that grows, also where a tool only has words.
    last = done !== undefined && done > last ? done : Math.round((last + 0.001) * 1_000) / 1_000;
    const params = { progressToken, progress: last, message: message.slice(-longest), ...(total !== undefined && { total }) };
    // A connection that is gone has nobody left to notify; the call ends by its signal.
    request.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

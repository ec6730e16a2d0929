// The MCP face of the server: one instance per connection (per request for stateless HTTP) over the same catalogue.
import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type Implementation,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Environment } from '../base/processes/minimalEnvironment.ts';
import { counted } from '../base/text/counted.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Progress } from '../ide/doors/languages.ts';
import { IdeError } from '../ide/errors/errors.ts';
import { withPersonNote } from '../ide/errors/runErrors.ts';
import type { Tool } from '../tools/tool.ts';
import { type CallOutcome, callTool, type ServerParts } from './call/callTool.ts';
import type { Client } from './clients/client.ts';
import { ClientRoot } from './clients/clientRoot.ts';
import { installLogging, logDuring } from './clients/logMessages.ts';
import { callInDialect, DialectServer, numberedError, WHOLE_ANSWER } from './dialectServer.ts';
import type { CallRecording } from './history/callRecording.ts';
import { rulesOfDialect, usageRules } from './instructions.ts';
import { OwnServer } from './ownServer.ts';
import type { PersonAtClient } from './permission/askFirst.ts';
import { personBetweenCalls, personInCall, questionResult } from './permission/elicitation.ts';
import { projectOfCall } from './projects/projects.ts';
import { RequestRecords } from './requestRecords.ts';
import { installCompletions } from './resources/completions.ts';
import { listPage } from './resources/listPage.ts';
import { ownResources, watchedBy } from './resources/ownResources.ts';
import { installPrompts, promptsFor } from './resources/prompts.ts';
import { installResources, resourcesOfDialect } from './resources/resources.ts';
import { Subscriptions } from './resources/subscriptions.ts';
import { shownTools } from './shownTools.ts';
import { listedTools, toolsOfDialect } from './toolList.ts';

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

export function createMcpServer(parts: ServerParts, connection: Connection, dialect?: Dialect): Server {
  return dialect === undefined ? ownServer(parts, connection) : dialectServer(parts, connection, dialect);
}

function ownServer(parts: ServerParts, connection: Connection): Server {
  const { catalogue, workbench } = parts;
  const here = catalogue.having(workbench.doors);
  const server = new OwnServer(
    identityOf(parts),
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: {},
        logging: {},
      },
      instructions: usageRules(here),
    },
    new RequestRecords(parts, connection),
  );
  const { root, call, client, stays } = callsOf(server, parts, connection);
  const ask = (context: ServerContext) => async (tool: string, given: Record<string, unknown>) => {
    const outcome = await call(context, tool, given, WHOLE_ANSWER);
    if (!outcome.ok) throw resources.refusal(outcome.error, '');
    return outcome.value;
  };
  const reviewOf = (id: unknown) => parts.reviews.list().find((review) => review.id === id);
  const projectOf = (context: ServerContext, named?: string) => projectOfCall(workbench, named, client(context), context.mcpReq.signal);

  server.setRequestHandler('tools/list', (request, context) => {
    const shown = listedTools(catalogue, toolsShownTo(parts, connection, root));
    const { items, nextCursor } = listPage(shown, request.params?.cursor, context.mcpReq._meta);
    return { tools: items, ...(nextCursor !== undefined && { nextCursor }) };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const outcome = await call(
      context,
      params.name,
      params.arguments,
      connection.answerBudget,
      personBetweenCalls(context, reviewOf) ?? personInCall(server, context),
      server.records.of(context.mcpReq.id),
    );
    const question = outcome.ok ? undefined : reviewOf(outcome.error.details['review']);
    if (question === undefined) return toolResult(outcome, notesOf(parts, client(context), outcome.personNotes));
    parts.holds?.keep(client(context), outcome.personNotes ?? []);
    return questionResult(question);
  });
  const logging = installLogging(server, parts.log);
  const resources = ownResources(workbench);
  installResources(server, resources, (context, tool, given) => call(context, tool, given, WHOLE_ANSWER));
  const offered = promptsFor(here);
  installPrompts(server, offered);
  installCompletions(server, { prompts: offered, ask, projectPath: async (context) => (await projectOf(context)).project.path });
  const subscriptions = new Subscriptions(server, (uri, context) =>
    watchedBy(uri, workbench, (named) => projectOf(context, named)).catch((thrown: unknown) => {
      throw thrown instanceof IdeError ? resources.refusal(thrown, uri) : thrown;
    }),
  );
  if (connection.transportPicks === true) {
    server.hold(parts.events.listen((event) => subscriptions.tellTransport(event)));
    stays();
  }
  // A client that never introduces itself, such as a script that sends one message, has nobody who would listen.
  server.oninitialized = () => {
    server.hold(parts.events.listen((event) => subscriptions.tellSubscriber(event)));
    server.hold(logging.start());
    stays();
  };
  return server;
}

function dialectServer(parts: ServerParts, connection: Connection, dialect: Dialect): Server {
  const hasResources = dialect.resources.length + dialect.templates.length > 0;
  const listed = toolsOfDialect(parts.catalogue.having(parts.workbench.doors), dialect);
  const names = listed.map(({ name }) => name);
  // Never our own rules: they name our tools, and a dialect's clients see other names.
  const instructions = rulesOfDialect(dialect, names);
  const options = { capabilities: { tools: {}, ...(hasResources && { resources: {} }), logging: {} }, ...(instructions !== undefined && { instructions }) };
  const server = new DialectServer({ ...identityOf(parts), ...dialect.identity }, options, new RequestRecords(parts, connection, dialect), dialect);
  const { call, client, stays } = callsOf(server, parts, connection, Number.POSITIVE_INFINITY);
  const logging = installLogging(server, parts.log);
  server.oninitialized = () => {
    server.hold(logging.start());
    stays();
    const { announcedAs } = dialect;
    if (announcedAs === undefined) return;
    const open = parts.workbench.projects().map(({ path }) => path);
    logging.announce(announcedAs, `${announcedAs} is up with ${counted(names.length, 'tool')}. Projects: ${open.join(', ') || 'none is open'}.`);
  };
  server.setRequestHandler('tools/list', (request, context) => {
    const { items, nextCursor } = listPage(listed, request.params?.cursor, context.mcpReq._meta);
    return { tools: items, ...(nextCursor !== undefined && { nextCursor }) };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const notes: string[] = [];
    try {
      const result = await callInDialect(dialect, params, {
        addsNewFiles: parts.addsNewFiles,
        listed: names,
        call: async (tool, given) => {
          const outcome = await call(context, tool, given, WHOLE_ANSWER);
          notes.push(...(outcome.personNotes ?? []));
          return outcome;
        },
        recording: server.records.of(context.mcpReq.id),
      });
      const note = notesOf(parts, client(context), notes);
      // A part of its own: the other may be JSON that a client reads.
      return note === undefined ? result : { ...result, content: [...result.content, { type: 'text' as const, text: noteLine(note) }] };
    } catch (thrown) {
      // An error that is a number carries no note.
      parts.holds?.keep(client(context), notes);
      throw thrown;
    }
  });
  if (hasResources)
    installResources(
      server,
      resourcesOfDialect(
        dialect,
        () => parts.workbench.projects(),
        (error) => numberedError(dialect, error),
      ),
      (context, tool, given) => call(context, tool, given, WHOLE_ANSWER),
    );
  return server;
}

function identityOf({ version }: ServerParts): Implementation {
  return { name: 'binnacle', title: 'Binnacle', version };
}

interface Calls {
  readonly root: ClientRoot;
  client(request: ServerContext, answerBudget?: number): Client;
  // Recorded as a call in that of the request, or, where that is the call itself, as the one that is given.
  call(
    request: ServerContext,
    tool: string,
    given: unknown,
    answerBudget?: number,
    person?: PersonAtClient | undefined,
    recording?: CallRecording | undefined,
  ): Promise<CallOutcome>;
  // The client is one that calls again; what it started ends when it is gone.
  stays(): void;
}

function callsOf(server: OwnServer, parts: ServerParts, connection: Connection, longestProgress = LONGEST_PROGRESS): Calls {
  const root = new ClientRoot(server, connection.folder);
  server.records.workingIn(() => root.known);
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
  const call: Calls['call'] = async (request, tool, given, answerBudget, person = personInCall(server, request), recording) => {
    using _ = logDuring(request, parts.log);
    return await callTool(parts, {
      tool,
      arguments: given,
      client: client(request, answerBudget),
      signal: request.mcpReq.signal,
      recording: recording ?? server.records.of(request.mcpReq.id)?.inner(tool, given),
      progress: progressOf(request, longestProgress),
      person: person && { ...person, counts: async () => connection.isPersons?.(request.mcpReq.id) ?? true },
    });
  };
  return { root, client, call, stays };
}

// Nobody else would end the programs that it left behind.
function leave({ workbench }: ServerParts, client: string): void {
  for (const { path } of workbench.projects()) {
    const ide = workbench.ide(path);
    ide?.debugging?.ownerLeft(client);
    ide?.running?.ownerLeft(client);
    ide?.terminals?.ownerLeft(client);
  }
}

// Lists have no isError result either.
function toolsShownTo(parts: ServerParts, connection: Connection, root: ClientRoot): readonly Tool[] {
  const [only, ...others] = parts.workbench.projects();
  try {
    return shownTools(parts, connection.toolset, root.known ?? (others.length === 0 ? only?.path : undefined));
  } catch (thrown) {
    if (thrown instanceof IdeError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${thrown.message} ${thrown.next}`, errorBody(thrown));
    throw thrown;
  }
}

// What people said when they handed back what they held, each once.
function notesOf({ holds }: ServerParts, client: Client, waited: readonly string[] = []): string | undefined {
  const notes = [...waited, ...(holds?.notesFor(client) ?? [])];
  return notes.length === 0 ? undefined : notes.join('\n');
}

function noteLine(note: string): string {
  return `A person handed back with this note: ${note}`;
}

// A failure has no structured content: clients check that against the output schema of the answer even when it is an error.
function toolResult(outcome: CallOutcome, personNote: string | undefined): CallToolResult {
  if (!outcome.ok) {
    const error = personNote === undefined ? outcome.error : withPersonNote(outcome.error, personNote);
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(errorBody(error)) }] };
  }
  const { text, value } = outcome;
  if (personNote === undefined) return { content: [{ type: 'text', text }], structuredContent: value };
  return { content: [{ type: 'text', text: `${text}\n${noteLine(personNote)}` }], structuredContent: { ...value, personNote } };
}

function errorBody(error: IdeError): Record<string, unknown> {
  return { error: error.code, message: error.message, next: error.next, ...error.details };
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

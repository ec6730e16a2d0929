// The MCP face of the server: one instance per connection (per request for stateless HTTP) over the same catalogue.
import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { counted } from '../base/text/counted.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { IdeError } from '../ide/errors/errors.ts';
import { withPersonNote } from '../ide/errors/runErrors.ts';
import type { Tool } from '../tools/tool.ts';
import type { CallOutcome, ServerParts } from './call/callTool.ts';
import type { ClientRoot } from './clients/clientRoot.ts';
import { installLogging } from './clients/logMessages.ts';
import { companionServer } from './companionServer.ts';
import { type Connection, callsOf, notesOf, wordsOf } from './connectionCalls.ts';
import { callInDialect, DialectServer, numberedError, WHOLE_ANSWER } from './dialectServer.ts';
import { identityOf } from './identity.ts';
import { rulesOfDialect, usageRules } from './instructions.ts';
import { OwnServer } from './ownServer.ts';
import { personBetweenCalls, personInCall, questionResult } from './permission/elicitation.ts';
import { projectOfCall } from './projects/projects.ts';
import { RequestRecords } from './requestRecords.ts';
import { installCompletions } from './resources/completions.ts';
import { listPage } from './resources/listPage.ts';
import { ownResources, watchedBy } from './resources/ownResources.ts';
import { installPrompts, promptsFor } from './resources/prompts.ts';
import { installResources, resourcesOfDialect } from './resources/resources.ts';
import { Subscriptions } from './resources/subscriptions.ts';
import type { PersonReview } from './reviews/personReview.ts';
import { shownTools } from './shownTools.ts';
import { listedTools, toolsOfDialect } from './toolList.ts';

export function createMcpServer(parts: ServerParts, connection: Connection, dialect?: Dialect): Server {
  if (dialect === undefined) return ownServer(parts, connection);
  return dialect.companion === undefined ? dialectServer(parts, connection, dialect) : companionServer(parts, connection, dialect, dialect.companion);
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
    const outcome = await call(context, params.name, params.arguments, connection.answerBudget, {
      person: personBetweenCalls(context, reviewOf) ?? personInCall(server, context),
      recording: server.records.of(context.mcpReq.id),
    });
    const question = outcome.ok ? undefined : reviewOf(outcome.error.details['review']);
    if (question === undefined) return toolResult(outcome, notesOf(parts, client(context), outcome.personNotes));
    parts.holds?.keep(client(context), outcome.personNotes ?? []);
    return questionResult(question);
  });
  const logging = installLogging(server, parts.log);
  const resources = ownResources(workbench);
  installResources(server, resources, { call: (context, tool, given) => call(context, tool, given, WHOLE_ANSWER), projectOf });
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
    const reviews: PersonReview[] = [];
    try {
      const result = await callInDialect(dialect, params, {
        addsNewFiles: parts.addsNewFiles,
        listed: names,
        call: async (tool, given, more) => {
          const outcome = await call(context, tool, given, WHOLE_ANSWER, more);
          notes.push(...(outcome.personNotes ?? []));
          reviews.push(...(outcome.personReviews ?? []));
          return outcome;
        },
        recording: server.records.of(context.mcpReq.id),
      });
      const said = wordsOf(notesOf(parts, client(context), notes), reviews);
      // A part of its own: the other may be JSON that a client reads.
      const more = said.length === 0 ? [] : [{ type: 'text' as const, text: said.join('\n') }];
      return { ...result, content: [...result.content, ...more] };
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
      {
        call: (context, tool, given) => call(context, tool, given, WHOLE_ANSWER),
        projectOf: (context, named) => projectOfCall(parts.workbench, named, client(context), context.mcpReq.signal),
      },
    );
  return server;
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

// A failure has no structured content: clients check that against the output schema of the answer even when it is an error.
function toolResult(outcome: CallOutcome, personNote: string | undefined): CallToolResult {
  const { personReviews = [] } = outcome;
  const structured = { ...(personNote !== undefined && { personNote }), ...(personReviews.length > 0 && { personReviews }) };
  if (!outcome.ok) {
    const error = personNote === undefined ? outcome.error : withPersonNote(outcome.error, personNote);
    return { isError: true, content: [{ type: 'text', text: JSON.stringify({ ...errorBody(error), ...structured }) }] };
  }
  const { text, value } = outcome;
  const said = wordsOf(personNote, personReviews);
  return { content: [{ type: 'text', text: [text, ...said].join('\n') }], structuredContent: { ...value, ...structured } };
}

function errorBody(error: IdeError): Record<string, unknown> {
  return { error: error.code, message: error.message, next: error.next, ...error.details };
}

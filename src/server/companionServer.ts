// The server of a client that takes us for its editor: its diffs are reviews that it may close, its tools come and go with the people who look, and it is sent what they have in view.
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Companion, Dialect, SentNotification } from '../dialects/dialect.ts';
import { IdeError } from '../ide/errors/errors.ts';
import type { ServerParts } from './call/callTool.ts';
import { installLogging } from './clients/logMessages.ts';
import { decideLater } from './companionDecisions.ts';
import { CompanionDiffs } from './companionDiffs.ts';
import { CompanionFiles } from './companionFiles.ts';
import { CompanionNotes } from './companionNotes.ts';
import { followEditor } from './companionNotifications.ts';
import { type Connection, callsOf, notesOf } from './connectionCalls.ts';
import { answerInDialect, callInDialect, DialectServer, errorResult, tabOf, validInDialect, WHOLE_ANSWER } from './dialectServer.ts';
import { identityOf } from './identity.ts';
import { projectOfCall } from './projects/projects.ts';
import { RequestRecords } from './requestRecords.ts';
import { listPage } from './resources/listPage.ts';
import { toolsOfDialect } from './toolList.ts';

// Clients of this kind also send null where they have no cursor.
const paged = { params: z.looseObject({ cursor: z.string().nullish() }) };
const greeted = {
  params: z.looseObject({
    pid: z
      .int()
      .min(1)
      .max(2 ** 32)
      .optional()
      .catch(undefined),
  }),
};

export function companionServer(parts: ServerParts, connection: Connection, dialect: Dialect, companion: Companion): Server {
  const { hasResources } = companion;
  const capabilities = {
    logging: {},
    prompts: { listChanged: true },
    tools: { listChanged: true },
    ...(hasResources && { resources: { subscribe: true, listChanged: true } }),
  };
  const server = new DialectServer(identityOf(parts), { capabilities }, new RequestRecords(parts, connection, dialect), dialect);
  const { call, client, stays } = callsOf(server, parts, connection, Number.POSITIVE_INFINITY);
  const logging = installLogging(server, parts.log);
  const diffs = new CompanionDiffs();
  const files = new CompanionFiles();
  const notes = new CompanionNotes();
  const listed = () => {
    const all = toolsOfDialect(parts.catalogue.having(parts.workbench.doors), dialect);
    const needsPerson = (name: string) => dialect.tools.some((row) => row.name === name && (row.diff === 'opens' || row.diff === 'closesAll'));
    return parts.reviews.isWatched || companion.decides !== undefined ? all : all.filter(({ name }) => !needsPerson(name));
  };
  const send = (sent: SentNotification) => void server.notification(sent).catch(() => {});
  server.hold(diffs);
  server.hold(notes);

  server.setRequestHandler('tools/list', paged, ({ cursor }, context) => page('tools', listed(), cursor, context));
  server.setRequestHandler('prompts/list', paged, () => ({ prompts: [] }));
  server.setRequestHandler('prompts/get', { params: z.looseObject({}) }, () => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There are no prompts here.');
  });
  if (hasResources) {
    server.setRequestHandler('resources/list', paged, () => ({ resources: [] }));
    server.setRequestHandler('resources/templates/list', paged, () => ({ resourceTemplates: [] }));
    server.setRequestHandler('resources/read', { params: z.looseObject({ uri: z.string() }) }, ({ uri }) => {
      throw new ResourceNotFoundError(uri);
    });
    // Nothing that could be listened to changes, and whoever listens is not refused.
    for (const method of ['resources/subscribe', 'resources/unsubscribe'])
      server.setRequestHandler(method, { params: z.looseObject({ uri: z.string() }) }, () => ({}));
  }
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const row = dialect.tools.find(({ name }) => name === params.name);
    const tab = tabOf(dialect, params.arguments);
    // The command asks in its terminal by itself, so it is not asked to ask there.
    const aboutDiff = { longest: 'none', person: undefined } as const;
    if (companion.decides !== undefined && row?.diff === 'opens') {
      const asking = (signal: AbortSignal) =>
        answerInDialect(dialect, params, {
          listed: [row.name],
          call: (tool, given, more) => call(context, tool, given, WHOLE_ANSWER, { ...more, ...aboutDiff, signal, isAwaited: () => true }),
          diffs,
          client: server.getClientVersion()?.name,
        });
      const given = validInDialect(row, params.arguments ?? {});
      if (given instanceof IdeError) return errorResult(dialect, given);
      if (tab !== undefined && companion.decides.isShown(given))
        decideLater(tab, asking, { diffs, reviews: parts.reviews, decides: companion.decides, send }).catch((error: unknown) =>
          parts.onInternalError(row.tool, error),
        );
      return { content: [] };
    }
    using diff = row?.diff === 'opens' ? diffs.open(tab, context.mcpReq.signal) : undefined;
    const wasOpen = tab !== undefined && diffs.has(tab);
    const result = await callInDialect(dialect, params, {
      listed: listed().map(({ name }) => name),
      async call(tool, given, more) {
        if (diff === undefined) return call(context, tool, given, WHOLE_ANSWER, more);
        const outcome = await call(context, tool, given, WHOLE_ANSWER, { ...more, ...aboutDiff, signal: diff.signal });
        const note = companion.readsMentions === true ? notes.of(outcome) : undefined;
        const mention = note === undefined ? undefined : companion.mentioned?.({ uri: note });
        if (mention !== undefined) send(mention);
        return outcome;
      },
      recording: server.records.of(context.mcpReq.id),
      diffs,
      client: server.getClientVersion()?.name,
      recent: async () => files.recent(await projectOfCall(parts.workbench, undefined, client(context), context.mcpReq.signal), context.mcpReq.signal),
      answered: (about, value) => files.asked(about, value['incomplete'] === true),
    });
    if (wasOpen && row?.diff === 'closesDiff' && !isSuppressed(params.arguments) && companion.decides !== undefined) send(companion.decides.closed(tab));
    const said = notesOf(parts, client(context));
    return { ...result, content: [...result.content, ...(said === undefined ? [] : [{ type: 'text' as const, text: said }])] };
  });
  server.setNotificationHandler('ide_connected', greeted, ({ pid }) => {
    if (pid !== undefined) server.records.isProcess(pid);
  });
  server.oninitialized = () => {
    server.hold(logging.start());
    stays();
    server.hold(parts.reviews.onPresence(() => void server.sendToolListChanged().catch(() => {})));
    server.hold(followEditor(parts.workbench, connection, companion, send));
  };
  return server;
}

const suppressing = z.looseObject({ suppressNotification: z.literal(true) });

function isSuppressed(given: unknown): boolean {
  return suppressing.safeParse(given).success;
}

function page<Item>(name: string, all: Item[], cursor: string | null | undefined, context: ServerContext): Record<string, unknown> {
  const { items, nextCursor } = listPage(all, cursor ?? undefined, context.mcpReq._meta);
  return { [name]: items, ...(nextCursor !== undefined && { nextCursor }) };
}

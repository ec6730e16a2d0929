// The MCP face of the server: one instance per connection (per request for stateless HTTP) over the same catalogue.
import { type CallToolResult, CLIENT_INFO_META_KEY, Server, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Dialect } from '../dialects/dialect.ts';
import type { IdeError } from '../ide/errors.ts';
import type { Progress } from '../ide/languages.ts';
import { callTool, type Outcome, type ServerParts } from './callTool.ts';
import type { Client } from './client.ts';
import { ClientRoot } from './clientRoot.ts';
import { callInDialect, DialectServer, numberedError } from './dialectServer.ts';
import { usageRules } from './instructions.ts';
import { listPage } from './listPage.ts';
import { installResources } from './resources.ts';
import { listedTools } from './toolList.ts';

// What a door knows about the one who came through it.
export interface Connection {
  readonly id: string;
  readonly door: Client['door'];
  // The folder that the agent works in, when the door knows it.
  readonly folder?: string;
  readonly answerBudget?: number;
}

// Dialects neither page nor cut, so nothing may be held back for want of tokens.
const WHOLE_ANSWER = 1_000_000_000;

export function createMcpServer(parts: ServerParts, connection: Connection, dialect?: Dialect): Server {
  const resources = dialect?.resources ?? [];
  const templates = dialect?.templates ?? [];
  const identity = { name: 'binnacle', title: 'Binnacle', version: parts.version };
  const options = {
    capabilities: { tools: {}, ...(resources.length + templates.length > 0 && { resources: {} }) },
    // The rules name our tools; a dialect's clients see other names.
    ...(dialect === undefined && { instructions: usageRules(parts.catalogue) }),
  };
  const server = dialect === undefined ? new Server(identity, options) : new DialectServer(identity, options, dialect);
  const root = new ClientRoot(server, connection.folder);
  const call = (request: ServerContext, tool: string, given: unknown, answerBudget = connection.answerBudget): Promise<Outcome> =>
    callTool(parts, {
      tool,
      arguments: given,
      client: clientOf(server, connection, root, request, answerBudget),
      signal: request.mcpReq.signal,
      progress: progressOf(request),
    });

  server.setRequestHandler('tools/list', (request, context) => {
    const { items, nextCursor } = listPage(listedTools(parts.catalogue, dialect), request.params?.cursor, context.mcpReq._meta);
    return { tools: items, ...(nextCursor !== undefined && { nextCursor }) };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    if (dialect !== undefined) return callInDialect(dialect, params, (tool, given) => call(context, tool, given, WHOLE_ANSWER));
    return toolResult(await call(context, params.name, params.arguments));
  });
  if (dialect !== undefined && options.capabilities.resources !== undefined)
    installResources(server, { resources, templates, refusal: (error) => numberedError(dialect, error) }, (context, tool, given) =>
      call(context, tool, given, WHOLE_ANSWER),
    );
  return server;
}

// A failure has no structured content: clients check that against the output schema of the answer even when it is an error.
function toolResult(outcome: Outcome): CallToolResult {
  if (!outcome.ok) return { isError: true, content: [{ type: 'text', text: JSON.stringify(errorBody(outcome.error)) }] };
  return { content: [{ type: 'text', text: outcome.text }], structuredContent: outcome.value };
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
    root: (signal) => root.find(request, signal),
    ...(answerBudget !== undefined && { answerBudget }),
  };
}

const envelopeWithClient = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string(), version: z.string() }) });

// Clients of 2026-07-28 say who they are with every request instead of once.
function saidInEnvelope(request: ServerContext): { name: string; version: string } | undefined {
  if (request.mcpReq.envelope === undefined) return undefined;
  return envelopeWithClient.safeParse(request.mcpReq.envelope).data?.[CLIENT_INFO_META_KEY];
}

// Only a client that gave a token can tell to which call a notification belongs.
function progressOf(request: ServerContext): Progress {
  const progressToken = request.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = 0;
  return (message, done, total) => {
    // The protocol demands a number that grows, also where a tool only has words.
    last = done !== undefined && done > last ? done : Math.round((last + 0.001) * 1_000) / 1_000;
    const params = { progressToken, progress: last, message, ...(total !== undefined && { total }) };
    // A connection that is gone has nobody left to tell; the call ends by its signal.
    request.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

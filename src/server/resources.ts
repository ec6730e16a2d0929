// What a client can read without calling a tool: a list of resources, templates of further ones, and their contents.
import { type ProtocolError, ResourceNotFoundError, type Server, type ServerContext, UriTemplate } from '@modelcontextprotocol/server';
import type { Ask, Resource, ResourceTemplate } from '../dialects/dialect.ts';
import type { IdeError } from '../ide/errors.ts';
import type { Outcome } from './callTool.ts';
import { listPage } from './listPage.ts';

export interface Resources {
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplate[];
  // Reading has no isError result: a failure is a JSON-RPC error.
  refusal(error: IdeError): ProtocolError;
}

type CallOurs = (context: ServerContext, tool: string, given: Record<string, unknown>) => Promise<Outcome>;

export function installResources(server: Server, { resources, templates, refusal }: Resources, call: CallOurs): void {
  const listedResources = resources.map(({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType }));
  const listedTemplates = templates.map(({ uriTemplate, name, description, mimeType }) => ({ uriTemplate, name, description, mimeType }));
  server.setRequestHandler('resources/list', (request, context) => {
    const { items, nextCursor } = listPage(listedResources, request.params?.cursor, context.mcpReq._meta);
    return { resources: items, ...(nextCursor !== undefined && { nextCursor }) };
  });
  server.setRequestHandler('resources/templates/list', (request, context) => {
    const { items, nextCursor } = listPage(listedTemplates, request.params?.cursor, context.mcpReq._meta);
    return { resourceTemplates: items, ...(nextCursor !== undefined && { nextCursor }) };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const found = resourceAt(uri, resources, templates);
    if (found === undefined) throw new ResourceNotFoundError(uri);
    const content = await found.read(async (tool, given) => {
      const outcome = await call(context, tool, given);
      if (!outcome.ok) throw refusal(outcome.error);
      return outcome.value;
    });
    return { contents: [{ uri, mimeType: found.mimeType, text: typeof content === 'string' ? content : JSON.stringify(content) }] };
  });
}

interface Found {
  readonly mimeType: string;
  read(ask: Ask): Promise<unknown>;
}

function resourceAt(uri: string, resources: readonly Resource[], templates: readonly ResourceTemplate[]): Found | undefined {
  const resource = resources.find((candidate) => candidate.uri === uri);
  if (resource !== undefined) return resource;
  for (const template of templates) {
    const variables = new UriTemplate(template.uriTemplate).match(uri);
    if (variables !== null) return { mimeType: template.mimeType, read: (ask) => template.read(ask, flat(variables)) };
  }
  return undefined;
}

function flat(variables: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, decodeURIComponent(Array.isArray(value) ? value.join('/') : value)]));
}

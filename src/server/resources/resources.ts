// What a client can read without calling a tool: a list of resources, templates of further ones, and their contents.
import { type ProtocolError, ResourceNotFoundError, type Server, type ServerContext, UriTemplate } from '@modelcontextprotocol/server';
import type { Ask, Dialect, Resource, ResourceTemplate } from '../../dialects/dialect.ts';
import type { IdeError } from '../../ide/errors/errors.ts';
import type { Project } from '../../ide/ide.ts';
import type { CallOutcome } from '../call/callTool.ts';
import { ofProject, withoutProject } from '../projects/resourceUris.ts';
import { listPage } from './listPage.ts';

export interface Resources {
  // Those that there are at this moment.
  resources(): readonly Omit<Resource, 'read'>[];
  readonly templates: readonly Omit<ResourceTemplate, 'read'>[];
  // The one that a URI means; undefined when there is none.
  find(uri: string): Readable | undefined;
  // Reading has no isError result: a failure is a JSON-RPC error.
  refusal(error: IdeError, uri: string): ProtocolError;
}

export interface Readable {
  readonly mimeType: string;
  read(ask: Ask): Promise<unknown>;
}

type CallOurs = (context: ServerContext, tool: string, given: Record<string, unknown>) => Promise<CallOutcome>;

export function installResources(server: Server, { resources, templates, find, refusal }: Resources, call: CallOurs): void {
  const listedTemplates = templates.map(({ uriTemplate, name, description, mimeType }) => ({ uriTemplate, name, description, mimeType }));
  server.setRequestHandler('resources/list', (request, context) => {
    const { items, nextCursor } = listPage(
      resources().map(({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType })),
      request.params?.cursor,
      context.mcpReq._meta,
    );
    return { resources: items, ...(nextCursor !== undefined && { nextCursor }) };
  });
  server.setRequestHandler('resources/templates/list', (request, context) => {
    const { items, nextCursor } = listPage(listedTemplates, request.params?.cursor, context.mcpReq._meta);
    return { resourceTemplates: items, ...(nextCursor !== undefined && { nextCursor }) };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const found = find(uri);
    if (found === undefined) throw new ResourceNotFoundError(uri);
    const content = await found.read(async (tool, given) => {
      const outcome = await call(context, tool, given);
      if (!outcome.ok) throw refusal(outcome.error, uri);
      return outcome.value;
    });
    return { contents: [{ uri, mimeType: found.mimeType, text: typeof content === 'string' ? content : JSON.stringify(content) }] };
  });
}

export function resourcesOfDialect({ resources, templates }: Dialect, projects: () => readonly Project[], refusal: Resources['refusal']): Resources {
  return { resources: () => forEachProject(resources, projects()), templates, find: (uri) => resourceNamed(uri, resources, templates), refusal };
}

// The plain names mean the client's own project; where several are open, each is there under its own name too.
export function forEachProject(rows: readonly Omit<Resource, 'read'>[], projects: readonly Project[]): Omit<Resource, 'read'>[] {
  if (projects.length < 2) return [...rows];
  return [...rows, ...projects.flatMap(({ name, path }) => rows.map((row) => ({ ...row, uri: ofProject(row.uri, path), name: `${row.name}: ${name}` })))];
}

function resourceNamed(uri: string, resources: readonly Resource[], templates: readonly ResourceTemplate[]): Readable | undefined {
  try {
    const { bare, project } = withoutProject(uri);
    const found = resourceAt(bare, resources, templates);
    if (found === undefined || project === undefined) return found;
    return { mimeType: found.mimeType, read: (ask) => found.read((tool, given) => ask(tool, { ...given, project_path: project })) };
  } catch (error) {
    // A broken escape names nothing.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function resourceAt(uri: string, resources: readonly Resource[], templates: readonly ResourceTemplate[]): Readable | undefined {
  const resource = resources.find((candidate) => candidate.uri === uri);
  if (resource !== undefined) return resource;
  for (const template of templates) {
    const found = new UriTemplate(template.uriTemplate).match(uri);
    if (found === null) continue;
    const variables = flat(found);
    return { mimeType: template.mimeType, read: (ask) => template.read(ask, variables) };
  }
  return undefined;
}

function flat(variables: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, decodeURIComponent(Array.isArray(value) ? value.join('/') : value)]));
}

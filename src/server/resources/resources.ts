// What a client can read without calling a tool: a list of resources, templates of further ones, and their contents.
import { type ProtocolError, ResourceNotFoundError, type Server, type ServerContext, UriTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { mediaTypeOf } from '../../base/files/mediaType.ts';
import { Bound, untilAborted } from '../../base/waiting/abort.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { type Ask, type Dialect, FileBytes, type Resource, type ResourceReader, type ResourceTemplate } from '../../dialects/dialect.ts';
import { cancelled, IdeError, timedOut } from '../../ide/errors/errors.ts';
import type { Ide, Project } from '../../ide/ide.ts';
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
  // Of its content, unless that says another.
  readonly mimeType: string;
  read(reader: ResourceReader): Promise<unknown>;
}

export interface ResourceCalls {
  call(context: ServerContext, tool: string, given: Record<string, unknown>): Promise<CallOutcome>;
  projectOf(context: ServerContext, named: string | undefined): Promise<Ide>;
}

// In base64 a third more. Clients hold it in memory several times, and models take images of at most 5 MB.
const LARGEST_FILE = 4 * 1024 * 1024;
const READING = seconds(30);
const TEXT = 'text/plain';

export function installResources(server: Server, { resources, templates, find, refusal }: Resources, { call, projectOf }: ResourceCalls): void {
  const listedTemplates = templates.map(({ uriTemplate, name, description, mimeType }) => ({
    uriTemplate,
    name,
    description,
    ...(mimeType !== undefined && { mimeType }),
  }));
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
    const ask: Ask = async (tool, given) => {
      const outcome = await call(context, tool, given);
      if (!outcome.ok) throw refusal(outcome.error, uri);
      return outcome.value;
    };
    const content = await found.read({
      ask,
      async file(given) {
        const outcome = await call(context, 'read_file', { ...given, line_numbers: false });
        if (outcome.ok) return textAnswer.parse(outcome.value).text;
        // Which read_file says only of a file that it was permitted to read.
        if (outcome.error.code !== 'binary_file') throw refusal(outcome.error, uri);
        const bytes = projectOf(context, given.project_path).then((ide) => fileBytes(ide, given.file, context.mcpReq.signal));
        return bytes.catch((thrown: unknown) => {
          throw thrown instanceof IdeError ? refusal(thrown, uri) : thrown;
        });
      },
    });
    return { contents: [{ uri, ...written(content, found.mimeType) }] };
  });
}

const textAnswer = z.object({ text: z.string() });

async function fileBytes({ documents }: Ide, file: string, signal: AbortSignal): Promise<FileBytes> {
  using bound = new Bound(signal, READING);
  const read = documents.locate(file).then((located) => documents.readBytes(located, LARGEST_FILE, bound.signal));
  const bytes = await untilAborted(read, bound.signal, () => (bound.passed ? timedOut(`Reading ${file}`, '30 s') : cancelled()));
  return new FileBytes(bytes, mediaTypeOf(file, bytes));
}

function written(content: unknown, mimeType: string): { mimeType: string; text: string } | { mimeType: string; blob: string } {
  if (content instanceof FileBytes) return { mimeType: content.mimeType, blob: Buffer.from(content.bytes).toString('base64') };
  return { mimeType, text: typeof content === 'string' ? content : JSON.stringify(content) };
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
    return { mimeType: found.mimeType, read: (reader) => found.read(inProject(reader, project)) };
  } catch (error) {
    // A broken escape names nothing.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function inProject({ ask, file }: ResourceReader, project_path: string): ResourceReader {
  return { ask: (tool, given) => ask(tool, { ...given, project_path }), file: (given) => file({ ...given, project_path }) };
}

function resourceAt(uri: string, resources: readonly Resource[], templates: readonly ResourceTemplate[]): Readable | undefined {
  const resource = resources.find((candidate) => candidate.uri === uri);
  if (resource !== undefined) return resource;
  for (const template of templates) {
    const found = new UriTemplate(template.uriTemplate).match(uri);
    if (found === null) continue;
    const variables = flat(found);
    return { mimeType: template.mimeType ?? TEXT, read: (reader) => template.read(reader, variables) };
  }
  return undefined;
}

function flat(variables: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, decodeURIComponent(Array.isArray(value) ? value.join('/') : value)]));
}

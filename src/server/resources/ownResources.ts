// Our own resources: what a project is made of, how far its engines are, a file, and what a symbol is.
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Ask, Resource, ResourceReader, ResourceTemplate } from '../../dialects/dialect.ts';
import type { IdeError } from '../../ide/errors/errors.ts';
import type { Ide, Workbench } from '../../ide/ide.ts';
import { FILE_TEMPLATE, type Meant, meantBy, STATUS_URI, STRUCTURE_URI, SYMBOL_TEMPLATE } from '../projects/resourceUris.ts';
import { forEachProject, type Resources } from './resources.ts';
import type { Watched } from './subscriptions.ts';

export function ownResources(workbench: Workbench): Resources {
  return {
    resources: () => forEachProject([STRUCTURE, STATUS], workbench.projects()),
    templates: TEMPLATES,
    find(uri) {
      const meant = meantBy(uri);
      if (meant === undefined) return undefined;
      return { mimeType: meant.kind === 'file' ? 'text/plain' : 'application/json', read: (reader) => content(meant, reader, workbench) };
    },
    refusal,
  };
}

// The resource behind a URI, for someone who wants to hear when it changes. `own` is the project of the connection.
export async function watchedBy(uri: string, workbench: Workbench, own: (named?: string) => Promise<Ide>): Promise<Watched> {
  const meant = meantBy(uri);
  if (meant === undefined) throw new ResourceNotFoundError(uri);
  switch (meant.kind) {
    case 'symbol':
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'A symbol cannot be subscribed to. Subscribe to the file that declares it.', { uri });
    case 'file': {
      const { project, documents } = await own(projectHolding(meant.path, workbench));
      return { uri: await documents.locate(meant.path), project: project.path };
    }
    default: {
      const { project } = await own(meant.project);
      return { uri: meant.kind === 'status' ? STATUS_URI : STRUCTURE_URI, project: project.path };
    }
  }
}

// Reading and subscribing have no isError result: a failure is a JSON-RPC error, with the URI that it is about.
function refusal({ code, message, next, details }: IdeError, uri: string): ProtocolError {
  const number = OUR_FAULT.has(code) ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(number, `${message} ${next}`, { uri, error: code, message, next, ...details });
}

const OUR_FAULT: ReadonlySet<string> = new Set(['internal_error', 'timed_out', 'engine_failed', 'engine_unavailable', 'answer_too_large', 'cancelled']);

const STRUCTURE: Omit<Resource, 'read'> = {
  uri: STRUCTURE_URI,
  name: 'Project structure',
  description: 'Modules of the project and their source roots, relative to it.',
  mimeType: 'application/json',
};
const STATUS: Omit<Resource, 'read'> = {
  uri: STATUS_URI,
  name: 'Index status',
  description: 'Whether the language engines are ready, and what they are doing.',
  mimeType: 'application/json',
};

const TEMPLATES: readonly Omit<ResourceTemplate, 'read'>[] = [
  { uriTemplate: FILE_TEMPLATE, name: 'File', description: 'A file of an open project: its text with edits that are not saved, or its bytes.' },
  { uriTemplate: SYMBOL_TEMPLATE, name: 'Symbol', description: 'What a symbol is, by its name path, such as Cart/total.', mimeType: 'application/json' },
];

function content(meant: Meant, { ask, file }: ResourceReader, workbench: Workbench): Promise<unknown> {
  switch (meant.kind) {
    case 'structure':
      return structure(ask, projectPath(meant.project));
    case 'status':
      return ask('index_status', projectPath(meant.project));
    case 'file':
      return file({ file: meant.path, ...projectPath(projectHolding(meant.path, workbench)) });
    case 'symbol':
      return ask('inspect_symbol', { symbol: { name: meant.name }, ...projectPath(meant.project) });
  }
}

const modules = z.looseObject({ modules: z.array(z.unknown()), cursor: z.string().optional() });

async function structure(ask: Ask, given: Record<string, unknown>): Promise<unknown> {
  const { cursor, ...first } = modules.parse(await ask('project_structure', { ...given, page_size: 500 }));
  const all = [...first.modules];
  for (let next = cursor; next !== undefined; ) {
    const page = modules.parse(await ask('project_structure', { ...given, page_size: 500, cursor: next }));
    all.push(...page.modules);
    next = page.cursor;
  }
  return { ...first, modules: all };
}

function projectPath(path: string | undefined): { project_path?: string } {
  return path === undefined ? {} : { project_path: path };
}

// The innermost open project that holds the file; undefined leaves it to the call, which says no in its own words.
function projectHolding(file: string, workbench: Workbench): string | undefined {
  const holders = workbench.projects().filter(({ path }) => file.startsWith(`${path}/`) || file.startsWith(`${path}\\`));
  return holders.toSorted((a, b) => b.path.length - a.path.length)[0]?.path;
}

// What could stand in an argument of a prompt or in a URI of a resource, while a person types it.
import { ProtocolError, ProtocolErrorCode, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Ask } from '../../dialects/dialect.ts';
import { FILE_TEMPLATE, SYMBOL_TEMPLATE } from '../projects/resourceUris.ts';
import { type Prompt, promptNamed } from './prompts.ts';

export interface Completing {
  readonly prompts: readonly Prompt[];
  ask(context: ServerContext): Ask;
  // Absolute; files in URIs are.
  projectPath(context: ServerContext): Promise<string>;
}

// The protocol allows no more in one answer.
const MOST_VALUES = 100;

type Kind = 'symbol' | 'file' | 'absolute file' | 'text';

export function installCompletions(server: Server, { prompts, ask, projectPath }: Completing): void {
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, context) => {
    const kind = ref.type === 'ref/prompt' ? kindInPrompt(promptNamed(ref.name, prompts), argument.name) : kindInTemplate(ref.uri, argument.name);
    const values = await valuesOf(kind, argument.value, ask(context), () => projectPath(context));
    return { completion: { values: values.slice(0, MOST_VALUES), total: values.length, hasMore: values.length > MOST_VALUES } };
  });
}

function kindInPrompt(prompt: Prompt, name: string): Kind {
  const found = prompt.arguments.find((argument) => argument.name === name);
  if (found === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${prompt.name} has no argument ${name}.`);
  return found.kind;
}

function kindInTemplate(template: string, name: string): Kind {
  if (template === FILE_TEMPLATE && name === 'path') return 'absolute file';
  if (template === SYMBOL_TEMPLATE && name === 'name') return 'symbol';
  if (template === SYMBOL_TEMPLATE && name === 'project') return 'text';
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no template ${template} with ${name}. There are ${FILE_TEMPLATE} and ${SYMBOL_TEMPLATE}.`);
}

async function valuesOf(kind: Kind, begun: string, ask: Ask, projectPath: () => Promise<string>): Promise<string[]> {
  switch (kind) {
    case 'symbol':
      return symbolsLike(begun, ask);
    case 'file':
      return filesLike(begun, ask);
    case 'absolute file': {
      const root = (await projectPath()).replaceAll('\\', '/').replace(/^\//, '');
      const rest = begun.startsWith(root) ? begun.slice(root.length + 1) : begun;
      return (await filesLike(rest, ask)).map((file) => `${root}/${file}`);
    }
    case 'text':
      return [];
  }
}

const symbols = z.object({ symbols: z.array(z.object({ name: z.string(), container: z.string().optional() })) });

// Engines have no answer to an empty question.
async function symbolsLike(begun: string, ask: Ask): Promise<string[]> {
  const last = begun.slice(begun.lastIndexOf('/') + 1);
  if (last === '') return [];
  const found = symbols.parse(await ask('search_symbols', { query: last, page_size: MOST_VALUES }));
  const names = found.symbols.map(({ name, container }) => (container === undefined || container === '' ? name : `${container}/${name}`));
  return [...new Set(names)].filter((name) => begun === last || name.includes(begun));
}

const listing = z.object({ folders: z.record(z.string(), z.array(z.string())) });

// Wherever in the path it stands: people know the name of a file better than its folder.
async function filesLike(begun: string, ask: Ask): Promise<string[]> {
  const { folders } = listing.parse(await ask('list_project_files', { page_size: 500, ...(begun !== '' && { include: globsFor(begun) }) }));
  return Object.entries(folders).flatMap(([folder, names]) => names.map((name) => (folder === '.' ? name : `${folder}/${name}`)));
}

function globsFor(begun: string): string[] {
  const literal = begun.replaceAll(/[\\*?[\]{}()!+@]/g, '\\$&');
  return [`**/*${literal}*`, `**/*${literal}*/**`, `${literal}*`, `${literal}*/**`];
}

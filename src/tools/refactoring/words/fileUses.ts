// Who would miss a file: uses of what it declares, and imports of its path.
import { basename, dirname, extname, join, normalize } from 'node:path/posix';
import type { Location, Range } from '../../../ide/text.ts';
import type { ProjectContext } from '../../tool.ts';
import { writtenUsesOf } from '../../words/mentions/writtenPaths.ts';
import { fileOf } from '../../words/place.ts';
import { editsOfConfigs } from './pathsInConfigs.ts';

export interface FileUses {
  readonly uses: readonly Location[];
  // Why there may be more.
  readonly gaps: readonly string[];
}

// Files with more declarations are asked about their first ones; the imports of the path find the rest.
const MOST_SYMBOLS = 200;

export async function usesOfFile(context: ProjectContext, uri: string): Promise<FileUses> {
  const [named, imported, configured, written] = await Promise.all([
    usesOfSymbols(context, uri),
    importsOf(context, uri),
    configsNaming(context, uri),
    writtenUsesOf(context, fileOf(context.ide.project, uri)),
  ]);
  const uses = new Map([...named.uses, ...imported.uses, ...configured, ...written].map((use) => [`${use.uri} ${use.range.start.line}`, use]));
  return { uses: [...uses.values()], gaps: [...new Set([...named.gaps, ...imported.gaps])] };
}

// A link is used by whoever names its path; what its target declares stays.
export async function usesOfLink(context: ProjectContext, uri: string): Promise<FileUses> {
  const [imported, configured, written] = await Promise.all([
    importsOf(context, uri),
    configsNaming(context, uri),
    writtenUsesOf(context, fileOf(context.ide.project, uri)),
  ]);
  const uses = new Map([...imported.uses, ...configured, ...written].map((use) => [`${use.uri} ${use.range.start.line}`, use]));
  return { uses: [...uses.values()], gaps: imported.gaps };
}

async function usesOfSymbols({ ide, signal }: ProjectContext, uri: string): Promise<FileUses> {
  if (ide.languages.diagnosable([uri]).length === 0) return { uses: [], gaps: [] };
  const outline = await ide.languages.outline(uri, signal);
  const uses: Location[] = [];
  const gaps = outline.complete ? [] : [outline.why];
  for (const { selection } of outline.value.slice(0, MOST_SYMBOLS)) {
    const found = await ide.languages.references({ uri, position: selection.start }, { includeDeclaration: true }, signal);
    uses.push(...found.value.filter((use) => use.uri !== uri));
    if (!found.complete) gaps.push(found.why);
  }
  return { uses, gaps };
}

// What would have to change in a package.json or tsconfig.json if the file had another name.
async function configsNaming(context: ProjectContext, uri: string): Promise<readonly Location[]> {
  const path = fileOf(context.ide.project, uri);
  const { operations } = await editsOfConfigs(context, [{ from: path, to: `${path}.gone` }]);
  return operations.flatMap((operation) =>
    operation.kind === 'edit' && operation.uri !== uri ? operation.edits.map(({ range }) => ({ uri: operation.uri, range })) : [],
  );
}

// Quoted paths that lead to the file, with or without its extension, and imports of Python by its name.
async function importsOf({ ide, signal }: ProjectContext, uri: string): Promise<FileUses> {
  const stem = basename(decodeURIComponent(uri)).replace(/\.[^.]+$/, '');
  const query = { pattern: stem === 'index' ? basename(dirname(decodeURIComponent(uri))) : stem, literal: true, ignoreCase: false, wholeWord: true, files: {} };
  const found = await ide.search.text(query, signal);
  const own = decodeURIComponent(uri);
  const uses = found.value.files.flatMap((file) =>
    file.uri === uri
      ? []
      : file.lines
          .filter(({ text }) => leadsTo(text, decodeURIComponent(file.uri), own))
          .map(({ line, text }) => ({ uri: file.uri, range: wholeLine(line, text) })),
  );
  return { uses, gaps: found.complete ? [] : [found.why] };
}

function leadsTo(line: string, from: string, to: string): boolean {
  const quoted = [...line.matchAll(/(['"`])(\.{1,2}\/[^'"`]*)\1/g)].map(([, , path = '']) => normalize(join(dirname(from), path)));
  const plain = normalize(to);
  const bare = plain.slice(0, plain.length - extname(plain).length);
  const isPath = quoted.some(
    (path) => path === plain || path === bare || path.replace(/\.[cm]?jsx?$/, '') === bare || `${path.replace(/\/$/, '')}/index` === bare,
  );
  const python = /^\s*(?:from\s+([\w.]+)\s+import|import\s+([\w.]+))/.exec(line);
  const module = (python?.[1] ?? python?.[2] ?? '').split('.').at(-1);
  return isPath || (to.endsWith('.py') && module !== '' && module === basename(bare));
}

function wholeLine(line: number, text: string): Range {
  return { start: { line, character: text.length - text.trimStart().length }, end: { line, character: text.length } };
}

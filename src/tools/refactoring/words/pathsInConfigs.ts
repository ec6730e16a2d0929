// Paths that package.json and tsconfig.json write of files that move: no engine changes all of these, and some change too much.
import { posix } from 'node:path';
import { getNodeValue, type JSONPath, parseTree, visit } from 'jsonc-parser';
import { z } from 'zod';
import type { TextSnapshot } from '../../../ide/text.ts';
import type { FileOperation, TextEdit } from '../../../ide/workspaceEdit.ts';
import { isInside, movedPath, type PathMove } from '../../../source/paths/pathMove.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf } from '../../words/place.ts';

const CONFIGS = ['**/package.json', '**/tsconfig*.json', '**/jsconfig*.json'];
// Where in them a string is a path, by the first names on the way to it.
const PATHS_OF_PACKAGES = /^(?:main|module|types|typings|bin|browser|exports|imports|files|typesVersions|man|directories)(?:\.|$)/;
const PATHS_OF_COMPILERS = /^(?:extends|files|include|exclude|references|compilerOptions\.(?:paths|rootDirs?|baseUrl|typeRoots|outDir|declarationDir))(?:\.|$)/;

export interface ConfigEdits {
  readonly operations: readonly FileOperation[];
  // Names such as ~/* or #cart that lead to the same files afterwards, because what they stand for is written anew.
  readonly keptNames: readonly string[];
}

export function isConfig(uri: string): boolean {
  return /\/(?:package|[tj]sconfig[^/]*)\.json$/.test(uri);
}

export async function editsOfConfigs({ ide, signal }: ProjectContext, moves: readonly PathMove[]): Promise<ConfigEdits> {
  const configs = await ide.documents.list({ include: CONFIGS }, signal);
  const operations: FileOperation[] = [];
  const keptNames: string[] = [];
  for (const { uri } of configs) {
    const document = await ide.documents.read(uri, signal);
    const found = editsIn(document, fileOf(ide.project, uri), moves);
    if (found.edits.length > 0) operations.push({ kind: 'edit', uri, edits: found.edits });
    keptNames.push(...found.keptNames);
  }
  return { operations, keptNames };
}

export function editsIn(document: TextSnapshot, file: string, moves: readonly PathMove[]): { edits: readonly TextEdit[]; keptNames: readonly string[] } {
  const isPackage = posix.basename(file) === 'package.json';
  const config = Config.safeParse(parsed(document.text)).data;
  const names = new Map<string, boolean>();
  const edits: TextEdit[] = [];
  visit(document.text, {
    onLiteralValue(value: unknown, offset: number, length: number, _line, _character, path: () => JSONPath) {
      const at = path();
      if (typeof value !== 'string' || !(isPackage ? PATHS_OF_PACKAGES : PATHS_OF_COMPILERS).test(at.join('.'))) return;
      // Paths of aliases are relative to the base, where there is one.
      const isBased = !isPackage && at[1] === 'paths';
      const base = isBased ? config?.compilerOptions?.baseUrl : undefined;
      const folder = posix.join(posix.dirname(file), base ?? '');
      const newFolder = base === undefined ? posix.dirname(movedPath(file, moves)) : movedPath(folder, moves);
      const isPath = !isPlainName(value, at, isPackage);
      const moved = !isPath ? undefined : rewritten(value, { folder, newFolder }, moves);
      const name = isPackage ? packageName(at, config?.name) : isBased ? String(at[2]) : undefined;
      if (name !== undefined) names.set(name, (names.get(name) ?? true) && isPath && moves.some(({ from }) => isInside(posix.join(folder, value), from)));
      if (moved === undefined) return;
      const range = { start: document.positionAt(offset), end: document.positionAt(offset + length) };
      edits.push({ range, newText: JSON.stringify(moved) });
    },
  });
  // Of a configuration that moves itself, the names are its own afterwards as before.
  return { edits, keptNames: [...names].flatMap(([name, follows]) => (follows && !moves.some(({ from }) => isInside(file, from)) ? [name] : [])) };
}

// Whether a module is named by one of the names; a star stands for anything.
export function isNamedBy(names: readonly string[], module: string): boolean {
  return names.some((name) => {
    const [start = '', end] = name.split('*');
    return end === undefined ? module === start : module.length >= start.length + end.length && module.startsWith(start) && module.endsWith(end);
  });
}

const Config = z.looseObject({
  name: z.string().optional().catch(undefined),
  compilerOptions: z
    .looseObject({ baseUrl: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

function parsed(text: string): unknown {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  return tree === undefined ? undefined : getNodeValue(tree);
}

// The name under which code imports what the path stands for: #cart of imports, shop/cart of exports.
function packageName([field, key]: JSONPath, name: string | undefined): string | undefined {
  if (typeof key !== 'string') return undefined;
  if (field === 'imports') return key;
  return field === 'exports' && name !== undefined && key.startsWith('.') ? name + key.slice(1) : undefined;
}

// What names a package and no path: the target of an import, or the configuration that another one extends.
function isPlainName(value: string, [field]: JSONPath, isPackage: boolean): boolean {
  return !value.startsWith('.') && (isPackage ? field === 'imports' || field === 'exports' : field === 'extends');
}

// Undefined when the path stays as it is. Patterns such as src/lib/* are inside of src/lib.
function rewritten(written: string, { folder, newFolder }: { folder: string; newFolder: string }, moves: readonly PathMove[]): string | undefined {
  if (posix.isAbsolute(written)) return undefined;
  const named = posix.join(folder, written);
  const path = posix.relative(newFolder, movedPath(named, moves));
  if (path === posix.relative(folder, named)) return undefined;
  return written.startsWith('./') && !path.startsWith('.') ? `./${path}` : path;
}

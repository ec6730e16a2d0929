// Paths that package.json and tsconfig.json write of files that move: no engine changes all of these, and some change too much.
import { posix } from 'node:path';
import { type JSONPath, visit } from 'jsonc-parser';
import type { TextSnapshot } from '../../ide/text.ts';
import type { FileOperation, TextEdit } from '../../ide/workspaceEdit.ts';
import type { ProjectContext } from '../tool.ts';
import { fileOf } from './place.ts';

const CONFIGS = ['**/package.json', '**/tsconfig*.json', '**/jsconfig*.json'];
// Where in them a string is a path, by the first names on the way to it.
const PATHS_OF_PACKAGES = /^(?:main|module|types|typings|bin|browser|exports|imports|files|typesVersions|man|directories)(?:\.|$)/;
const PATHS_OF_COMPILERS = /^(?:extends|files|include|exclude|references|compilerOptions\.(?:paths|rootDirs?|baseUrl|typeRoots|outDir|declarationDir))(?:\.|$)/;

export function isConfig(uri: string): boolean {
  return /\/(?:package|[tj]sconfig[^/]*)\.json$/.test(uri);
}

// From and to are paths in the project, with forward slashes.
export async function editsOfConfigs({ ide, signal }: ProjectContext, from: string, to: string): Promise<readonly FileOperation[]> {
  const configs = await ide.documents.list({ include: CONFIGS }, signal);
  const operations: FileOperation[] = [];
  for (const { uri } of configs) {
    const document = await ide.documents.read(uri, signal);
    const edits = editsIn(document, fileOf(ide.project, uri), from, to);
    if (edits.length > 0) operations.push({ kind: 'edit', uri, edits });
  }
  return operations;
}

export function editsIn(document: TextSnapshot, file: string, from: string, to: string): readonly TextEdit[] {
  const folder = posix.dirname(file);
  // A configuration that moves along with what it names keeps its paths.
  if (file === from || isInside(folder, from)) return [];
  const arePaths = posix.basename(file) === 'package.json' ? PATHS_OF_PACKAGES : PATHS_OF_COMPILERS;
  const edits: TextEdit[] = [];
  visit(document.text, {
    onLiteralValue(value: unknown, offset: number, length: number, _line, _character, path: () => JSONPath) {
      if (typeof value !== 'string' || !arePaths.test(path().join('.'))) return;
      const moved = movedPath(value, folder, from, to);
      if (moved === undefined) return;
      const range = { start: document.positionAt(offset), end: document.positionAt(offset + length) };
      edits.push({ range, newText: JSON.stringify(moved) });
    },
  });
  return edits;
}

// Undefined when the text does not name what moves. Patterns such as src/lib/* are inside of src/lib.
function movedPath(written: string, folder: string, from: string, to: string): string | undefined {
  const named = posix.normalize(posix.join(folder, written));
  const target = named === from ? to : isInside(named, from) ? to + named.slice(from.length) : undefined;
  if (target === undefined) return undefined;
  const path = posix.relative(folder, target);
  return written.startsWith('./') && !path.startsWith('.') ? `./${path}` : path;
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

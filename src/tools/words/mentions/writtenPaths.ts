// Paths that files write of one another where no engine follows them: imports of styles and images, mocks of test runners, links of pages.
import { posix } from 'node:path';
import { IdeError } from '../../../ide/errors/errors.ts';
import { compare, type Range, type TextSnapshot } from '../../../ide/text.ts';
import type { FileOperation, TextEdit } from '../../../ide/workspaceEdit.ts';
import { dottedPath, movedPath, type PathMove } from '../../../source/paths/pathMove.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf } from '../place.ts';

export interface MovedPaths {
  readonly moves: readonly PathMove[];
  // Every file that moves.
  readonly moved: readonly string[];
  // The paths of all files of the project.
  readonly files: ReadonlySet<string>;
}

// Of the files that move and of those that could name them, what `known` does not change already.
export async function editsOfWrittenPaths(
  context: ProjectContext,
  { moves, moved, files }: MovedPaths,
  known: readonly FileOperation[],
): Promise<readonly FileOperation[]> {
  const { ide, signal } = context;
  const naming: string[] = [];
  for (const word of new Set(moves.flatMap(({ from }) => wordOf(from) ?? []))) naming.push(...(await ide.documents.filesWithWord(word, signal)));
  const uris = [...new Set([...moved, ...naming])].filter((uri) => patternsOf(uri).length > 0);
  const operations: FileOperation[] = [];
  for (const uri of uris) {
    const document = await readable(context, uri);
    if (document === undefined) continue;
    const taken = known.flatMap((operation) => (operation.kind === 'edit' && operation.uri === uri ? operation.edits : []));
    const edits = pathEdits(document, fileOf(ide.project, uri), moves, files).filter(({ range }) => !taken.some((edit) => overlap(edit.range, range)));
    if (edits.length > 0) operations.push({ kind: 'edit', uri, edits });
  }
  return operations;
}

// A bundle of many megabytes is no source.
async function readable({ ide, signal }: ProjectContext, uri: string): Promise<TextSnapshot | undefined> {
  try {
    return await ide.documents.read(uri, signal);
  } catch (error) {
    if (error instanceof IdeError && (error.code === 'binary_file' || error.code === 'file_too_large')) return undefined;
    throw error;
  }
}

export function pathEdits(document: TextSnapshot, file: string, moves: readonly PathMove[], files: ReadonlySet<string>): readonly TextEdit[] {
  return writtenPathsIn(document, file, moves, files).flatMap(({ range, newText }) => (newText === undefined ? [] : [{ range, newText }]));
}

export interface WrittenPath {
  readonly range: Range;
  // Undefined where it stays as it is.
  readonly newText: string | undefined;
}

// Every path in a file that leads to one of the files.
export function writtenPathsIn(document: TextSnapshot, file: string, moves: readonly PathMove[], files: ReadonlySet<string>): readonly WrittenPath[] {
  const [folder, newFolder] = [posix.dirname(file), posix.dirname(movedPath(file, moves))];
  const found = new Map<number, WrittenPath>();
  for (const { pattern, extensions, needsDot } of patternsOf(file)) {
    for (const { indices } of document.text.matchAll(pattern)) {
      const [start, end] = indices?.groups?.['path'] ?? [0, 0];
      const written = document.text.slice(start, end);
      if (needsDot && !/^\.{1,2}(?:\/|$)/.test(written)) continue;
      const target = targetOf(posix.join(folder, written), files, extensions);
      if (target === undefined) continue;
      const style = { written, target };
      const path = writtenFrom(newFolder, movedPath(target, moves), style);
      // What moves along with what names it keeps its path, however that is written.
      const newText = path === writtenFrom(folder, target, style) ? undefined : path;
      found.set(start, { range: { start: document.positionAt(start), end: document.positionAt(end) }, newText });
    }
  }
  return [...found.values()].sort((a, b) => compare(a.range.start, b.range.start));
}

interface PathPattern {
  // The group `path` is the path, without what a bundler or a browser reads behind it.
  readonly pattern: RegExp;
  // What may be left out at its end.
  readonly extensions: readonly string[];
  // A path without one is the name of a package.
  readonly needsDot: boolean;
}

const CODE_EXTENSIONS = ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.json', '.vue', '.svelte'];
const STYLE_EXTENSIONS = ['.css', '.scss', '.sass', '.less'];

const PATH = String.raw`(?<path>[^'"\x60\s?#]+)(?:[?#][^'"\x60\s]*)?`;
const QUOTED = String.raw`(['"\x60])${PATH}\1`;
const inCode = (source: string): PathPattern => ({ pattern: new RegExp(source, 'dg'), extensions: CODE_EXTENSIONS, needsDot: true });
const inStyles = (source: string): PathPattern => ({ pattern: new RegExp(source, 'dg'), extensions: STYLE_EXTENSIONS, needsDot: false });

const CODE: readonly PathPattern[] = [
  inCode(String.raw`\b(?:from|import|declare\s+module)\s*${QUOTED}`),
  inCode(String.raw`\b(?:import|require)(?:\s*\.\s*(?:meta\s*\.\s*)?resolve)?\s*\(\s*${QUOTED}`),
  // Whatever jest, vitest and node:test take as the path of a module stands first.
  inCode(String.raw`\b(?:jest|vi|vitest|mock)\s*\.\s*\w+\s*(?:<[^;{}]*?>\s*)?\(\s*${QUOTED}`),
  inCode(String.raw`\bnew\s+URL\s*\(\s*${QUOTED}\s*,\s*import\s*\.\s*meta\s*\.\s*url`),
];
const STYLES: readonly PathPattern[] = [
  inStyles(String.raw`@(?:import|use|forward)\s+(?:url\(\s*)?${QUOTED}`),
  inStyles(String.raw`\burl\(\s*(['"]?)(?<path>[^'")\s?#]+)(?:[?#][^'")\s]*)?\1\s*\)`),
];
const PAGES: readonly PathPattern[] = [{ pattern: new RegExp(String.raw`\b(?:src|href)\s*=\s*${QUOTED}`, 'dg'), extensions: [], needsDot: false }];
const MARKDOWN: readonly PathPattern[] = [
  { pattern: /\]\(\s*<?(?<path>[^()\s<>?#]+)(?:[?#][^()\s<>]*)?>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/dg, extensions: [], needsDot: false },
  { pattern: /^ {0,3}\[[^\]]+\]:\s*<?(?<path>[^\s<>?#]+)/dgm, extensions: [], needsDot: false },
  ...PAGES,
];

function patternsOf(file: string): readonly PathPattern[] {
  if (/\.[cm]?[jt]sx?$/.test(file)) return CODE;
  if (/\.(?:css|scss|sass|less)$/.test(file)) return STYLES;
  if (/\.html?$/.test(file)) return PAGES;
  if (/\.(?:md|markdown)$/i.test(file)) return MARKDOWN;
  if (/\.mdx$/i.test(file)) return [...CODE, ...MARKDOWN];
  return /\.(?:vue|svelte|astro)$/.test(file) ? [...CODE, ...STYLES, ...PAGES] : [];
}

// As compilers and bundlers look for it: the source of what would be built first.
export function targetOf(named: string, files: ReadonlySet<string>, extensions: readonly string[]): string | undefined {
  const built = /\.([cm]?)js(x?)$/.exec(named);
  const stem = named.slice(0, built?.index ?? named.length);
  const sources = built === null ? [] : [`.${built[1]}ts${built[2]}`, ...(built[1] === '' ? ['.tsx', '.d.ts'] : [])].map((extension) => stem + extension);
  const partial = posix.join(posix.dirname(named), `_${posix.basename(named)}`);
  const candidates = [
    ...sources,
    named,
    ...extensions.map((extension) => named + extension),
    ...(extensions === STYLE_EXTENSIONS ? extensions.map((extension) => partial + extension) : []),
    ...extensions.map((extension) => `${named}/index${extension}`),
  ];
  return candidates.find((path) => files.has(path));
}

// How a path was written that led to a file: with or without its extension, as what it is built to, or by its folder.
interface WrittenStyle {
  readonly written: string;
  readonly target: string;
}

function writtenFrom(folder: string, target: string, { written, target: old }: WrittenStyle): string {
  const path = written.startsWith('.') ? dottedPath(folder, target) : posix.relative(folder, target);
  const [name, oldName] = [posix.basename(written), posix.basename(old)];
  const extension = /\.(?:d\.)?([cm]?)[jt]s(x?)$/.exec(path);
  // JavaScript that becomes TypeScript is built to what it was.
  const isBuilt = /\.[cm]?jsx?$/.test(name) && /\.[cm]?tsx?$/.test(path);
  if (name === oldName && !isBuilt) return path;
  if (/\.[cm]?jsx?$/.test(name))
    return extension === null ? path : `${path.slice(0, extension.index)}.${extension[1]}js${/\.jsx$/.test(name) ? extension[2] : ''}`;
  const bare = path.replace(/(?:\.d)?\.[^./]+$/, '');
  const isFolder = stemOf(oldName) === 'index' && stemOf(name) !== 'index';
  if (isFolder && posix.basename(bare) === 'index') return posix.dirname(bare);
  // A partial of Sass is named without its underscore.
  return oldName.startsWith('_') && !name.startsWith('_') ? bare.replace(/(^|\/)_(?=[^/]*$)/, '$1') : bare;
}

// What every path to it must contain: a word of its name or, for the file that stands for its folder, of the folder's.
function wordOf(path: string): string | undefined {
  const name = posix.basename(path);
  const named = stemOf(name) === 'index' ? posix.basename(posix.dirname(path)) : name;
  return named.match(/[\p{ID_Continue}$]+/gu)?.[0];
}

function stemOf(name: string): string {
  return name.replace(/\..*$/, '');
}

export function overlap(a: Range, b: Range): boolean {
  return compare(a.start, b.end) < 0 && compare(b.start, a.end) < 0;
}

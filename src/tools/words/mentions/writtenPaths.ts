// Paths that files write of one another where no engine follows them: imports of styles and images, mocks of test runners, links of pages.
import { posix } from 'node:path';
import { IdeError } from '../../../ide/errors/errors.ts';
import { compare, type Location, type Range, type TextSnapshot } from '../../../ide/text.ts';
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

// Where other files write the path of this one.
export async function writtenUsesOf(context: ProjectContext, path: string): Promise<readonly Location[]> {
  const { documents, project } = context.ide;
  const files = new Set((await documents.list({}, context.signal)).map((file) => file.path));
  const uses: Location[] = [];
  for (const uri of await filesWithWords(context, wordsOf(path))) {
    const file = fileOf(project, uri);
    const document = file === path || patternsOf(uri).length === 0 ? undefined : await readable(context, uri);
    if (document === undefined) continue;
    uses.push(...writtenPathsIn(document, file, [], files).flatMap(({ range, target }) => (target === path ? [{ uri, range }] : [])));
  }
  return uses;
}

// Of the files that move and of those that could name them, what `known` does not change already.
export async function editsOfWrittenPaths(
  context: ProjectContext,
  { moves, moved, files }: MovedPaths,
  known: readonly FileOperation[],
): Promise<readonly FileOperation[]> {
  const { ide } = context;
  const naming = await filesWithWords(
    context,
    moves.flatMap(({ from }) => wordsOf(from)),
  );
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

async function filesWithWords({ ide, signal }: ProjectContext, words: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await Promise.all([...new Set(words)].map((word) => ide.documents.filesWithWord(word, signal)))).flat());
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
  // The file that it leads to now, relative to the project.
  readonly target: string;
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
      const range = { start: document.positionAt(start), end: document.positionAt(end) };
      if (written.startsWith('/')) {
        const rooted = rootedPath(folder, written, files, extensions);
        if (rooted !== undefined) found.set(start, { range, target: rooted.target, newText: movedRootedPath(rooted, written, moves) });
        continue;
      }
      const target = targetOf(posix.join(folder, written), files, extensions);
      if (target === undefined) continue;
      const style = { written, target };
      const path = writtenFrom(newFolder, movedPath(target, moves), style);
      // What moves along with what names it keeps its path, however that is written.
      const newText = path === writtenFrom(folder, target, style) ? undefined : path;
      found.set(start, { range, target, newText });
    }
  }
  return [...found.values()].sort((a, b) => compare(a.range.start, b.range.start));
}

// Where a site keeps what it serves as it is, beside its pages.
const SERVED = ['', 'public', 'static'];

interface RootedPath {
  // The folder that the path begins at.
  readonly root: string;
  readonly target: string;
}

// What begins with a slash begins at the root of a site: a folder above the file, the nearest in which it leads to something.
function rootedPath(folder: string, written: string, files: ReadonlySet<string>, extensions: readonly string[]): RootedPath | undefined {
  const path = written.slice(1);
  // An address without its protocol, or the site itself.
  if (path === '' || path.startsWith('/')) return undefined;
  for (let above = folder; ; above = posix.dirname(above)) {
    for (const root of SERVED.map((name) => posix.join(above, name))) {
      const target = targetOf(posix.join(root, path), files, extensions);
      if (target !== undefined) return { root, target };
    }
    if (above === '.' || above === '') return undefined;
  }
}

// Undefined where it stays, also because the file leaves the site.
function movedRootedPath({ root, target }: RootedPath, written: string, moves: readonly PathMove[]): string | undefined {
  const [newRoot, newTarget] = [movedPath(root, moves), movedPath(target, moves)];
  const path = `/${writtenFrom(newRoot, newTarget, { written: written.slice(1), target })}`;
  return path === written || path.startsWith('/../') ? undefined : path;
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
// What begins elsewhere is relative to the page that it becomes part of.
const JSX: PathPattern = {
  pattern: /\b(?:src|href|poster)\s*=\s*(?:\{\s*)?(['"\x60])(?<path>\/[^'"\x60\s?#]+)(?:[?#][^'"\x60\s]*)?\1/dg,
  extensions: [],
  needsDot: false,
};
const PAGES: readonly PathPattern[] = [{ pattern: new RegExp(String.raw`\b(?:src|href)\s*=\s*${QUOTED}`, 'dg'), extensions: [], needsDot: false }];
const MARKDOWN: readonly PathPattern[] = [
  { pattern: /\]\(\s*<?(?<path>[^()\s<>?#]+)(?:[?#][^()\s<>]*)?>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/dg, extensions: [], needsDot: false },
  { pattern: /^ {0,3}\[[^\]]+\]:\s*<?(?<path>[^\s<>?#]+)/dgm, extensions: [], needsDot: false },
  ...PAGES,
];

function patternsOf(file: string): readonly PathPattern[] {
  if (/\.[jt]sx$/.test(file)) return [...CODE, JSX];
  if (/\.[cm]?[jt]s$/.test(file)) return CODE;
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

// One of these is in every path to it: a word of its name or, for the file that stands for its folder, of the folder's.
function wordsOf(path: string): readonly string[] {
  const name = posix.basename(path);
  const names = stemOf(name) === 'index' ? [name, posix.basename(posix.dirname(path))] : [name];
  return names.flatMap((each) => each.match(/[\p{ID_Continue}$]+/gu)?.[0] ?? []);
}

function stemOf(name: string): string {
  return name.replace(/\..*$/, '');
}

export function overlap(a: Range, b: Range): boolean {
  return compare(a.start, b.end) < 0 && compare(b.start, a.end) < 0;
}

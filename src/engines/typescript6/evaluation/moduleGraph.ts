// The modules of a project and how they load each other, with other texts in place of some: also those that no program holds.
import { posix } from 'node:path';
import ts from 'typescript';
import { isOlder, packageVersionFor } from '../../../base/files/packageVersion.ts';
import type { SourceTexts } from '../projects/texts.ts';
import { type Outline, outlineOf } from './moduleOutline.ts';
import type { Used } from './usedNames.ts';

export interface ModuleGraph {
  // Functions are exported before a module runs, as ES modules have it; TypeScript before 5.6 made CommonJS of them that is not so.
  readonly hoists: boolean;
  outlineOf(path: string): Outline;
  // The file that a specifier of this file means; undefined for libraries.
  resolved(path: string, specifier: string): string | undefined;
  importsOf(path: string): readonly string[];
}

export function moduleGraph(program: ts.Program, texts: SourceTexts, instead: ReadonlyMap<string, ts.SourceFile>): ModuleGraph {
  const options = program.getCompilerOptions();
  const keepsAll = options.verbatimModuleSyntax ?? false;
  const fileAt = (path: string): ts.SourceFile | undefined => instead.get(path) ?? program.getSourceFile(path) ?? parsed(path, texts.read(path));
  const isThere = (path: string): boolean => instead.has(path) || program.getSourceFile(path) !== undefined || texts.exists(path);
  const host: ts.ModuleResolutionHost = { fileExists: isThere, readFile: (path) => texts.read(path) };
  const cache = ts.createModuleResolutionCache(program.getCurrentDirectory(), (path) => path, options);
  const known = new Map<string, string | undefined>();
  const version = packageVersionFor(program.getCurrentDirectory(), 'typescript');
  const graph: ModuleGraph = {
    hoists: version === undefined || !isOlder(version, HOISTS),
    outlineOf: (path) => {
      const file = fileAt(path);
      return file === undefined ? EMPTY : outlineOf(file, keepsAll);
    },
    resolved(path, specifier) {
      const key = `${path} ${specifier}`;
      if (!known.has(key)) known.set(key, byPath(path, specifier, isThere) ?? byOptions(path, specifier));
      return known.get(key);
    },
    importsOf: (path) => graph.outlineOf(path).specifiers.flatMap((specifier) => graph.resolved(path, specifier) ?? []),
  };
  const byOptions = (path: string, specifier: string): string | undefined => {
    const found = ts.resolveModuleName(specifier, path, options, host, cache).resolvedModule?.resolvedFileName;
    return found === undefined || found.includes('/node_modules/') || /\.d\.[cm]?ts$|\.json$/.test(found) ? undefined : found;
  };
  return graph;
}

const HOISTS = { major: 5, minor: 6 };

const NOTHING: Used = { names: new Set(), called: new Set(), given: new Set() };
const EMPTY: Outline = {
  ...{
    specifiers: [],
    typeSpecifiers: [],
    mentions: [],
    stars: [],
    imports: new Map(),
    reExports: new Map(),
    exports: new Map(),
    variables: new Set(),
    functions: new Set(),
    classes: new Set(),
    isReplaced: false,
  },
  ...{ loading: NOTHING, effect: undefined, usedBy: () => NOTHING },
};

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

// A relative path is nearly always a file or a folder's index; TypeScript's own way to it asks for much more.
function byPath(path: string, specifier: string, isThere: (path: string) => boolean): string | undefined {
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return undefined;
  const plain = posix.join(posix.dirname(path), specifier).replace(/\/$/, '');
  const stem = plain.replace(/\.([cm]?)jsx?$/, '');
  const built = stem === plain ? [] : EXTENSIONS.map((extension) => `${stem}${extension}`);
  const candidates = [...(/\.[cm]?tsx?$/.test(plain) ? [plain] : []), ...built, ...EXTENSIONS.map((extension) => `${plain}${extension}`)];
  return [...candidates, ...EXTENSIONS.map((extension) => `${plain}/index${extension}`)].find((each) => !each.endsWith('.d.ts') && isThere(each));
}

// Files that no program holds are read for their imports only, and seldom change.
const read = new Map<string, { readonly text: string; readonly file: ts.SourceFile }>();
const MOST_READ = 2_000;

function parsed(path: string, text: string | undefined): ts.SourceFile | undefined {
  if (text === undefined) return undefined;
  const known = read.get(path);
  if (known?.text === text) return known.file;
  if (read.size >= MOST_READ) read.clear();
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  read.set(path, { text, file });
  return file;
}

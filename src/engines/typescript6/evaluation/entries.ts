// Where programs begin: the files that are loaded first by somebody, and why that is known.
import { posix } from 'node:path';
import ts from 'typescript';
import { z } from 'zod';
import { folderOf } from '../projects/paths.ts';
import type { SourceTexts } from '../projects/texts.ts';
import type { ModuleGraph } from './moduleGraph.ts';

export interface EntryPoint {
  readonly path: string;
  readonly why: string;
  // Others are only where something could begin, and do not count if that fails anyway.
  readonly isCertain: boolean;
  readonly isTest?: true;
}

// By its name; what else lies in a folder of tests is one only if no test imports it.
const NAMED_TEST = /[._-](?:test|tests|spec|bench)\.\w+$/;
const TEST = /(?:^|\/)(?:__tests__|__mocks__|tests?|specs?)\/|[._-](?:test|tests|spec|bench)\.\w+$|(?:^|\/)tests?\.\w+$/;
// Beyond this many files it costs seconds to know who imports whom.
const MOST_FILES = 3_000;

// Of the files of a package. What a test or nothing at all imports is an entry, what package.json names, and what is loaded by a path in the code.
export function entriesAmong(files: readonly string[], graph: ModuleGraph, texts: SourceTexts): readonly EntryPoint[] {
  if (files.length > MOST_FILES) return files.map((path) => ({ path, why: 'any file may be loaded first', isCertain: false }));
  const [tests, sources] = [files.filter((path) => TEST.test(path)), files.filter((path) => !TEST.test(path))];
  // Also for its types: what others only need for these is hardly a program.
  const importedBy = (path: string) => [...graph.importsOf(path), ...graph.outlineOf(path).typeSpecifiers.flatMap((each) => graph.resolved(path, each) ?? [])];
  const imported = new Set(sources.flatMap((path) => importedBy(path).filter((to) => to !== path)));
  const helpers = new Set(tests.flatMap((path) => graph.importsOf(path).filter((to) => to !== path && !NAMED_TEST.test(to))));
  const folders = new Set(files.flatMap((path) => packageFolder(path, texts) ?? []));
  const all = [
    ...[...folders].flatMap((folder) => namedByPackage(folder, files, texts)),
    ...tests.flatMap((path) => (helpers.has(path) ? [] : [{ path, why: 'a test', isCertain: true, isTest: true as const }])),
    ...sources.flatMap((path) => (imported.has(path) ? [] : [{ path, why: 'no other file imports it', isCertain: true }])),
    ...files.flatMap((path) => mentionedIn(path, graph)),
  ];
  const certain = new Map(all.filter(({ isCertain }) => isCertain).map((entry) => [entry.path, entry]));
  const possible = new Map(all.filter(({ path }) => !certain.has(path)).map((entry) => [entry.path, entry]));
  return [...certain.values(), ...possible.values()];
}

function mentionedIn(path: string, graph: ModuleGraph): readonly EntryPoint[] {
  return graph.outlineOf(path).mentions.flatMap((mention) => {
    const to = graph.resolved(path, mention);
    return to === undefined ? [] : [{ path: to, why: `${posix.basename(path)} names its path`, isCertain: false }];
  });
}

// Every source file of the packages that these files belong to.
export function filesAround(paths: readonly string[], texts: SourceTexts): readonly string[] {
  const folders = new Set(paths.flatMap((path) => packageFolder(path, texts) ?? []));
  return [...folders].flatMap((folder) =>
    ts.sys.readDirectory(folder, ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'], BUILT).filter((path) => !/\.d\.[cm]?ts$/.test(path)),
  );
}

const BUILT = ['**/node_modules', '**/dist', '**/build', '**/out', '**/coverage', '**/.*'];

function packageFolder(path: string, texts: SourceTexts): string | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    if (texts.exists(`${folder}/package.json`)) return folder;
    if (folder === '/' || folder === folderOf(folder)) return undefined;
  }
}

const Manifest = z.looseObject({ private: z.boolean().optional(), exports: z.unknown().optional(), scripts: z.record(z.string(), z.unknown()).optional() });
const FIELDS = ['main', 'module', 'browser', 'exports', 'bin', 'source', 'types', 'typings', 'jsnext:main', 'react-native', 'unpkg', 'worker'];

function namedByPackage(folder: string, files: readonly string[], texts: SourceTexts): readonly EntryPoint[] {
  const manifest = manifestIn(texts.read(`${folder}/package.json`) ?? '');
  if (manifest === undefined) return [];
  const own = files.filter((path) => path.startsWith(`${folder}/`));
  const fields = FIELDS.flatMap((field) => pathsIn(manifest[field]));
  const words = Object.values(manifest.scripts ?? {}).flatMap((script) => String(script).split(/\s+/));
  const named = [...fields, ...words.filter((word) => /\.[cm]?[jt]sx?$/.test(word))].flatMap((path) =>
    sourcesOf(path, folder, own).map((source) => ({ path: source, why: 'package.json names it', isCertain: !path.includes('*') })),
  );
  // Without a list of exports others may load any folder of it, as `graphql/type` is.
  const isOpen = manifest.exports === undefined && manifest.private !== true && fields.length > 0;
  const indexes = isOpen ? own.filter((path) => /\/index\.[cm]?[jt]sx?$/.test(path)) : [];
  return [...named, ...indexes.map((path) => ({ path, why: 'others may import its folder', isCertain: false }))];
}

function manifestIn(text: string): z.output<typeof Manifest> | undefined {
  const { config, error } = ts.parseConfigFileTextToJson('package.json', text);
  const found = error === undefined ? Manifest.safeParse(config) : undefined;
  return found?.data;
}

function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}

const SOURCE_FOLDERS = ['', 'src/', 'lib/', 'source/'];

// What a package names is often built: `dist/esm/cart.development.js` is made of cart.ts, in whichever folder the sources are.
function sourcesOf(named: string, folder: string, files: readonly string[]): readonly string[] {
  const path = named.replace(/^\.\//, '');
  if (files.includes(`${folder}/${path}`)) return [`${folder}/${path}`];
  const parts = path.split('/');
  const [stem = ''] = (parts.at(-1) ?? '').split('.');
  for (let dropped = 0; dropped < parts.length; dropped += 1) {
    const rest = [...parts.slice(dropped, -1), stem].join('/');
    const found = files.filter((file) => SOURCE_FOLDERS.some((source) => isMeant(file, `${folder}/${source}${rest}`)));
    if (found.length > 0) return found;
  }
  return [];
}

// With `*` for any text in the path.
function isMeant(file: string, path: string): boolean {
  const stem = file.replace(/\.[cm]?[jt]sx?$/, '');
  const pieces = path.split('*');
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)];
  const isOne = pieces.length === 1 ? stem === path : stem.length >= first.length + last.length && stem.startsWith(first) && stem.endsWith(last);
  return isOne || (pieces.length === 1 && stem === `${path}/index`);
}

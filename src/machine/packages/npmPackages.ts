// Where npm, pnpm, Yarn and Bun have put a package: in node_modules around the folder, nested in others, or in pnpm's store.
import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { pathOf, uriOf } from '../../base/files/fileUri.ts';
import type { FoundPackage, PackagePart, WantedPackage } from '../../ide/doors/packages.ts';
import { foldersBelow, isFile, isFolder, outwards, textAt, withoutRepetition } from './disk.ts';

export function findNpmPackage({ name, folderUri }: WantedPackage): readonly FoundPackage[] {
  const typings = `@types/${name.replace(/^@(.+)\/(.+)$/, '$1__$2')}`;
  const modules = outwards(pathOf(folderUri)).map((folder) => join(folder, 'node_modules'));
  const direct = [name, typings].flatMap((wanted) => modules.map((folder) => join(folder, wanted)));
  const nested = modules.filter(isFolder).flatMap((folder) => [...nestedIn(folder, name), ...inPnpmStore(folder, name)]);
  return withoutRepetition([...direct, ...nested].flatMap((folder) => described(folder) ?? []));
}

// Another version than the project's own, as a dependency of a dependency.
function nestedIn(modules: string, name: string): string[] {
  const plain = foldersBelow(modules, (one) => !/^[.@]/.test(one));
  const scoped = foldersBelow(
    modules,
    (one) => one.startsWith('@'),
    () => true,
  );
  return [...plain, ...scoped].map((folder) => join(folder, 'node_modules', name));
}

// pnpm links only what a package declares; the rest is under .pnpm, by name and version.
function inPnpmStore(modules: string, name: string): string[] {
  const store = join(modules, '.pnpm');
  const entry = `${name.replace('/', '+')}@`;
  return [join(store, 'node_modules', name), ...foldersBelow(store, (one) => one.startsWith(entry)).map((folder) => join(folder, 'node_modules', name))];
}

const text = z.string().optional().catch(undefined);
const Manifest = z.looseObject({
  version: text,
  types: text,
  typings: text,
  source: text,
  main: text,
  module: text,
  exports: z.unknown().optional(),
  repository: z
    .union([z.string(), z.looseObject({ url: z.string() }).transform(({ url }) => url)])
    .optional()
    .catch(undefined),
});

function described(folder: string): FoundPackage | undefined {
  const manifest = manifestIn(folder);
  if (manifest === undefined) return undefined;
  const real = realpathSync.native(folder);
  const parts = partsOf(real, manifest);
  return {
    uri: uriOf(real),
    ...(manifest.version !== undefined && { version: manifest.version }),
    ...(parts.length > 0 && { parts }),
    ...(manifest.repository !== undefined && { repository: manifest.repository }),
  };
}

function manifestIn(folder: string): z.output<typeof Manifest> | undefined {
  const json = textAt(join(folder, 'package.json'));
  if (json === undefined) return undefined;
  try {
    return Manifest.parse(JSON.parse(json));
  } catch {
    // A package without a readable manifest cannot be used by anyone.
    return undefined;
  }
}

function partsOf(folder: string, manifest: z.output<typeof Manifest>): PackagePart[] {
  const exported = namedIn(manifest.exports);
  const declarations = [manifest.types, manifest.typings, ...exported.filter((path) => /\.d\.[mc]?ts$/.test(path)), 'index.d.ts']
    .flatMap((path) => (path === undefined ? [] : [resolve(folder, path)]))
    .find((path) => isFile(path) && isWithin(folder, path));
  const code = [manifest.module, manifest.main, ...exported, 'index.js'].flatMap((path) => (path === undefined ? [] : [resolve(folder, path)]));
  const mapped = [...(declarations === undefined ? [] : [declarations]), ...code].map((path) => sourcesBehind(folder, path));
  const source = manifest.source === undefined ? [] : [resolve(folder, manifest.source)].filter((path) => isWithin(folder, path));
  return [
    ...[...new Set([...source, ...mapped.flatMap(({ sources }) => sources)])]
      .filter((path) => isFile(path) || isFolder(path))
      .map((path) => partAt('sources', path)),
    ...(declarations === undefined ? [] : [partAt('declarations', declarations)]),
    ...[...new Set(mapped.flatMap(({ map }) => map ?? []))].map((path) => partAt('sourceMap', path)),
  ];
}

// Every path that a map of exports names, whatever the conditions.
function namedIn(exports: unknown): string[] {
  if (typeof exports === 'string') return exports.startsWith('./') ? [exports] : [];
  if (typeof exports !== 'object' || exports === null) return [];
  // What other entries export says nothing about the package as a whole.
  const own = '.' in exports ? [exports['.']] : Object.values(exports);
  return own.flatMap(namedIn);
}

const SourceMap = z.looseObject({
  sourceRoot: z.string().optional(),
  sources: z.array(z.string().nullable()),
  sourcesContent: z.array(z.unknown()).optional(),
});

// Where a source map leads: to files that were published too, or to texts inside the map.
function sourcesBehind(folder: string, path: string): { sources: string[]; map?: string } {
  const json = textAt(`${path}.map`);
  if (json === undefined) return { sources: [] };
  let map: z.output<typeof SourceMap>;
  try {
    map = SourceMap.parse(JSON.parse(json));
  } catch {
    // A broken map leads nowhere.
    return { sources: [] };
  }
  const files = map.sources
    .flatMap((source) => (source === null || /^[a-z-]+:/i.test(source) ? [] : [resolve(dirname(path), map.sourceRoot ?? '', source)]))
    .filter((file) => isWithin(folder, file) && isFile(file));
  if (files.length > 0) return { sources: [commonFolder(folder, files)] };
  return map.sourcesContent?.some((content) => typeof content === 'string') === true ? { sources: [], map: `${path}.map` } : { sources: [] };
}

// One folder says more than a hundred files.
function commonFolder(folder: string, files: readonly string[]): string {
  const [first = folder, ...others] = files.map((file) => dirname(file));
  return outwards(first).find((outer) => others.every((other) => isWithin(outer, other))) ?? folder;
}

function isWithin(folder: string, path: string): boolean {
  return !relative(folder, path).startsWith('..');
}

function partAt(kind: PackagePart['kind'], path: string): PackagePart {
  return { kind, uri: uriOf(path) };
}

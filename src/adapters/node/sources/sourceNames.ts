// Which file a source map means: bundlers name sources by schemes of their own, relative to a project that the map does not name.
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface SourcePlace {
  // The folder of the map, or of the script that carries it.
  readonly base: string;
  // Folders in which a project may be rooted, the likeliest first.
  readonly roots: readonly string[];
}

// As webpack://shop/./src/a.ts?3f2a, webpack:///src/a.ts, webpack-internal:///(rsc)/./app/page.tsx, turbopack:///[project]/app/page.tsx, https://cdn/src/a.ts.
const SCHEME = /^([a-z][a-z+.-]+):(?:\/\/([^/]*)\/)?\/*/i;
// What bundlers put before the path: the layer of a server, the project itself.
const LAYER = /^(?:\([\w-]+\)\/|\[project\]\/|\.{1,2}\/|\/)+/;
const DRIVE = /^[a-z]:[\\/]/i;

// An absolute path, or the map's own name where there is no such file.
export function pathOfSource(name: string, { base, roots }: SourcePlace): string {
  if (name.startsWith('file:')) return pathOfFileUrl(name);
  if (SCHEME.test(name) && !DRIVE.test(name)) return projectFile(name, [base, ...roots]) ?? name;
  const path = withoutQuery(name);
  const whole = isAbsolute(path) ? resolve(path) : resolve(base, path);
  return existing(whole) ?? projectFile(name, roots) ?? whole;
}

// The folders above a script, its own first: a bundle lies somewhere below the project that it was made of.
export function foldersAbove(path: string | undefined): readonly string[] {
  const folders: string[] = [];
  for (let folder = path === undefined ? undefined : dirname(path); folder !== undefined && folder !== dirname(folder); folder = dirname(folder))
    folders.push(folder);
  return folders;
}

function projectFile(name: string, roots: readonly string[]): string | undefined {
  const [, , namespace = ''] = SCHEME.exec(name) ?? [];
  const path = decoded(withoutQuery(DRIVE.test(name) ? name.slice(2) : name.replace(SCHEME, '')))
    .replaceAll('\\', '/')
    .replace(LAYER, '');
  // webpack writes the package there, others the path's first folder.
  const spellings = [path, ...(namespace === '' ? [] : [`${namespace}/${path}`])];
  const absolute = /^(?:webpack|turbopack|rollup|vite|ng)\b/i.test(name) ? existing(`/${path}`) : undefined;
  return absolute ?? found(roots, spellings) ?? found(roots, suffixesOf(path));
}

function found(roots: readonly string[], paths: readonly string[]): string | undefined {
  return roots.flatMap((root) => paths.map((path) => join(root, path))).find((candidate) => existing(candidate) !== undefined);
}

// Built elsewhere, as /builder/shop/src/a.ts: the same file here is the one that ends so. A bare name would say too little.
function suffixesOf(path: string): readonly string[] {
  const parts = path.split('/').filter((part) => part !== '..');
  return parts.slice(0, -1).map((_, index) => parts.slice(index).join('/'));
}

// Maps are read again for each script, and speak of the same files.
const seen = new Map<string, boolean>();

export function isOnDisk(path: string): boolean {
  return existing(path) !== undefined;
}

function existing(path: string): string | undefined {
  const known = seen.get(path) ?? existsSync(path);
  // What is not there may be written later, by a compiler that watches.
  if (known) seen.set(path, known);
  return known ? path : undefined;
}

function pathOfFileUrl(url: string): string {
  try {
    return fileURLToPath(withoutQuery(url));
  } catch {
    return url;
  }
}

function withoutQuery(name: string): string {
  return name.split(/[?#]/)[0] ?? name;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

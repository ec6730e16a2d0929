// Packages of npm, pnpm, Yarn and Bun: package.json, and which version their lock or node_modules holds.
import { parse as parseWithComments } from 'jsonc-parser';
import { z } from 'zod';
import { type IndentedMap, parseIndented } from './indented.ts';
import { byScope, type Dependency, inFolder, lastOf, type Manifest, outwards, type ReadManifest, type ReadProjectText } from './manifest.ts';

const wanted = z.record(z.string(), z.string()).optional().catch(undefined);
const PackageJson = z.looseObject({
  name: z.string().optional(),
  version: z.string().optional(),
  workspaces: z
    .union([z.array(z.string()), z.looseObject({ packages: z.array(z.string()).default([]) }).transform(({ packages }) => packages)])
    .optional()
    .catch(undefined),
  dependencies: wanted,
  devDependencies: wanted,
  peerDependencies: wanted,
  optionalDependencies: wanted,
  scripts: wanted,
});

export const readPackageJson: ReadManifest = ({ path, folder, text }) => {
  const json = PackageJson.parse(JSON.parse(text.replace(/^\uFEFF/, '')));
  return {
    ecosystem: 'npm',
    path,
    folder,
    name: json.name ?? lastOf(folder),
    version: json.version,
    scripts: json.scripts,
    members: json.workspaces ?? [],
    dependencies: [
      ...byScope('runtime', json.dependencies),
      ...byScope('optional', json.optionalDependencies),
      ...byScope('dev', json.devDependencies),
      ...byScope('peer', json.peerDependencies),
    ],
  };
};

// pnpm names the members of a workspace in a file of its own.
export function readPnpmWorkspace(text: string): string[] {
  const { packages } = parseIndented(text);
  return Array.isArray(packages) ? packages : [];
}

// A lock that has been read: the version of a dependency of the package in this folder, relative to the lock.
type Lock = (folder: string, dependency: Dependency) => string | undefined;

const LOCKS: Readonly<Record<string, (text: string) => Lock>> = {
  'package-lock.json': packageLock,
  'npm-shrinkwrap.json': packageLock,
  'pnpm-lock.yaml': pnpmLock,
  'yarn.lock': yarnLock,
  'bun.lock': bunLock,
};

// From the nearest lock; without one, what is installed.
export async function resolveNpm(manifest: Manifest, readText: ReadProjectText): Promise<Map<string, string>> {
  const versionOf = await nearestLock(manifest.folder, readText);
  const resolved = new Map<string, string>();
  for (const dependency of manifest.dependencies) {
    const version = versionOf(dependency) ?? (await installedVersion(manifest.folder, dependency.name, readText));
    if (version !== undefined) resolved.set(dependency.name, version);
  }
  return resolved;
}

async function nearestLock(folder: string, readText: ReadProjectText): Promise<(dependency: Dependency) => string | undefined> {
  for (const outer of outwards(folder)) {
    for (const [name, read] of Object.entries(LOCKS)) {
      const text = await readText(inFolder(outer, name));
      if (text === undefined) continue;
      const lock = read(text);
      const inside = outer === '' ? folder : folder.slice(outer.length + 1);
      return (dependency) => lock(inside, dependency);
    }
  }
  return () => undefined;
}

async function installedVersion(folder: string, name: string, readText: ReadProjectText): Promise<string | undefined> {
  for (const outer of outwards(folder)) {
    const text = await readText(inFolder(outer, `node_modules/${name}/package.json`));
    if (text !== undefined) return z.looseObject({ version: z.string().optional() }).parse(JSON.parse(text)).version;
  }
  return undefined;
}

const Locked = z.looseObject({ version: z.string().optional(), resolved: z.string().optional(), link: z.boolean().optional() });
const PackageLock = z.looseObject({
  packages: z.record(z.string(), Locked).optional(),
  // The first version of the format.
  dependencies: z.record(z.string(), Locked).optional(),
});

function packageLock(text: string): Lock {
  const { packages = {}, dependencies = {} } = PackageLock.parse(JSON.parse(text));
  return (folder, { name }) => {
    for (const outer of outwards(folder)) {
      const found = packages[inFolder(outer, `node_modules/${name}`)];
      // A link leads to a package of the same workspace.
      if (found !== undefined) return found.link === true ? packages[found.resolved ?? '']?.version : found.version;
    }
    return dependencies[name]?.version;
  };
}

function pnpmLock(text: string): Lock {
  const root = parseIndented(text);
  return (folder, { name }) => {
    const importer = mapIn(mapIn(root, 'importers'), folder === '' ? '.' : folder);
    for (const group of ['dependencies', 'optionalDependencies', 'devDependencies']) {
      for (const place of [importer, folder === '' ? root : {}]) {
        const entry = mapIn(place, group)[name];
        const version = typeof entry === 'string' ? entry : mapIn(mapIn(place, group), name)['version'];
        // Behind the version stands what it was resolved with, as in 4.1.0(react@18.2.0).
        if (typeof version === 'string') return version.replace(/[(_].*$/, '');
      }
    }
    return undefined;
  };
}

function yarnLock(text: string): Lock {
  const versions = new Map<string, string>();
  let heads: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, version] = /^ {2}version:? "?([^"\s]+)"?/.exec(line) ?? [];
    if (version !== undefined) for (const head of heads) versions.set(head, version);
    if (/^["@\w]/.test(line))
      heads = line
        .replace(/:$/, '')
        .replaceAll('"', '')
        .split(/,\s*/)
        .map((head) => head.replace(/@npm:/, '@'));
  }
  return (_, { name, wanted }) => versions.get(`${name}@${wanted}`);
}

const BunLock = z.looseObject({ packages: z.record(z.string(), z.tuple([z.string()], z.unknown())) });

function bunLock(text: string): Lock {
  const { packages } = BunLock.parse(parseWithComments(text, [], { allowTrailingComma: true }));
  return (_, { name }) => packages[name]?.[0].slice(name.length + 1);
}

function mapIn(map: IndentedMap, key: string): IndentedMap {
  const value = map[key];
  return value === undefined || typeof value === 'string' || Array.isArray(value) ? {} : value;
}

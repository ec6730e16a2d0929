// Rust crates: Cargo.toml, and the versions in Cargo.lock.
import { parse } from 'smol-toml';
import { z } from 'zod';
import type { Dependency, DependencyScope, Manifest, ReadManifest, ReadProjectText } from './manifest.ts';
import { inFolder, lastOf, outwards } from './manifest.ts';

const Table = z.record(z.string(), z.unknown()).default({}).catch({});
const Tables = { dependencies: Table, 'dev-dependencies': Table, 'build-dependencies': Table };
const CargoToml = z.looseObject({
  package: z.looseObject({ name: z.string(), version: z.string().optional().catch(undefined) }).optional(),
  workspace: z.looseObject({ members: z.array(z.string()).default([]) }).optional(),
  ...Tables,
  target: z.record(z.string(), z.looseObject(Tables)).default({}),
});

export const readCargoToml: ReadManifest = ({ path, folder, text }) => {
  const toml = CargoToml.parse(parse(text));
  return {
    ecosystem: 'cargo',
    path,
    folder,
    name: toml.package?.name ?? lastOf(folder),
    version: toml.package?.version,
    members: toml.workspace?.members ?? [],
    dependencies: [toml, ...Object.values(toml.target)].flatMap((tables) => [
      ...crates('runtime', tables.dependencies),
      ...crates('dev', tables['dev-dependencies']),
      ...crates('build', tables['build-dependencies']),
    ]),
  };
};

const LockFile = z.looseObject({ package: z.array(z.looseObject({ name: z.string(), version: z.string() })).default([]) });

export async function resolveCargo(manifest: Manifest, readText: ReadProjectText): Promise<Map<string, string>> {
  for (const folder of outwards(manifest.folder)) {
    const text = await readText(inFolder(folder, 'Cargo.lock'));
    if (text === undefined) continue;
    const { package: locked } = LockFile.parse(parse(text));
    return new Map(
      manifest.dependencies.flatMap(({ name, wanted }): [string, string][] => {
        const versions = locked.filter((crate) => crate.name === name).map(({ version }) => version);
        const version = versions.length === 1 ? versions[0] : versions.find((candidate) => isCompatible(candidate, wanted));
        return version === undefined ? [] : [[name, version]];
      }),
    );
  }
  return new Map();
}

const Crate = z
  .union([
    z.string(),
    z
      .looseObject({ version: z.string().optional(), path: z.string().optional(), git: z.string().optional(), workspace: z.boolean().optional() })
      .transform(
        ({ version, path, git, workspace }) => version ?? (path && `path ${path}`) ?? (git && `git ${git}`) ?? (workspace === true ? 'workspace' : ''),
      ),
  ])
  .catch('');

function crates(scope: DependencyScope, table: Readonly<Record<string, unknown>>): Dependency[] {
  return Object.entries(table).map(([name, value]) => ({ name, wanted: Crate.parse(value), scope }));
}

// The same up to the first number that is not zero, which is what Cargo takes for compatible.
function isCompatible(version: string, wanted: string): boolean {
  const numbers = /\d+(\.\d+)*/.exec(wanted)?.[0].split('.') ?? [];
  const significant = numbers.slice(0, Math.max(1, numbers.findIndex((number) => number !== '0') + 1));
  return version.split('.').slice(0, significant.length).join('.') === significant.join('.');
}

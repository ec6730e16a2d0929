// Python packages: pyproject.toml, setup.cfg and requirements files, and which versions a lock or a virtual environment holds.
import { parse } from 'smol-toml';
import { z } from 'zod';
import type { Dependency, DependencyScope, Manifest, ReadManifest, ReadProjectText } from './manifest.ts';
import { inFolder, lastOf, outwards } from './manifest.ts';

const requirements = z.array(z.string()).default([]).catch([]);
const PoetryDependencies = z.record(z.string(), z.unknown()).default({}).catch({});
const Pyproject = z.looseObject({
  project: z
    .looseObject({
      name: z.string().optional(),
      version: z.string().optional(),
      dependencies: requirements,
      'optional-dependencies': z.record(z.string(), requirements).default({}),
    })
    .optional(),
  'dependency-groups': z.record(z.string(), z.array(z.unknown())).default({}),
  'build-system': z.looseObject({ requires: requirements }).optional(),
  tool: z
    .looseObject({
      pytest: z.unknown().optional(),
      poetry: z
        .looseObject({
          name: z.string().optional(),
          version: z.string().optional(),
          dependencies: PoetryDependencies,
          'dev-dependencies': PoetryDependencies,
          group: z.record(z.string(), z.looseObject({ dependencies: PoetryDependencies })).default({}),
        })
        .optional(),
      uv: z.looseObject({ workspace: z.looseObject({ members: requirements }).optional(), 'dev-dependencies': requirements }).optional(),
    })
    .optional(),
});

export const readPyproject: ReadManifest = ({ path, folder, text }) => {
  const { project, tool, 'dependency-groups': groups, 'build-system': build } = Pyproject.parse(parse(text));
  const poetry = tool?.poetry;
  // A file that only configures tools, such as a formatter, describes no package.
  if (project === undefined && poetry === undefined && build === undefined && Object.keys(groups).length === 0 && tool?.uv === undefined) return undefined;
  return {
    ecosystem: 'python',
    path,
    folder,
    name: project?.name ?? poetry?.name ?? lastOf(folder),
    version: project?.version ?? poetry?.version,
    members: tool?.uv?.workspace?.members ?? [],
    ...(tool?.pytest !== undefined && { runners: ['pytest'] }),
    dependencies: [
      ...required('runtime', project?.dependencies ?? []),
      ...Object.values(project?.['optional-dependencies'] ?? {}).flatMap((list) => required('optional', list)),
      ...Object.values(groups).flatMap((list) =>
        required(
          'dev',
          list.filter((item): item is string => typeof item === 'string'),
        ),
      ),
      ...required('dev', tool?.uv?.['dev-dependencies'] ?? []),
      ...poetryRequired('runtime', poetry?.dependencies ?? {}),
      ...poetryRequired('dev', poetry?.['dev-dependencies'] ?? {}),
      ...Object.values(poetry?.group ?? {}).flatMap(({ dependencies }) => poetryRequired('dev', dependencies)),
      ...required('build', build?.requires ?? []),
    ],
  };
};

// requirements.txt, requirements-dev.txt, requirements/test.txt: the name of the file says what for.
export const readRequirements: ReadManifest = ({ path, folder, text }) => {
  const scope = /dev|test|lint|doc|ci/i.test(lastOf(path)) ? 'dev' : 'runtime';
  const rows = text.replace(/\\\r?\n/g, ' ').split(/\r?\n/);
  return { ecosystem: 'python', path, folder, name: lastOf(folder), members: [], dependencies: required(scope, rows) };
};

export const readSetupConfig: ReadManifest = ({ path, folder, text }) => {
  const [, name] = /^\s*name\s*=\s*(.+)$/m.exec(text) ?? [];
  if (name === undefined) return undefined;
  const [, version] = /^\s*version\s*=\s*([\w.]+)\s*$/m.exec(text) ?? [];
  const [, installs = ''] = /^install_requires\s*=((?:.*)(?:\r?\n[ \t]+.*)*)/m.exec(text) ?? [];
  return {
    ecosystem: 'python',
    path,
    folder,
    name: name.trim(),
    version,
    members: [],
    dependencies: required('runtime', installs.split('\n')),
    ...runnersIn(text),
  };
};

function runnersIn(config: string): Pick<Manifest, 'runners'> {
  return /^\[(?:tool:)?pytest\]/m.test(config) ? { runners: ['pytest'] } : {};
}

// A program, of which only what is written out is read; it is never run.
export const readSetupProgram: ReadManifest = ({ path, folder, text }) => {
  const [, name] = /\bname\s*=\s*["']([^"']+)["']/.exec(text) ?? [];
  const [, version] = /\bversion\s*=\s*["']([^"']+)["']/.exec(text) ?? [];
  const [, installs = ''] = /\binstall_requires\s*=\s*\[([^\]]*)\]/.exec(text) ?? [];
  const rows = [...installs.matchAll(/["']([^"']+)["']/g)].map(([, row = '']) => row);
  return { ecosystem: 'python', path, folder, name: name ?? lastOf(folder), version, members: [], dependencies: required('runtime', rows) };
};

const LOCKS = ['uv.lock', 'poetry.lock', 'pdm.lock'];
const LockSource = z.looseObject({ editable: z.string().optional(), virtual: z.string().optional(), directory: z.string().optional() });
const LockFile = z.looseObject({
  package: z.array(z.looseObject({ name: z.string(), version: z.string().optional(), source: LockSource.optional().catch(undefined) })).default([]),
});
const ENVIRONMENTS = ['.venv', 'venv', 'env'];

// From the nearest lock, then from a virtual environment. `listed` gives the files of a folder that match, also ignored ones.
export async function resolvePython(
  manifest: Manifest,
  readText: ReadProjectText,
  listed: (folder: string, glob: string) => Promise<readonly string[]>,
): Promise<Map<string, string>> {
  const versions = (await lockedVersions(manifest.folder, readText)) ?? (await installedVersions(manifest.folder, listed));
  return new Map(
    manifest.dependencies.flatMap(({ name, wanted }): [string, string][] => {
      // A requirement that is pinned can be nothing else, whatever a lock of others says.
      const version = /^===?\s*([\w.!+-]+)$/.exec(wanted)?.[1] ?? versions.get(normal(name));
      return version === undefined ? [] : [[name, version]];
    }),
  );
}

async function lockedVersions(folder: string, readText: ReadProjectText): Promise<Map<string, string> | undefined> {
  for (const outer of outwards(folder)) {
    for (const lock of LOCKS) {
      const text = await readText(inFolder(outer, lock));
      if (text === undefined) continue;
      const packages = LockFile.parse(parse(text)).package;
      // The lock of a folder further out holds for the packages that it names as its own, not for every example beside them.
      const own = packages.flatMap(({ source }) => [source?.editable, source?.virtual, source?.directory]).map((path) => path && inFolder(outer, path));
      if (outer === folder || own.includes(folder)) return new Map(packages.map(({ name, version }) => [normal(name), version ?? '']));
    }
  }
  return undefined;
}

async function installedVersions(folder: string, listed: (folder: string, glob: string) => Promise<readonly string[]>): Promise<Map<string, string>> {
  for (const outer of outwards(folder)) {
    for (const environment of ENVIRONMENTS) {
      const found = (await listed(inFolder(outer, environment), '**/*.dist-info/METADATA')).flatMap((path): [string, string][] => {
        const [, name, version] = /\/([^/]+?)-([^/-]+)\.dist-info\/METADATA$/.exec(path) ?? [];
        return name === undefined || version === undefined ? [] : [[normal(name), version]];
      });
      if (found.length > 0) return new Map(found);
    }
  }
  return new Map();
}

// As "requests[socks] >=2.8.1, <3 ; python_version < '3.8'"; options, links and comments are no requirements.
function required(scope: DependencyScope, rows: readonly string[]): Dependency[] {
  return rows.flatMap((row) => {
    const [, name, , wanted = ''] = /^\s*([A-Za-z0-9][\w.-]*)\s*(\[[^\]]*\])?\s*([^;#]*?)\s*(?:[;#].*)?$/.exec(row.replace(/\s--hash=\S+/g, '')) ?? [];
    return name === undefined ? [] : [{ name, wanted: wanted.replace(/^\((.*)\)$/, '$1').trim(), scope }];
  });
}

const PoetryVersion = z.union([z.string(), z.looseObject({ version: z.string().optional() }).transform(({ version }) => version ?? '')]).catch('');

function poetryRequired(scope: DependencyScope, table: Readonly<Record<string, unknown>>): Dependency[] {
  return Object.entries(table).flatMap(([name, value]) => (name === 'python' ? [] : [{ name, wanted: PoetryVersion.parse(value), scope }]));
}

// Names are the same whatever their case and separators.
function normal(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

// What each package of the project depends on: as declared, and as a lock or an installation resolved it.
import { z } from 'zod';
import { groupBy } from '../../base/groupBy.ts';
import { counted } from '../../base/text/counted.ts';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { defineTool } from '../tool.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';
import { type Manifest, SCOPES } from './manifests/manifest.ts';
import { manifestsOf, resolvedVersions, UNREAD } from './manifests/projectManifests.ts';

const dependency = z.object({
  name: z.string(),
  // As declared; absent for any version.
  wanted: z.string().optional(),
  resolved: z.string().optional(),
  // Absent for runtime.
  scope: z.enum(SCOPES).optional(),
});

const output = z.object({
  total: z.number(),
  packages: z.array(z.object({ package: z.string(), manifest: z.string(), kind: z.string(), dependencies: z.array(dependency) })),
  complete: z.boolean(),
  why: z.string().optional(),
  ...pageOutput,
});

interface Row extends z.infer<typeof dependency> {
  readonly manifest: Manifest;
}

export const listDependencies = defineTool({
  name: 'list_dependencies',
  title: 'List dependencies',
  description: 'Direct dependencies of each package with declared and resolved versions (npm, Python, Go, Cargo, Maven; locks, then what is installed).',
  effect: 'reads',
  input: z.strictObject({
    package: z.string().min(1).optional().describe('Name or folder of one package.'),
    name: z.string().min(1).optional().describe('Part of the name of a dependency.'),
    scope: z.enum(SCOPES).optional().describe('Only these.'),
    ...pageInput,
  }),
  output,
  async run(context, input) {
    const { manifests, problems } = await manifestsOf(context);
    const asked = input.package === undefined ? manifests : manifests.filter((manifest) => isMeant(manifest, input.package ?? '', context.ide.project.name));
    if (asked.length === 0 && input.package !== undefined) throw noSuchPackage(input.package, manifests);
    const rows = (await Promise.all(asked.map((manifest) => rowsOf(context, manifest)))).flat();
    const wanted = rows.filter(
      ({ name, scope }) =>
        (input.name === undefined || name.toLowerCase().includes(input.name.toLowerCase())) &&
        (input.scope === undefined || (scope ?? 'runtime') === input.scope),
    );
    const unread = asked.filter(({ ecosystem }) => UNREAD.has(ecosystem)).map(({ path }) => `The dependencies in ${path} are not read.`);
    const whys = [...problems, ...unread];
    const around = { total: wanted.length, complete: whys.length === 0, ...(whys.length > 0 && { why: whys.slice(0, MOST_PROBLEMS).join(' ') }) };
    const page = pageOf({
      tool: 'list_dependencies',
      input,
      rows: wanted,
      weigh: weighRow,
      identify: ({ manifest, name, resolved }) => `${manifest.path} ${name} ${resolved}`,
      budget: context.budget - weighJson(around) - OVERHEAD,
    });
    return { ...around, packages: grouped(page.rows, context.ide.project.name), ...page.turn };
  },
  *tell(value) {
    const foot = [
      ...(value.stale === true ? ['The dependencies changed since the cursor was given out; earlier pages are out of date.'] : []),
      ...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`]),
      ...(value.complete ? [] : [`INCOMPLETE: ${value.why}`]),
    ];
    const head = counted(value.total, 'dependency', 'dependencies');
    yield [head, ...value.packages.flatMap((one) => [`${one.package} (${one.manifest})`, ...one.dependencies.map(tellDependency)]), ...foot].join('\n');
    yield [head, ...value.packages.map((one) => `${one.package}: ${one.dependencies.map(({ name }) => name).join(' ')}`), ...foot].join('\n');
  },
});

const OVERHEAD = 40;
const MOST_PROBLEMS = 5;
const MOST_NAMED = 20;

async function rowsOf(context: Parameters<typeof resolvedVersions>[0], manifest: Manifest): Promise<Row[]> {
  const versions = await resolvedVersions(context, manifest);
  // Groups of a manifest may each name the same.
  const unique = new Map(manifest.dependencies.map((one) => [`${one.name} ${one.wanted} ${one.scope}`, one]));
  return [...unique.values()].map(({ name, wanted, scope }) => {
    const resolved = versions.get(name);
    return { manifest, name, ...(wanted !== '' && { wanted }), ...(resolved !== undefined && { resolved }), ...(scope !== 'runtime' && { scope }) };
  });
}

function isMeant({ name, folder, path }: Manifest, asked: string, projectName: string): boolean {
  const place = asked.replace(/^\.\/|\/$/g, '');
  return (name || projectName) === asked || path === place || folder === (place === '.' ? '' : place);
}

function noSuchPackage(asked: string, manifests: readonly Manifest[]): Error {
  const known = manifests.slice(0, MOST_NAMED).map(({ name, path }) => name || path);
  return invalidArguments('list_dependencies', [`there is no package ${asked}; packages: ${known.join(', ') || 'none'}`], ['package', 'name', 'scope']);
}

function grouped(rows: readonly Row[], projectName: string): z.infer<typeof output>['packages'] {
  return [...groupBy(rows, ({ manifest }) => manifest)].map(([manifest, dependencies]) => ({
    package: manifest.name || projectName,
    manifest: manifest.path,
    kind: manifest.ecosystem,
    dependencies: dependencies.map(({ manifest: _, ...rest }) => rest),
  }));
}

function weighRow({ manifest, ...row }: Row, previous: Row | undefined): number {
  return (
    weighJson(row) +
    (previous?.manifest === manifest ? 0 : weighJson({ package: manifest.name, manifest: manifest.path, kind: manifest.ecosystem, dependencies: [] }))
  );
}

function tellDependency({ name, wanted, resolved, scope }: z.infer<typeof dependency>): string {
  // A pin says the same as what it is resolved to.
  const isSame = wanted === undefined || wanted.replace(/^=+\s*/, '') === resolved;
  const version = resolved === undefined ? wanted : isSame ? resolved : `${resolved} (${wanted})`;
  return [' ', name, ...(version === undefined ? [] : [version]), ...(scope === undefined ? [] : [`[${scope}]`])].join(' ');
}

// Where the code of a dependency can be read; what is missing is fetched by the project's own package manager.
import { z } from 'zod';
import { type FoundPackage, type PackagePartKind, SOURCE_ECOSYSTEMS } from '../../ide/doors/packages.ts';
import { sourcesMissing } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { observed } from '../words/observed.ts';
import { fileOf } from '../words/place.ts';
import { candidatesFor, type PackageCandidate, unknownAmong } from './wantedPackages.ts';

const placeOutput = z.object({
  // Folder, file or archive; outside the project absolute.
  place: z.string(),
  version: z.string().optional(),
  // What of it can be read as it was written; absent where that is the whole folder.
  sources: z.array(z.string()).optional(),
  declarations: z.array(z.string()).optional(),
  // Maps that hold the sources inside.
  sourceMaps: z.array(z.string()).optional(),
  // To be unpacked first.
  archive: z.boolean().optional(),
  repository: z.string().optional(),
});

const output = z.object({
  package: z.string(),
  ecosystem: z.enum(SOURCE_ECOSYSTEMS),
  // The manifests that declare it; absent when it comes only through others.
  declaredIn: z.array(z.string()).optional(),
  // The place that the project uses comes first.
  places: z.array(placeOutput),
  // What was run, when something had to be fetched.
  fetched: z.string().optional(),
  // What that changed in the project, for list_changes and undo.
  changeId: z.string().optional(),
  notes: z.array(z.string()).optional(),
});

export const downloadSources = defineTool({
  name: 'download_sources',
  title: 'Download sources',
  description:
    "Where a dependency's sources or typings lie (npm, Python, Go, Cargo, Maven); missing ones are fetched by the project's package manager, without scripts or lock changes.",
  effect: 'runs',
  hints: {
    destructive: { is: false, because: 'it adds to what the package manager keeps, without scripts and without touching lock files' },
    idempotent: { is: true, because: 'what is there is not fetched again' },
  },
  hidden: true,
  input: z.strictObject({
    package: z.string().min(1).describe('As declared: zod, requests, group:artifact.'),
    version: z.string().min(1).optional().describe('Only this one.'),
    fetch: z.boolean().default(true).describe('False only looks.'),
  }),
  output,
  async run(context, input) {
    const candidates = await candidatesFor(context, input.package, input.version);
    const here = await placesOf(context, candidates, input.version);
    const [found] = here;
    if (found !== undefined) return answer(context, found.candidate, here, candidates);
    const [first] = candidates.filter(({ declaredIn, wanted }) => declaredIn !== undefined || (wanted.ecosystem === 'go' && wanted.version !== undefined));
    if (first === undefined) throw await unknownAmong(context, input.package);
    if (!input.fetch) throw sourcesMissing(first.wanted.name, `${first.manager} has not fetched them`, 'Call again without fetch: false.');
    const { value: fetched, outcome } = await observed(context, { tool: 'download_sources', title: `fetch ${first.wanted.name} with ${first.manager}` }, () =>
      context.ide.packages.fetch(first.wanted, first.manager, context.signal, context.progress),
    );
    const brought = await placesOf(context, [first, ...candidates], input.version);
    if (brought.length === 0) throw await stillMissing(context, first, fetched.command);
    const notes = [
      ...fetched.changed.map((file) => `${file} was changed by ${first.manager}, although it was nameOf not to.`),
      ...(fetched.executed.length === 0 ? [] : [`${first.manager} also executed what the project tells it to: ${fetched.executed.join(', ')}.`]),
    ];
    return {
      ...answer(context, first, brought, candidates),
      fetched: fetched.command,
      ...(outcome.change !== undefined && { changeId: outcome.change.id }),
      ...(notes.length > 0 && { notes }),
    };
  },
  *tell(value) {
    const head = [
      `${value.package} (${value.ecosystem})${value.declaredIn === undefined ? '' : `, declared in ${value.declaredIn.join(', ')}`}`,
      ...(value.fetched === undefined ? [] : [`Fetched with: ${value.fetched}`]),
      ...(value.changeId === undefined ? [] : [`It changed files of the project: change ${value.changeId}`]),
    ];
    const notes = (value.notes ?? []).map((note) => `Note: ${note}`);
    yield [...head, ...value.places.flatMap(tellPlace), ...notes].join('\n');
    yield [...head, ...value.places.map(({ place, version }) => [place, version].filter(Boolean).join(' ')), ...notes].join('\n');
  },
});

interface Found {
  readonly candidate: PackageCandidate;
  readonly found: FoundPackage;
}

// A project has a package in one version, sometimes in a few; more are caches of other projects.
const MOST_PLACES = 10;

async function placesOf({ ide, signal }: ProjectContext, candidates: readonly PackageCandidate[], version: string | undefined): Promise<readonly Found[]> {
  const all: Found[] = [];
  for (const candidate of candidates) {
    const found = (await ide.packages.find(candidate.wanted, signal)).filter((one) => version === undefined || one.version === version);
    for (const one of found) if (!all.some((known) => known.found.uri === one.uri)) all.push({ candidate, found: one });
  }
  return all.slice(0, MOST_PLACES);
}

function answer(
  { ide }: ProjectContext,
  { wanted }: PackageCandidate,
  places: readonly Found[],
  candidates: readonly PackageCandidate[],
): z.infer<typeof output> {
  const own = places.filter(({ candidate }) => candidate.wanted.ecosystem === wanted.ecosystem);
  const declaredIn = [...new Set(candidates.flatMap((one) => one.declaredIn ?? []))];
  return {
    package: wanted.name,
    ecosystem: wanted.ecosystem,
    ...(declaredIn.length > 0 && { declaredIn }),
    places: own.map(({ found }) => placeFields((uri) => fileOf(ide.project, uri), found)),
  };
}

function placeFields(nameOf: (uri: string) => string, { uri, version, parts = [], repository }: FoundPackage): z.infer<typeof placeOutput> {
  const of = (kind: PackagePartKind) => parts.filter((part) => part.kind === kind).map((part) => nameOf(part.uri));
  const [sources, declarations, sourceMaps] = [of('sources'), of('declarations'), of('sourceMap')];
  return {
    place: nameOf(uri),
    ...(version !== undefined && { version }),
    ...(sources.length > 0 && { sources }),
    ...(declarations.length > 0 && { declarations }),
    ...(sourceMaps.length > 0 && { sourceMaps }),
    ...(of('archive').length > 0 && { archive: true }),
    ...(repository !== undefined && { repository }),
  };
}

// It ran and did not bring them: often the lock wants another version than the one that was asked for.
async function stillMissing({ ide, signal }: ProjectContext, { wanted, manager, declaredIn }: PackageCandidate, command: string): Promise<Error> {
  const { version: _, ...any } = wanted;
  const others = (await ide.packages.find(any, signal)).flatMap(({ version }) => version ?? []);
  if (others.length > 0)
    return sourcesMissing(
      `${wanted.name} ${wanted.version}`,
      `${manager} has ${others.join(', ')}, which ${declaredIn} asks for`,
      'Call again without version.',
    );
  return sourcesMissing(wanted.name, `${command} ran and did not bring them`, 'Look at its output by running it yourself; the package may publish none.');
}

function tellPlace({ place, version, sources, declarations, sourceMaps, archive, repository }: z.infer<typeof placeOutput>): string[] {
  return [
    `${[place, version].filter(Boolean).join(' ')}${archive === true ? ' (archive)' : ''}`,
    ...Object.entries({ sources, declarations, 'source maps': sourceMaps }).flatMap(([what, paths]) =>
      paths === undefined ? [] : [`  ${what}: ${paths.join(', ')}`],
    ),
    ...(repository === undefined ? [] : [`  repository: ${repository}`]),
  ];
}

// What one must know to work in a project: its languages, the programs that it needs and has, and how to build and test it.
import { z } from 'zod';
import { defineTool, type ProjectContext } from '../tool.ts';
import { perhapsText } from '../words/optionalFiles.ts';
import { maxTokens, weighJson } from '../words/page.ts';
import { folderOf, lastOf, type Manifest } from './manifests/manifest.ts';
import { manifestsOf } from './manifests/projectManifests.ts';
import { BUILDS, commandsOf, makeCommands, type PackageCommand, packageManagerOf } from './packageManagers.ts';

const command = z.object({ task: z.string(), command: z.string(), folder: z.string(), runs: z.string().optional() });

const output = z.object({
  name: z.string(),
  path: z.string(),
  trusted: z.boolean(),
  files: z.number(),
  // Language to number of files, the most first.
  languages: z.record(z.string(), z.number()),
  packageManagers: z.array(z.string()),
  // Programs on the PATH that this project needs.
  toolchains: z.array(z.object({ name: z.string(), version: z.string().optional(), path: z.string() })),
  // Programs that it needs and that are not there.
  missing: z.array(z.string()).optional(),
  commands: z.array(command),
  // How many commands did not fit.
  moreCommands: z.number().optional(),
  complete: z.boolean(),
  why: z.string().optional(),
});

export const getProjectInfo = defineTool({
  name: 'get_project_info',
  title: 'Get project info',
  description: 'Languages, toolchains with versions, package managers, and the commands that build, test and lint the project.',
  effect: 'reads',
  input: z.strictObject({ max_tokens: maxTokens }),
  output,
  async run(context) {
    const { ide, signal, budget } = context;
    const [{ manifests, problems }, listed] = await Promise.all([manifestsOf(context), ide.documents.list({}, signal)]);
    const files = new Set(listed.map(({ path }) => path));
    const languages = countLanguages(listed.map(({ uri }) => ide.languages.languageOf(uri)));
    const managers = [...new Set(manifests.flatMap((manifest) => packageManagerOf(manifest, files)?.name ?? []))];
    const builds = await buildCommands(context, files);
    const needed = [...new Set([...programsFor(Object.keys(languages), manifests, managers), ...builds.map(({ program }) => program)])];
    const installed = await ide.toolchains.find(needed, signal);
    const missing = needed.filter((name) => !installed.some((program) => program.name === name));
    const commands = [
      ...manifests.flatMap((manifest) => commandsOf(manifest, files)),
      ...builds.flatMap((build) => build.commands),
      ...(await makefileCommands(context, files)),
    ];
    const around = {
      name: ide.project.name,
      path: ide.project.path,
      trusted: ide.project.trusted,
      files: listed.length,
      languages,
      packageManagers: managers,
      toolchains: installed.map((program) => ({ ...program })),
      ...(missing.length > 0 && { missing }),
      complete: problems.length === 0,
      ...(problems.length > 0 && { why: problems.slice(0, MOST_PROBLEMS).join(' ') }),
    };
    const shown = fitting(commands, budget - weighJson(around) - OVERHEAD);
    return { ...around, commands: shown, ...(shown.length < commands.length && { moreCommands: commands.length - shown.length }) };
  },
  *tell(value) {
    const languages = Object.entries(value.languages).map(([language, count]) => `${language} ${count}`);
    const toolchains = value.toolchains.map(({ name, version }) => (version === undefined ? name : `${name} ${version}`));
    const head = [
      `${value.name}  ${value.path}${value.trusted ? '' : ' (not trusted)'}`,
      `Files: ${value.files} (${languages.join(', ')})`,
      ...(value.packageManagers.length === 0 ? [] : [`Package managers: ${value.packageManagers.join(', ')}`]),
      ...(toolchains.length === 0 ? [] : [`Toolchains: ${toolchains.join(', ')}`]),
      ...(value.missing === undefined ? [] : [`Missing: ${value.missing.join(', ')}`]),
    ];
    const foot = value.complete ? [] : [`INCOMPLETE: ${value.why}`];
    const rest = value.moreCommands === undefined ? [] : [`… and ${value.moreCommands} more commands`];
    yield [...head, ...value.commands.map(tellCommand), ...rest, ...foot].join('\n');
    yield [...head, ...foot].join('\n');
  },
});

const OVERHEAD = 60;
const MOST_PROBLEMS = 5;
// Whether a build tests anything is said in one of its first files.
const MOST_INNER = 50;

// Which programs a language or an ecosystem needs.
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  typescript: ['node'],
  typescriptreact: ['node'],
  javascript: ['node'],
  javascriptreact: ['node'],
  python: ['python3'],
  go: ['go'],
  rust: ['rustc'],
  java: ['java'],
  kotlin: ['java'],
  scala: ['java'],
  c: ['cc'],
  cpp: ['c++'],
  csharp: ['dotnet'],
  ruby: ['ruby'],
  php: ['php'],
  swift: ['swift'],
  zig: ['zig'],
  elixir: ['elixir'],
  makefile: ['make'],
  cmake: ['cmake'],
};

// pip is asked for as a module of Python and has no place of its own.
function programsFor(languages: readonly string[], manifests: readonly Manifest[], managers: readonly string[]): string[] {
  const forJava = manifests.some(({ ecosystem }) => ecosystem === 'maven' || ecosystem === 'gradle') ? ['java'] : [];
  return [...new Set(['git', ...languages.flatMap((language) => PROGRAMS[language] ?? []), ...forJava, ...managers.filter((name) => name !== 'pip')])];
}

function countLanguages(languages: readonly (string | undefined)[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const language of languages) if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]));
}

// Inner files of a build belong to the outermost one, which also says whether anything is tested.
async function buildCommands(context: ProjectContext, files: ReadonlySet<string>): Promise<{ program: string; commands: PackageCommand[] }[]> {
  const found = BUILDS.map(async ({ file, program, commands }) => {
    const all = [...files].filter((path) => lastOf(path) === file);
    const folders = all.map(folderOf);
    const outermost = folders.filter((folder) => !folders.some((other) => other !== folder && (other === '' || folder.startsWith(`${other}/`))));
    const rows = outermost.map(async (folder) => {
      const own = all.filter((path) => folder === '' || path.startsWith(`${folder}/`));
      const texts = await Promise.all(own.slice(0, MOST_INNER).map((path) => perhapsText(context, path)));
      return Object.entries(commands(texts.join('\n'))).map(([task, command]) => ({ task, command, folder: folder || '.' }));
    });
    return { program, commands: (await Promise.all(rows)).flat() };
  });
  return (await Promise.all(found)).filter(({ commands }) => commands.length > 0);
}

async function makefileCommands(context: ProjectContext, files: ReadonlySet<string>): Promise<PackageCommand[]> {
  const makefiles = [...files].filter((path) => lastOf(path) === 'Makefile');
  const found = await Promise.all(makefiles.map(async (path) => makeCommands(folderOf(path) || '.', (await perhapsText(context, path)) ?? '')));
  return found.flat();
}

// Those of the outermost packages come first, because they mostly cover the others.
function fitting(commands: readonly PackageCommand[], budget: number): PackageCommand[] {
  const depth = ({ folder }: PackageCommand) => (folder === '.' ? 0 : folder.split('/').length);
  const shown: PackageCommand[] = [];
  let weight = 0;
  for (const one of commands.toSorted((a, b) => depth(a) - depth(b))) {
    weight += weighJson(one);
    if (weight > budget) break;
    shown.push(one);
  }
  return shown;
}

function tellCommand({ task, command: typed, folder, runs }: z.infer<typeof command>): string {
  return `${task}: ${typed}${folder === '.' ? '' : ` (in ${folder})`}${runs === undefined ? '' : `  → ${runs}`}`;
}

// What an IDE would call the modules of a project: its packages, with the folders in which their sources and tests are.
import type { ProjectContext } from '../tool.ts';
import { folderOf, inFolder, lastOf, type Manifest } from './manifests/manifest.ts';
import { workspaceOf } from './manifests/projectManifests.ts';

export interface Module {
  readonly name: string;
  // Relative to the project; "." is the project itself.
  readonly folder: string;
  // npm, python, go, cargo, maven, gradle, composer, bundler or typescript; empty where no manifest says.
  readonly kinds: readonly string[];
  readonly version?: string;
  readonly sourceRoots: readonly string[];
  readonly testRoots?: readonly string[];
  // The folder of the workspace that lists it.
  readonly workspace?: string;
}

// Files of these languages hold data or prose; a folder with nothing else has no sources.
const NOT_CODE =
  /^(json|jsonc|json5|markdown|mdx|yaml|toml|xml|plaintext|ini|properties|dotenv|ignore|git-.*|go\.(mod|sum|work)|jsonl|dockerfile|makefile|cmake|csv|log|diff|svg|restructuredtext|latex|bibtex)$/;
const TEST_FOLDERS = /^(tests?|__tests__|specs?|e2e|testing|testdata)$/;
// Where Maven and Gradle put them.
const JVM_ROOTS = /^src\/[\w-]+\/(java|kotlin|scala|groovy)(?=\/)/;

export async function modulesOf(context: ProjectContext, manifests: readonly Manifest[]): Promise<Module[]> {
  const { ide, signal } = context;
  const files = await ide.documents.list({}, signal);
  const code = files.filter(({ uri }) => isCode(ide.languages.languageOf(uri))).map(({ path }) => path);
  const configured = files.filter(({ path }) => lastOf(path) === 'tsconfig.json').map(({ path }) => folderOf(path));
  const folders = new Set([...manifests.map(({ folder }) => folder), ...configured]);
  if (folders.size === 0) folders.add('');
  const inside = filesByModule(code, folders);
  return [...folders].sort().flatMap((folder) => {
    const own = manifests.filter((manifest) => manifest.folder === folder);
    const sources = inside.get(folder) ?? [];
    // A folder of requirements files is no package.
    const onlyRequirements = own.length > 0 && own.every(({ path }) => path.endsWith('.txt'));
    if (onlyRequirements && folder !== '' && sources.length === 0) return [];
    return [moduleOf(context, folder, own, manifests, sources, configured.includes(folder))];
  });
}

function moduleOf(
  { ide }: ProjectContext,
  folder: string,
  own: readonly Manifest[],
  all: readonly Manifest[],
  sources: readonly string[],
  hasTsconfig: boolean,
): Module {
  const named = own.find(({ name }) => name !== '' && name !== lastOf(folder)) ?? own[0];
  const roots = rootsOf(folder, sources);
  const version = own.find((manifest) => manifest.version !== undefined)?.version;
  const workspace = own.map((manifest) => workspaceOf(manifest, all)).find((found) => found !== undefined);
  const kinds = [...new Set<string>(own.map(({ ecosystem }) => ecosystem))];
  return {
    name: named?.name || lastOf(folder) || ide.project.name,
    folder: folderName(folder),
    kinds: kinds.length === 0 && hasTsconfig ? ['typescript'] : kinds,
    ...(version !== undefined && { version }),
    sourceRoots: roots.filter((root) => !isTest(folder, root)).map(folderName),
    ...(roots.some((root) => isTest(folder, root)) && { testRoots: roots.filter((root) => isTest(folder, root)).map(folderName) }),
    ...(workspace !== undefined && { workspace: folderName(workspace.folder) }),
  };
}

// Each file belongs to the innermost module around it.
function filesByModule(paths: readonly string[], folders: ReadonlySet<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of paths) {
    let folder = folderOf(path);
    while (folder !== '' && !folders.has(folder)) folder = folderOf(folder);
    const files = found.get(folder);
    if (files === undefined) found.set(folder, [path]);
    else files.push(path);
  }
  return found;
}

// The first folders below the module that hold code; the module itself where code lies in it and in no folder.
function rootsOf(folder: string, sources: readonly string[]): string[] {
  const roots = new Set<string>();
  for (const path of sources) {
    const relative = folder === '' ? path : path.slice(folder.length + 1);
    const [, first] = /^([^/]+)\//.exec(relative) ?? [];
    const root = JVM_ROOTS.exec(relative)?.[0] ?? first;
    // Scripts of tools, as .github and .storybook have them, are not the sources of a package.
    if (root !== undefined && !root.startsWith('.')) roots.add(inFolder(folder, root));
  }
  return roots.size === 0 ? (sources.length === 0 ? [] : [folder]) : [...roots].sort();
}

function isTest(folder: string, root: string): boolean {
  const relative = folder === '' ? root : root.slice(folder.length + 1);
  return TEST_FOLDERS.test(lastOf(relative)) || /^src\/(test|integrationTest|testFixtures|it)\//.test(relative);
}

function isCode(language: string | undefined): boolean {
  return language !== undefined && !NOT_CODE.test(language);
}

function folderName(folder: string): string {
  return folder === '' ? '.' : folder;
}

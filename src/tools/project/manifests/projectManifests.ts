// Every manifest of the project, read by the table of ecosystems, and the versions that their dependencies were resolved to.
import { z } from 'zod';
import { sensibleGlobMatcher } from '../../../base/patterns/glob.ts';
import type { ProjectContext } from '../../tool.ts';
import { perhapsFiles, perhapsText } from '../../words/optionalFiles.ts';
import { readCargoToml, resolveCargo } from './cargo.ts';
import { readGoMod, readGoWork } from './go.ts';
import { folderOf, inFolder, lastOf, type Manifest, type ReadManifest, type ReadProjectText } from './manifest.ts';
import { readPom, resolveMaven } from './maven.ts';
import { readPackageJson, readPnpmWorkspace, resolveNpm } from './npm.ts';
import { readPyproject, readRequirements, readSetupConfig, readSetupProgram, resolvePython } from './python.ts';

export interface ProjectManifests {
  readonly manifests: readonly Manifest[];
  // One sentence for each file that could not be understood.
  readonly problems: readonly string[];
}

// Build files that are programs, or that we do not read: name and place are all that is known.
const placeOnly =
  (ecosystem: Manifest['ecosystem']): ReadManifest =>
  ({ path, folder }) => ({ ecosystem, path, folder, name: lastOf(folder), members: [], dependencies: [] });

// The ecosystems whose dependencies are not read.
export const UNREAD: ReadonlySet<Manifest['ecosystem']> = new Set(['gradle', 'composer', 'bundler']);

const READERS: Readonly<Record<string, ReadManifest>> = {
  'package.json': readPackageJson,
  'pyproject.toml': readPyproject,
  'setup.cfg': readSetupConfig,
  'setup.py': readSetupProgram,
  'requirements*.txt': readRequirements,
  'go.mod': readGoMod,
  'Cargo.toml': readCargoToml,
  'pom.xml': readPom,
  'build.gradle': placeOnly('gradle'),
  'build.gradle.kts': placeOnly('gradle'),
  'composer.json': placeOnly('composer'),
  Gemfile: placeOnly('bundler'),
};

// Files that name members of a workspace beside the manifests, and whose workspace it is.
const WORKSPACES: Readonly<Record<string, { readonly beside: Manifest['ecosystem']; read(text: string): string[] }>> = {
  'pnpm-workspace.yaml': { beside: 'npm', read: readPnpmWorkspace },
  'go.work': { beside: 'go', read: readGoWork },
};

export async function manifestsOf(context: ProjectContext): Promise<ProjectManifests> {
  const { ide, signal } = context;
  const names = [...Object.keys(READERS), ...Object.keys(WORKSPACES)];
  const listed = await ide.documents.list({ include: names.flatMap((name) => [name, `**/${name}`]) }, signal);
  const problems: string[] = [];
  const manifests: Manifest[] = [];
  const workspaces: Manifest[] = [];
  for (const { path } of listed) {
    const text = (await perhapsText(context, path)) ?? '';
    const folder = folderOf(path);
    const workspace = WORKSPACES[lastOf(path)];
    try {
      if (workspace !== undefined)
        workspaces.push({ ecosystem: workspace.beside, path, folder, name: lastOf(folder), members: workspace.read(text), dependencies: [] });
      const manifest = readerOf(path)?.({ path, folder, text });
      if (manifest !== undefined) manifests.push(manifest);
    } catch (error) {
      // Whatever the parser of this format throws: the file is at fault, and the others are still worth reading.
      problems.push(`${path} is broken: ${firstLineOf(error)}.`);
    }
  }
  return { manifests: withWorkspaces(manifests, workspaces), problems };
}

// The manifest whose workspace this one belongs to.
export function workspaceOf(manifest: Manifest, all: readonly Manifest[]): Manifest | undefined {
  return all.find((outer) => outer !== manifest && outer.ecosystem === manifest.ecosystem && outer.members.length > 0 && isMember(manifest.folder, outer));
}

// Name of the dependency to version.
export async function resolvedVersions(context: ProjectContext, manifest: Manifest): Promise<ReadonlyMap<string, string>> {
  const readText: ReadProjectText = (path) => perhapsText(context, path);
  const own = new Map(manifest.dependencies.flatMap(({ name, resolved }): [string, string][] => (resolved === undefined ? [] : [[name, resolved]])));
  if (manifest.ecosystem === 'npm') return resolveNpm(manifest, readText);
  if (manifest.ecosystem === 'python') return resolvePython(manifest, readText, (folder, glob) => perhapsFiles(context, folder, glob));
  if (manifest.ecosystem === 'cargo') return resolveCargo(manifest, readText);
  if (manifest.ecosystem === 'maven') return new Map([...own, ...(await resolveMaven(manifest, readText))]);
  return own;
}

function readerOf(path: string): ReadManifest | undefined {
  const name = lastOf(path);
  return READERS[name] ?? (/^requirements.*\.txt$/.test(name) ? readRequirements : undefined);
}

// The file of a workspace adds its members to the manifest beside it, or stands for itself where there is none.
function withWorkspaces(manifests: readonly Manifest[], workspaces: readonly Manifest[]): Manifest[] {
  const beside = (manifest: Manifest) => workspaces.find(({ ecosystem, folder }) => ecosystem === manifest.ecosystem && folder === manifest.folder);
  const completed = manifests.map((manifest) => ({ ...manifest, members: [...manifest.members, ...(beside(manifest)?.members ?? [])] }));
  const alone = workspaces.filter(({ ecosystem, folder }) => !manifests.some((manifest) => manifest.ecosystem === ecosystem && manifest.folder === folder));
  return [...completed, ...alone];
}

function isMember(folder: string, { folder: outer, members }: Manifest): boolean {
  const globs = members.map((glob) => glob.replace(/^\.?\//, '').replace(/\/$/, ''));
  const included = globs.filter((glob) => !glob.startsWith('!')).map((glob) => inFolder(outer, glob));
  const excluded = globs.filter((glob) => glob.startsWith('!')).map((glob) => inFolder(outer, glob.slice(1)));
  return sensibleGlobMatcher(included)(folder) && !sensibleGlobMatcher(excluded)(folder);
}

function firstLineOf(error: unknown): string {
  const message = error instanceof z.ZodError ? z.prettifyError(error).replace(/^✖ /, '') : error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').replace(/[.:]$/, '');
}

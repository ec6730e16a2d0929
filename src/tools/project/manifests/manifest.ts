// What a manifest says about its package, whatever the ecosystem: name, members of its workspace, and what it depends on.

export type Ecosystem = 'npm' | 'python' | 'go' | 'cargo' | 'maven' | 'gradle' | 'composer' | 'bundler';

export const SCOPES = ['runtime', 'dev', 'peer', 'optional', 'build', 'test', 'indirect'] as const;
export type DependencyScope = (typeof SCOPES)[number];

export interface Dependency {
  readonly name: string;
  // As the manifest writes it; empty for any version.
  readonly wanted: string;
  readonly scope: DependencyScope;
  // The manifest itself says which version it is, so no lock needs to be read.
  readonly resolved?: string | undefined;
}

export interface Manifest {
  readonly ecosystem: Ecosystem;
  // Relative to the project, with forward slashes.
  readonly path: string;
  // The folder of the manifest; empty is the project itself.
  readonly folder: string;
  readonly name: string;
  readonly version?: string | undefined;
  // Globs of folders, relative to this one, whose packages belong to its workspace.
  readonly members: readonly string[];
  readonly dependencies: readonly Dependency[];
  // Commands that the manifest gives a name to.
  readonly scripts?: Readonly<Record<string, string>> | undefined;
  // Test runners that it configures.
  readonly runners?: readonly string[];
}

// How a row of the table of ecosystems reads one of its files. Throws what a parser throws when the file is broken.
export type ReadManifest = (file: { readonly path: string; readonly folder: string; readonly text: string }) => Manifest | undefined;

// The text of a file of the project, also of one that git ignores; undefined when there is none.
export type ReadProjectText = (path: string) => Promise<string | undefined>;

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

// The folder itself, then those around it, up to the project.
export function outwards(folder: string): string[] {
  return folder === '' ? [''] : [folder, ...outwards(folderOf(folder))];
}

export function byScope(scope: DependencyScope, wanted: Readonly<Record<string, string>> | undefined): Dependency[] {
  return Object.entries(wanted ?? {}).map(([name, version]) => ({ name, wanted: version, scope }));
}

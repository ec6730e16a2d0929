// The door to the code of dependencies: where it lies on this machine, and how it gets there.
import type { Progress } from './languages.ts';

export interface Packages {
  // Every place at which the package lies, the one that the folder would use first. Nothing is fetched, and nothing of the project is executed.
  find(wanted: WantedPackage, signal: AbortSignal): Promise<readonly FoundPackage[]>;
  // Lets the package manager fetch what the project has declared, or the module itself where that needs no project. No script of a package is run.
  // Throws not_permitted in a project that nobody trusts, package_manager_missing, and fetch_failed with the last words of the program.
  fetch(wanted: WantedPackage, manager: string, signal: AbortSignal, progress: Progress): Promise<FetchedPackages>;
}

export const SOURCE_ECOSYSTEMS = ['npm', 'python', 'go', 'cargo', 'maven'] as const;
export type SourceEcosystem = (typeof SOURCE_ECOSYSTEMS)[number];

export interface WantedPackage {
  readonly ecosystem: SourceEcosystem;
  // As its ecosystem writes it: @scope/name, module path, group:artifact.
  readonly name: string;
  // Exact; absent when nobody knows it.
  readonly version?: string;
  // The folder of the manifest that wants it.
  readonly folderUri: string;
}

export interface FoundPackage {
  // The package itself: its folder, a single file, or an archive.
  readonly uri: string;
  readonly version?: string;
  // What of it can be read as it was written, or as types; absent where that is the whole folder.
  readonly parts?: readonly PackagePart[];
  // Where its authors keep it.
  readonly repository?: string;
}

// Declarations are types without code; sourceMap holds the sources inside; archive must be unpacked first.
export type PackagePartKind = 'sources' | 'declarations' | 'sourceMap' | 'archive';

export interface PackagePart {
  readonly kind: PackagePartKind;
  readonly uri: string;
}

export interface FetchedPackages {
  // As a person would type it.
  readonly command: string;
  // Manifests and locks that it changed although it was asked not to.
  readonly changed: readonly string[];
  // What of the project the manager executed by itself, each as in ".pnpmfile.cjs (hooks)".
  readonly executed: readonly string[];
}

// A language server as a registry has it: pinned to one version, and by a lock to the hashes of that and of everything that it brings.

export interface ServerPackage {
  // That of its row in the catalogue of languages.
  readonly id: string;
  // What it serves, as people write it.
  readonly language: string;
  readonly registry: Registry;
  // In the registry.
  readonly name: string;
  readonly version: string;
  // On disk, once it is there; about, for it differs between systems.
  readonly megabytes: number;
  readonly starts: Start;
  // The newest that this version of its toolchain can build; absent where it needs none.
  readonly builtBy?: { readonly program: string; readonly atLeast: string };
}

export type Registry = 'npm' | 'PyPI' | 'Go';

// By paths in its folder: a script of Node, a function of a Python module as `module:function`, a program (without .exe), or a file that only its own row knows how to start.
export type Start = { readonly node: string } | { readonly python: string } | { readonly program: string } | { readonly file: string };

// What runs it, before its own arguments.
export interface Launch {
  readonly program: string;
  readonly leading: readonly string[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

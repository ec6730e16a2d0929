// The door to the programs of this machine that build and run code.

export interface Toolchains {
  // Those of the named programs that are installed, in the order of the names. Nothing of the project is executed.
  find(programs: readonly string[], signal: AbortSignal): Promise<readonly InstalledProgram[]>;
}

export interface InstalledProgram {
  readonly name: string;
  // Absolute.
  readonly path: string;
  // Absent when the program does not say.
  readonly version?: string;
}

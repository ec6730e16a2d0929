// What a judge of refactorings is: the project's type checker, asked in the same way before and after.

export interface Judge extends AsyncDisposable {
  // Of the project as it lies on disk, or with other texts (undefined: no such file) over it; quickly, from what it knows already.
  errors(over?: Texts): Promise<readonly string[]>;
  // The same from nothing, as on the command line: whatever the quick way calls new must be confirmed here.
  confirmed(): Promise<readonly string[]>;
}

// Paths relative to the project.
export type Texts = ReadonlyMap<string, string | undefined>;

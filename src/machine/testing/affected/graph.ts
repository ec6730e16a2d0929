// Who needs whom in a project, turned round: which files a change in one can reach.

export interface ImportGraph {
  // Paths relative to the project, and what each imports.
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
}

// The files themselves and everything that imports them, directly or through others.
export function importersOf({ imports }: ImportGraph, files: Iterable<string>): Set<string> {
  const importers = new Map<string, string[]>();
  for (const [importer, imported] of imports)
    for (const one of imported) {
      const known = importers.get(one);
      if (known === undefined) importers.set(one, [importer]);
      else known.push(importer);
    }
  const reached = new Set(files);
  // A set grows while it is gone through.
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return reached;
}

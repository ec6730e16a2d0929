// Which languages occur in the project, so that no server is started for one that does not.
import { pathOf } from '../../../../base/files/fileUri.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import { languageBySyntax } from '../../../../machine/syntax/syntaxOutlines.ts';
import type { EngineProject, EngineRow } from '../engine/engineRow.ts';
import type { Route } from '../engine/route.ts';

export class RowsWithFiles {
  readonly #rows: readonly EngineRow[];
  readonly #project: EngineProject;
  #counts: { readonly route: Route; readonly byRow: ReadonlyMap<EngineRow, number> } | undefined;
  // Files that no row serves, but a grammar.
  #others: readonly string[] = [];

  constructor(rows: readonly EngineRow[], project: EngineProject) {
    this.#rows = rows;
    this.#project = project;
  }

  changed(changes: readonly DiskChange[]): void {
    if (changes.some(({ kind }) => kind !== 'changed')) this.#counts = undefined;
  }

  // In the order of the catalogue. Linters are not among them: whether a file is theirs is a question of configuration.
  async list(signal: AbortSignal): Promise<readonly EngineRow[]> {
    const counts = await this.counts(signal);
    return this.#rows.filter((row) => counts.has(row));
  }

  async counts(signal: AbortSignal): Promise<ReadonlyMap<EngineRow, number>> {
    const route = await this.#project.routes.now();
    if (this.#counts?.route === route) return this.#counts.byRow;
    const counts = new Map<EngineRow, number>();
    const others: string[] = [];
    for (const { uri } of await this.#project.documents.list({}, signal)) {
      const row = route.rowOf(uri);
      if (row !== undefined) counts.set(row, (counts.get(row) ?? 0) + 1);
      else if (languageBySyntax(pathOf(uri)) !== undefined) others.push(uri);
    }
    this.#others = others;
    this.#counts = { route, byRow: counts };
    return counts;
  }

  // The files that no row serves and those of these rows, in the order of the listing.
  async filesWithout(rows: readonly EngineRow[], signal: AbortSignal): Promise<readonly string[]> {
    await this.counts(signal);
    if (rows.length === 0) return this.#others;
    const route = await this.#project.routes.now();
    const all = await this.#project.documents.list({}, signal);
    return all.map(({ uri }) => uri).filter((uri) => isOneOf(rows, route.rowOf(uri)));
  }

  // How many files each linter would be asked about, as things are on disk.
  async lintCounts(signal: AbortSignal): Promise<ReadonlyMap<EngineRow, number>> {
    const files = await this.#project.documents.list({}, signal);
    const counted = this.#rows.flatMap((row) => {
      const wants = row.lints?.(this.#project);
      return wants === undefined ? [] : [[row, files.filter(({ uri }) => wants(uri)).length] as const];
    });
    return new Map(counted.filter(([, count]) => count > 0));
  }
}

function isOneOf(rows: readonly EngineRow[], row: EngineRow | undefined): boolean {
  return row === undefined || rows.includes(row);
}

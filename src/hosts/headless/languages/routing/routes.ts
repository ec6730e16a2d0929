// Which row serves a file: the one of its name or, where the project's configuration demands it, one that takes its place.
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { EngineRow, Replacing, ReplacingProject } from '../engine/engineRow.ts';
import type { RowsByName } from '../engine/languageFiles.ts';
import type { Route, Routes } from '../engine/route.ts';

interface Replacement {
  readonly row: EngineRow;
  readonly of: string;
  readonly replacing: Replacing;
}

export class ProjectRoutes implements Routes {
  readonly #rows: readonly EngineRow[];
  readonly #byName: RowsByName;
  readonly #replacements: readonly Replacement[];
  readonly #project: ReplacingProject;
  #route: Promise<Route> | undefined;

  constructor(rows: readonly EngineRow[], byName: RowsByName, project: ReplacingProject) {
    this.#rows = rows;
    this.#byName = byName;
    this.#project = project;
    this.#replacements = rows.flatMap((row) => (row.replaces === undefined ? [] : [{ row, of: row.replaces.row, replacing: row.replaces.where(project) }]));
  }

  changed(changes: readonly DiskChange[]): void {
    const affected = this.#replacements.filter(({ replacing }) => replacing.changed(changes));
    const listed = changes.filter(({ kind }) => kind !== 'changed');
    if (affected.length > 0 || listed.some(({ uri }) => this.#byName.find(uri)?.embeds !== undefined)) this.#route = undefined;
  }

  // Shared by all who ask, so it does not end with the call that happened to be the first.
  now(): Promise<Route> {
    if (this.#replacements.some(({ replacing }) => replacing.outdated())) this.#route = undefined;
    this.#route ??= this.#find().catch((error: unknown) => {
      this.#route = undefined;
      throw error;
    });
    return this.#route;
  }

  // Those that have files in the project.
  async #embedding(): Promise<readonly EngineRow[]> {
    const rows = this.#rows.filter(({ embeds }) => embeds !== undefined);
    if (rows.length === 0) return [];
    const listed = await this.#project.documents.list({}, new AbortController().signal);
    const served = new Set(listed.map(({ uri }) => this.#byName.find(uri)));
    return rows.filter((row) => served.has(row));
  }

  async #find(): Promise<Route> {
    const known = await Promise.all(this.#replacements.map(async (replacement) => ({ ...replacement, replaced: await replacement.replacing.now() })));
    const embedding = await this.#embedding();
    const active = known.filter(({ replaced }) => replaced !== undefined);
    const replacementOf = (uri: string) => {
      const named = this.#byName.find(uri);
      return active.find(({ of, replaced }) => of === named?.id && replaced?.reason(uri) !== undefined);
    };
    return {
      rowOf: (uri) => replacementOf(uri)?.row ?? this.#byName.find(uri),
      reasonOf: (uri) => active.flatMap(({ replaced }) => replaced?.reason(uri) ?? [])[0],
      reasonFor: (row) => active.find((entry) => entry.row === row)?.replaced?.summary,
      siblingsOf: (row) => {
        const family = row?.replaces?.row ?? row?.embeds?.row ?? row?.id;
        const members = [...active.filter(({ of }) => of === family).map((entry) => entry.row), ...embedding.filter(({ embeds }) => embeds?.row === family)];
        return members.length === 0 ? [] : [...this.#rows.filter(({ id }) => id === family), ...members].filter((other) => other !== row);
      },
      embedding: (row) => embedding.filter(({ embeds }) => embeds?.row === (row?.replaces?.row ?? row?.id)),
      mayUse: async (word, from, signal) => {
        const files = await Promise.all([
          ...active.map(({ replacing }) => replacing.mayUse(word, from, signal)),
          ...embedding.map(({ embeds }) => embeds?.mayUse(this.#project, word, from, signal) ?? []),
        ]);
        return [...new Set(files.flat())];
      },
    };
  }
}

// Which engine serves a file, as those must know it who ask several of them.
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { EngineRow } from './engineRow.ts';

export interface Routes {
  // Shared by all who ask.
  now(): Promise<Route>;
  changed(changes: readonly DiskChange[]): void;
}

// How things are on disk; another object as soon as something may have changed.
export interface Route {
  rowOf(uri: string): EngineRow | undefined;
  // Why not the row of its name serves the file; undefined when that does.
  reasonOf(uri: string): string | undefined;
  // Why the row serves anything at all; undefined for one that takes nobody's place.
  reasonFor(row: EngineRow): string | undefined;
  // Rows that serve other files of the same language.
  siblingsOf(row: EngineRow | undefined): readonly EngineRow[];
  // Rows whose files hold the language of this one, with more around it, where the project has such files.
  embedding(row: EngineRow | undefined): readonly EngineRow[];
  // Those of other rows that may use what the name means in this file.
  mayUse(word: string, from: string, signal: AbortSignal): Promise<readonly string[]>;
}

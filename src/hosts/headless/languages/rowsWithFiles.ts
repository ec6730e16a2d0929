// Which languages occur in the project, so that no server is started for one that does not.
import type { DiskChange, DiskDocuments } from '../documents/diskChanges.ts';
import type { EngineRow } from './engineRow.ts';
import { languageIn } from './languageFiles.ts';

export class RowsWithFiles {
  readonly #rows: readonly EngineRow[];
  readonly #documents: DiskDocuments;
  #present: readonly EngineRow[] | undefined;

  constructor(rows: readonly EngineRow[], documents: DiskDocuments) {
    this.#rows = rows;
    this.#documents = documents;
  }

  changed(changes: readonly DiskChange[]): void {
    if (changes.some(({ kind }) => kind !== 'changed')) this.#present = undefined;
  }

  async list(signal: AbortSignal): Promise<readonly EngineRow[]> {
    if (this.#present !== undefined) return this.#present;
    const files = await this.#documents.list({}, signal);
    const present = this.#rows.filter((row) => files.some(({ uri }) => languageIn(row, uri) !== undefined));
    this.#present = present;
    return present;
  }
}

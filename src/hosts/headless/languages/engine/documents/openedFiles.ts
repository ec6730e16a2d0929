// Files that are held open because an engine knows only what is open.
import type { DiskChange } from '../../../../../machine/files/diskChanges.ts';
import type { EngineSession } from '../engineSession.ts';
import { languageIn } from '../languageFiles.ts';

export class OpenedFiles {
  readonly #session: EngineSession;
  readonly #most: number;
  readonly #opened = new Set<string>();

  constructor(session: EngineSession, most: number) {
    this.#session = session;
    this.#most = most;
  }

  filesChanged(changes: readonly DiskChange[]): void {
    for (const { uri, kind } of changes) if (kind === 'deleted') this.#opened.delete(uri);
  }

  // A sentence about those that are too many; undefined when all are open.
  async open(uris: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    let left = 0;
    for (const uri of uris) {
      if (this.#opened.has(uri) || languageIn(this.#session.row, uri) === undefined) continue;
      if (this.#opened.size >= this.#most) left += 1;
      else if (await this.#session.documents.pinText(uri, signal)) this.#opened.add(uri);
    }
    return left === 0 ? undefined : `${left} files were not searched: ${this.#session.name} is given at most ${this.#most} at a time.`;
  }

  async openAll(signal: AbortSignal): Promise<string | undefined> {
    const listed = await this.#session.project.documents.list({}, signal);
    return this.open(
      listed.map(({ uri }) => uri),
      signal,
    );
  }
}

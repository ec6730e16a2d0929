// What is particular about intelephense: until it has indexed the project it answers as if the other files were empty, and what happens to closed files later it reads when it likes.
import { Bound, untilAborted } from '../../../../base/waiting/abort.ts';
import { type Deferred, deferred } from '../../../../base/waiting/deferred.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import { cancelled } from '../../../../ide/errors/errors.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import { OpenedFiles } from '../engine/documents/openedFiles.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { Middleware, QuestionScope } from '../engine/middleware.ts';

// Of PHP's own declarations too; three seconds on a slow machine, longer for a large project.
const INDEXING = seconds(60);
// Of files that somebody else has changed since it read them.
const MOST_OPENED = 300;
const UNFINISHED = 'intelephense is still indexing the project.';

export class Intelephense implements Middleware {
  readonly #indexed: Deferred<void> = deferred();
  readonly #files: OpenedFiles;
  readonly #changed = new Set<string>();
  #isIndexed = false;

  constructor(session: EngineSession) {
    this.#files = new OpenedFiles(session, MOST_OPENED);
  }

  configuration(): unknown {
    return null;
  }

  logged(text: string): void {
    if (!/Indexing finished/.test(text)) return;
    this.#isIndexed = true;
    this.#indexed.resolve();
  }

  busy(): string | undefined {
    return this.#isIndexed ? undefined : 'indexing';
  }

  filesChanged(changes: readonly DiskChange[]): void {
    this.#files.filesChanged(changes);
    for (const { uri, kind } of changes) {
      if (kind === 'deleted') this.#changed.delete(uri);
      else this.#changed.add(uri);
    }
  }

  async prepare(_scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    return (await this.#indexing(signal)) ?? this.#files.open([...this.#changed], signal);
  }

  async #indexing(signal: AbortSignal): Promise<string | undefined> {
    if (this.#isIndexed) return undefined;
    using bound = new Bound(signal, INDEXING);
    try {
      await untilAborted(this.#indexed.promise, bound.signal, cancelled);
      return undefined;
    } catch (error) {
      if (bound.passed) return UNFINISHED;
      throw error;
    }
  }
}

// What is particular about gopls: a new file belongs to no package that it knows until something is asked about that file.
import { IdeError } from '../../../../ide/errors.ts';
import type { DiskChange } from '../../documents/diskChanges.ts';
import type { Quirk, Scope } from '../engineRow.ts';
import type { EngineSession } from '../engineSession.ts';
import { languageIn } from '../languageFiles.ts';

// One of these loads its whole package; so many new packages at once are a checkout, after which a new process is quicker.
const MOST_ASKED = 50;

export class GoplsQuirk implements Quirk {
  readonly #session: EngineSession;
  readonly #appeared = new Set<string>();
  // A question about a file of each module makes it load that module; without one it knows only the module of the first file.
  #modulesLoaded = false;

  constructor(session: EngineSession) {
    this.#session = session;
  }

  configuration(): unknown {
    return null;
  }

  get outdated(): boolean {
    return this.#appeared.size > MOST_ASKED;
  }

  filesChanged(changes: readonly DiskChange[]): void {
    for (const { uri, kind } of changes) {
      if (uri.endsWith('/go.mod') || uri.endsWith('/go.work')) this.#modulesLoaded = false;
      if (languageIn(this.#session.row, uri) === undefined) continue;
      if (kind === 'created') this.#appeared.add(uri);
      else if (kind === 'deleted') this.#appeared.delete(uri);
    }
  }

  async prepare(scope: Scope, signal: AbortSignal): Promise<string | undefined> {
    if (scope.kind === 'file' || scope.kind === 'files') return undefined;
    if (!this.#modulesLoaded) {
      const listed = (await this.#session.project.documents.list({}, signal)).map(({ uri }) => uri);
      for (const uri of firstOfEachModule(listed)) await this.#ask(uri, signal);
      this.#modulesLoaded = true;
    }
    for (const uri of [...this.#appeared]) {
      await this.#ask(uri, signal);
      this.#appeared.delete(uri);
    }
    return undefined;
  }

  async #ask(uri: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#session.documents.open(uri, signal);
      await this.#session.request('textDocument/diagnostic', { textDocument: { uri } }, signal);
    } catch (error) {
      // A file that is gone again, or that no build includes, has nothing to be found.
      if (!(error instanceof IdeError) || ['cancelled', 'timed_out'].includes(error.code)) throw error;
    }
  }
}

function firstOfEachModule(uris: readonly string[]): readonly string[] {
  const folders = uris.filter((uri) => uri.endsWith('/go.mod')).map((uri) => uri.slice(0, -'go.mod'.length));
  return folders.flatMap((folder) => {
    const inner = folders.filter((other) => other !== folder && other.startsWith(folder));
    return uris.find((uri) => uri.endsWith('.go') && uri.startsWith(folder) && !inner.some((other) => uri.startsWith(other))) ?? [];
  });
}

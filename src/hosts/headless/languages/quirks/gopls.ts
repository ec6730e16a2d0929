// What is particular about gopls: a new file belongs to no package that it knows until something is asked about that file.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { seconds } from '../../../../base/duration.ts';
import { IdeError } from '../../../../ide/errors.ts';
import { compare } from '../../../../ide/text.ts';
import type { DiskChange } from '../../documents/diskChanges.ts';
import { diagnosticsOf, type ProtocolDiagnostic } from '../answers.ts';
import type { Quirk, Scope } from '../engineRow.ts';
import type { EngineSession } from '../engineSession.ts';
import { languageIn } from '../languageFiles.ts';

// One of these loads its whole package; so many new packages at once are a checkout, after which a new process is quicker.
const MOST_ASKED = 50;
// It checks and analyses the package and what imports it; whoever waits longer gets the problem without its fixes.
const PUSHED = seconds(10);

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
    const modules = await this.#modules(signal);
    if (!this.#modulesLoaded) {
      for (const uri of modules.values()) await this.#ask(uri, signal);
      this.#modulesLoaded = true;
    }
    for (const uri of [...this.#appeared]) {
      await this.#ask(uri, signal);
      this.#appeared.delete(uri);
    }
    return scope.kind === 'word' ? this.#unjoined([...modules.keys()], scope, signal) : undefined;
  }

  // It mends what it has pushed, and it pushes later than it answers a pull.
  async beforeActions(uri: string, { range, message }: ProtocolDiagnostic, signal: AbortSignal): Promise<void> {
    const isSame = (other: ProtocolDiagnostic) => other.message === message && compare(other.range.start, range.start) === 0;
    const { documents, published } = this.#session;
    await published.until(uri, documents.versionOf(uri), PUSHED, signal, (items) => diagnosticsOf(items).some(isSame));
  }

  // It looks for uses in the module of the declaration only, unless a go.work joins it with others.
  async #unjoined(modules: readonly string[], { word, from }: { word: string; from: string }, signal: AbortSignal): Promise<string | undefined> {
    if (modules.length < 2 || existsSync(join(this.#session.project.root, 'go.work'))) return undefined;
    const own = moduleOf(modules, from);
    const holders = (await this.#session.project.documents.filesWithWord(word, signal)).filter((uri) => uri.endsWith('.go') && moduleOf(modules, uri) !== own);
    return holders.length === 0
      ? undefined
      : `${holders.length} Go files of other modules hold the word and were not searched: no go.work joins the modules (go work init, go work use -r .).`;
  }

  // Each module by its folder, with one of its files.
  async #modules(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const uris = (await this.#session.project.documents.list({}, signal)).map(({ uri }) => uri);
    const folders = uris.filter((uri) => uri.endsWith('/go.mod')).map((uri) => uri.slice(0, -'go.mod'.length));
    const firsts = new Map<string, string>();
    for (const uri of uris) {
      const folder = uri.endsWith('.go') ? moduleOf(folders, uri) : undefined;
      if (folder !== undefined && !firsts.has(folder)) firsts.set(folder, uri);
    }
    return firsts;
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

// The innermost one.
function moduleOf(folders: readonly string[], uri: string): string | undefined {
  return folders
    .filter((folder) => uri.startsWith(folder))
    .reduce<string | undefined>((best, folder) => (folder.length > (best?.length ?? 0) ? folder : best), undefined);
}

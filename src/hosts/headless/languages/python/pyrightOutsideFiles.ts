// Python files that the project's configuration leaves out, such as tests: basedpyright searches them only while they are open, so they are opened.
import { basename } from 'node:path';
import { pathOf } from '../../../../base/files/fileUri.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import { textAt } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import type { QuestionScope } from '../engine/middleware.ts';
import { PyrightConfig } from './pyrightConfig.ts';

// Each open file is kept parsed and bound.
const MOST_OPENED = 400;

export class PyrightOutsideFiles {
  readonly #session: EngineSession;
  readonly #opened = new Set<string>();
  #config: Promise<PyrightConfig> | undefined;
  // What a search of all files lacks, until a file appears.
  #everything: { readonly gap: string | undefined } | undefined;

  constructor(session: EngineSession) {
    this.#session = session;
  }

  filesChanged(changes: readonly DiskChange[]): void {
    for (const { uri, kind } of changes) {
      if (this.#session.row.rootMarkers.includes(basename(pathOf(uri)))) this.#config = undefined;
      if (kind === 'deleted') this.#opened.delete(uri);
      if (kind !== 'changed' || this.#config === undefined) this.#everything = undefined;
    }
  }

  async open(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    if (scope.kind === 'files' || scope.kind === 'file') return undefined;
    const { documents } = this.#session.project;
    if (scope.kind === 'declarations') return this.#open(scope.uris, signal);
    if (scope.kind === 'word') return this.#open(await documents.filesWithWord(scope.word, signal), signal);
    if (this.#everything === undefined) {
      const listed = await documents.list({}, signal);
      const gap = await this.#open(
        listed.map(({ uri }) => uri),
        signal,
      );
      this.#everything = { gap };
    }
    return this.#everything.gap;
  }

  async #open(uris: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    this.#config ??= PyrightConfig.load(this.#session.project.root, (path) => textAt(this.#session, path));
    const config = await this.#config;
    let left = 0;
    for (const uri of uris) {
      if (this.#opened.has(uri) || languageIn(this.#session.row, uri) === undefined || config.includes(pathOf(uri))) continue;
      if (this.#opened.size >= MOST_OPENED) left += 1;
      else if (await this.#session.documents.pinText(uri, signal)) this.#opened.add(uri);
    }
    return left === 0 ? undefined : `${left} files are left out by the include or exclude of the Python configuration and were not searched.`;
  }
}

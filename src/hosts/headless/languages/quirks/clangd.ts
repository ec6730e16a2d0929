// What is particular about clangd: its index of unopened files would be written into the project, so it searches what we open for it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Bound } from '../../../../base/abort.ts';
import { seconds } from '../../../../base/duration.ts';
import { cancelled, IdeError } from '../../../../ide/errors.ts';
import type { DiskChange } from '../../documents/diskChanges.ts';
import type { EngineProject, Quirk, Scope } from '../engineRow.ts';
import type { EngineSession } from '../engineSession.ts';
import { languageIn } from '../languageFiles.ts';

const DATABASE = 'compile_commands.json';
// Where build tools leave it, besides the root and build/, which clangd finds by itself.
const BUILD_FOLDERS = ['out', 'cmake-build-debug', 'cmake-build-release', 'build/debug', 'build/release', 'builddir', '_build'];
// The first time takes as long as a compilation of what was opened.
const READING = seconds(60);
const POLL = seconds(0.05);
// Each open file is kept parsed, with everything that it includes.
const MOST_OPENED = 60;

export function compileCommandsArguments(project: EngineProject): readonly string[] {
  if ([DATABASE, join('build', DATABASE), 'compile_flags.txt'].some((name) => existsSync(join(project.root, name)))) return [];
  const folder = BUILD_FOLDERS.map((name) => join(project.root, name)).find((path) => existsSync(join(path, DATABASE)));
  return folder === undefined ? [] : [`--compile-commands-dir=${folder}`];
}

export class ClangdQuirk implements Quirk {
  readonly #session: EngineSession;
  readonly #opened = new Set<string>();

  constructor(session: EngineSession) {
    this.#session = session;
  }

  configuration(): unknown {
    return null;
  }

  filesChanged(changes: readonly DiskChange[]): void {
    for (const { uri, kind } of changes) if (kind === 'deleted') this.#opened.delete(uri);
  }

  async prepare(scope: Scope, signal: AbortSignal): Promise<string | undefined> {
    if (scope.kind === 'file' || scope.kind === 'files') return undefined;
    const uris = scope.kind === 'word' ? await this.#session.project.documents.filesWithWord(scope.word, signal) : await this.#all(signal);
    const left = await this.#open(uris, signal);
    if (!(await this.#parsed(signal))) return `${this.#session.name} is still reading.`;
    return left === 0 ? undefined : `${left} files were not searched: ${this.#session.name} is given at most ${MOST_OPENED} files to read at a time.`;
  }

  // How many could not be opened any more.
  async #open(uris: readonly string[], signal: AbortSignal): Promise<number> {
    let left = 0;
    for (const uri of uris) {
      if (this.#opened.has(uri) || languageIn(this.#session.row, uri) === undefined) continue;
      if (this.#opened.size >= MOST_OPENED) left += 1;
      else if (await this.#pinned(uri, signal)) this.#opened.add(uri);
    }
    return left;
  }

  async #pinned(uri: string, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#session.documents.pin(uri, signal);
      // Symbols of a file are known once it has been parsed, which this answer waits for.
      await this.#session.request('textDocument/documentSymbol', { textDocument: { uri } }, signal);
      return true;
    } catch (error) {
      if (error instanceof IdeError && error.code !== 'cancelled') return false;
      throw error;
    }
  }

  async #parsed(signal: AbortSignal): Promise<boolean> {
    using bound = new Bound(signal, READING);
    while (this.#session.doing !== undefined) {
      if (signal.aborted) throw cancelled();
      if (bound.passed) return false;
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
    return true;
  }

  async #all(signal: AbortSignal): Promise<readonly string[]> {
    return (await this.#session.project.documents.list({}, signal)).map(({ uri }) => uri);
  }
}

// Which of TypeScript's projects must be loaded for an answer to be whole: it searches only those in which a file is open.
import { basename, dirname, join } from 'node:path';
import { untilAborted } from '../../../../base/abort.ts';
import { pathOf, uriOf } from '../../../../base/fileUri.ts';
import { cancelled, IdeError } from '../../../../ide/errors.ts';
import type { DiskChange } from '../../documents/diskChanges.ts';
import type { Scope } from '../engineRow.ts';
import type { EngineSession } from '../engineSession.ts';
import { languageIn } from '../languageFiles.ts';
import { TsConfig } from './tsconfig.ts';

const DEFAULT_CONFIGS = ['tsconfig.json', 'jsconfig.json'];
export const CONFIG = /^[tj]sconfig.*\.json$/;
// Each loaded project costs memory; beyond this many an answer says that it is not whole.
const MOST_PROJECTS = 150;
// Files that belong to no project are searched only while they are open themselves.
const MOST_STRANGERS = 400;

export class TypescriptProjects {
  readonly #session: EngineSession;
  readonly #configs = new Map<string, Promise<TsConfig>>();
  // Paths of the configurations that TypeScript looks for by itself.
  #found: Promise<ReadonlySet<string>> | undefined;
  // The configuration that includes a file; null when none does.
  readonly #projectOf = new Map<string, string | null>();
  // By configuration: the file that keeps its project loaded.
  readonly #witnesses = new Map<string, string>();
  readonly #strangers = new Set<string>();
  // What a search of all files lacks, once all of them have been looked at.
  #everything: Promise<string | undefined> | undefined;

  constructor(session: EngineSession) {
    this.#session = session;
  }

  filesChanged(changes: readonly DiskChange[]): void {
    for (const { uri, kind } of changes) {
      if (kind !== 'changed') this.#everything = undefined;
      if (kind === 'deleted') this.#forget(uri);
      if (CONFIG.test(basename(pathOf(uri)))) this.#forgetConfigs();
    }
  }

  async prepare(scope: Scope, signal: AbortSignal): Promise<string | undefined> {
    if (scope.kind === 'word') return this.#load(await this.#session.project.documents.filesWithWord(scope.word, signal), signal);
    // Diagnostics of a file need only its own project; that is kept loaded for the next time.
    if (scope.kind === 'files') {
      await this.#load(await this.#members(scope.uris), signal);
      return undefined;
    }
    // Listing thousands of files for nothing would cost more than the search itself, so it is done once and shared.
    this.#everything ??= this.#loadEverything().catch((error: unknown) => {
      this.#everything = undefined;
      throw error;
    });
    return untilAborted(this.#everything, signal, cancelled);
  }

  // Loads the project of a configuration and returns the file that keeps it loaded; undefined when it includes none.
  async loadConfig(uri: string, signal: AbortSignal): Promise<string | undefined> {
    const path = pathOf(uri);
    if (!this.#witnesses.has(path)) {
      for (const { uri: candidate } of await this.#session.project.documents.list({}, signal)) {
        if (languageIn(this.#session.row, candidate) === undefined || (await this.#project(candidate)) !== path) continue;
        await this.#load([candidate], signal);
        break;
      }
    }
    return this.#witnesses.get(path);
  }

  async #members(uris: readonly string[]): Promise<readonly string[]> {
    const members: string[] = [];
    for (const uri of uris) if ((this.#projectOf.get(uri) ?? (await this.#project(uri))) !== null) members.push(uri);
    return members;
  }

  async #loadEverything(): Promise<string | undefined> {
    const signal = new AbortController().signal;
    const listed = await this.#session.project.documents.list({}, signal);
    return this.#load(
      listed.map(({ uri }) => uri),
      signal,
    );
  }

  async #load(uris: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    let unsearched = 0;
    let unloaded = 0;
    for (const uri of uris) {
      if (languageIn(this.#session.row, uri) === undefined) continue;
      const known = this.#projectOf.get(uri);
      const project = known === undefined ? await this.#project(uri) : known;
      if (project === null) {
        if (this.#strangers.has(uri)) continue;
        if (this.#strangers.size >= MOST_STRANGERS) unsearched += 1;
        else if (await this.#pinned(uri, signal)) this.#strangers.add(uri);
      } else if (!this.#witnesses.has(project)) {
        if (this.#witnesses.size >= MOST_PROJECTS) unloaded += 1;
        else if (await this.#pinned(uri, signal)) this.#witnesses.set(project, uri);
      }
    }
    const missing = [
      ...(unloaded > 0 ? [`${unloaded} files are in projects beyond the ${MOST_PROJECTS} that are kept loaded`] : []),
      ...(unsearched > 0 ? [`${unsearched} files belong to no tsconfig.json and were not searched`] : []),
    ];
    return missing.length === 0 ? undefined : `${missing.join('; ')}.`;
  }

  // The nearest configuration above the file that includes it, as TypeScript looks for it.
  async #project(uri: string): Promise<string | null> {
    const path = pathOf(uri);
    this.#found ??= this.#findConfigs();
    const existing = await this.#found;
    let found: string | null = null;
    for (let folder = dirname(path); found === null; folder = dirname(folder)) {
      for (const name of DEFAULT_CONFIGS) {
        const config = join(folder, name);
        if (existing.has(config)) found ??= (await this.#config(config)).includer(path) ?? null;
      }
      if (folder === this.#session.project.root || dirname(folder) === folder) break;
    }
    this.#projectOf.set(uri, found);
    return found;
  }

  async #findConfigs(): Promise<ReadonlySet<string>> {
    const include = DEFAULT_CONFIGS.flatMap((name) => [name, `**/${name}`]);
    const listed = await this.#session.project.documents.list({ include }, new AbortController().signal);
    return new Set(listed.map(({ uri }) => pathOf(uri)));
  }

  #config(path: string): Promise<TsConfig> {
    const known = this.#configs.get(path);
    if (known !== undefined) return known;
    const loading = TsConfig.load(path, (wanted) => this.#read(wanted));
    this.#configs.set(path, loading);
    return loading;
  }

  async #read(path: string): Promise<string | undefined> {
    try {
      return (await this.#session.project.documents.read(uriOf(path), new AbortController().signal)).text;
    } catch (error) {
      // No such file, or one outside the project: there is no configuration there that we could read.
      if (error instanceof IdeError) return undefined;
      throw error;
    }
  }

  // False when the file cannot be read as text: then it holds no reference either.
  async #pinned(uri: string, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#session.documents.pin(uri, signal);
      return true;
    } catch (error) {
      if (error instanceof IdeError && error.code !== 'cancelled') return false;
      throw error;
    }
  }

  #forget(uri: string): void {
    this.#projectOf.delete(uri);
    this.#strangers.delete(uri);
    for (const [project, witness] of this.#witnesses) if (witness === uri) this.#witnesses.delete(project);
  }

  // What belongs where must be asked again. The files stay open: that is never wrong, and others may need them.
  #forgetConfigs(): void {
    this.#configs.clear();
    this.#found = undefined;
    this.#projectOf.clear();
    this.#witnesses.clear();
    this.#everything = undefined;
  }
}

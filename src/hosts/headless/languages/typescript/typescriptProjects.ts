// Which of TypeScript's projects must be loaded for an answer to be whole: it searches only those in which a file is open.
import { basename, dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { z } from 'zod';
import { pathOf, uriOf } from '../../../../base/files/fileUri.ts';
import { untilAborted } from '../../../../base/waiting/abort.ts';
import { cancelled } from '../../../../ide/errors/errors.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import { textAt } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import type { QuestionScope } from '../engine/middleware.ts';
import type { Route } from '../engine/route.ts';
import { exportedNames } from './exportedNames.ts';
import { FilesOutsideConfig } from './filesOutsideConfig.ts';
import { TsConfig } from './tsconfig.ts';
import { filesThatMayUse } from './usingFiles.ts';

const CONFIG = /^[tj]sconfig.*\.json$/;
// Each loaded project costs memory; beyond this many an answer says that it is not whole.
const MOST_PROJECTS = 150;
// Files that belong to no project are searched only while they are open themselves, which costs some ten milliseconds each.
const MOST_OUTSIDE_FILES = 200;

const manifest = z.object({ name: z.string() });

export class TypescriptProjects {
  readonly #session: EngineSession;
  readonly #outside: FilesOutsideConfig;
  // Everything that was read to know the configurations.
  readonly #configFiles = new Set<string>();
  readonly #configs = new Map<string, Promise<TsConfig>>();
  // The configuration that includes a file; null when none does.
  readonly #projectOf = new Map<string, string | null>();
  // By configuration: the file that keeps its project loaded.
  readonly #witnesses = new Map<string, string>();
  readonly #openOutsideFiles = new Set<string>();
  // What was listed on disk, until something appears or disappears there.
  #sources: Promise<readonly string[]> | undefined;
  // Whose files are whose: what was known of projects counts only while that stays the same.
  #route: Route | undefined;
  #paths: Promise<ReadonlySet<string>> | undefined;
  #found: Promise<ReadonlySet<string>> | undefined;
  #packages: Promise<ReadonlySet<string>> | undefined;
  #allProjects: Promise<string | undefined> | undefined;
  #exported: { readonly text: string; readonly word: string; readonly names: readonly string[] } | undefined;

  constructor(session: EngineSession) {
    this.#session = session;
    this.#outside = new FilesOutsideConfig({
      files: () => this.#pathsOfSources(),
      textOf: (path) => this.#read(path),
      belongsToProject: async (path) => (await this.#project(uriOf(path))) !== null,
      packages: () => this.#packageNames(),
    });
  }

  filesChanged(changes: readonly DiskChange[]): void {
    for (const { uri, kind } of changes) {
      const path = pathOf(uri);
      this.#outside.changed(path);
      if (kind !== 'changed') this.#forgetListing();
      if (kind === 'deleted') this.#forget(uri);
      if (this.isConfig(uri)) this.#forgetConfigs();
      if (basename(path) === 'package.json') this.#packages = undefined;
    }
  }

  // A configuration by its name, or one of any name that another extends or refers to.
  isConfig(uri: string): boolean {
    const path = pathOf(uri);
    return CONFIG.test(basename(path)) || this.#configFiles.has(path);
  }

  // Served by this engine, not by another that takes its place.
  isOwnConfig(uri: string): boolean {
    return this.#route === undefined || (this.#route.reasonOf(uri) === undefined) === (this.#session.row.replaces === undefined);
  }

  // TypeScript answers about a closed file from whichever loaded project has it, if only as an import; about an open one from the project that includes it.
  async isAnsweredFromAnyProject(uri: string): Promise<boolean> {
    return (await this.#isOutside(uri)) || (await this.#found)?.size !== 1;
  }

  async prepare(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    await this.#followRoutes();
    switch (scope.kind) {
      case 'word': {
        // First the file that is open anyway: then no other of its project needs to be.
        const files = this.#served(await this.#filesThatMayUse(scope.word, scope.from, signal));
        return this.#load([scope.from, ...files], await this.#isOutside(scope.from), signal);
      }
      case 'file':
        return this.#keepLoaded([scope.uri], signal);
      case 'files':
        return this.#keepLoaded(this.#served(scope.uris), signal);
      case 'symbols':
        return this.#loadForSymbols(scope.query, signal);
      case 'declarations':
        return this.#loadForDeclarations(this.#served(scope.uris), signal);
    }
  }

  // Loads the project of a configuration and returns the file that keeps it loaded; undefined when it includes none.
  async loadConfig(uri: string, signal: AbortSignal): Promise<string | undefined> {
    await this.#followRoutes();
    const path = pathOf(uri);
    if (!this.#witnesses.has(path)) {
      for (const candidate of await this.#listedSources()) {
        if ((await this.#project(candidate)) !== path) continue;
        await this.#load([candidate], false, signal);
        break;
      }
    }
    return this.#witnesses.get(path);
  }

  // The files that hold the name, and those that may know it by another: the name it is exported under, or its module if it is the default.
  async #filesThatMayUse(word: string, from: string, signal: AbortSignal): Promise<readonly string[]> {
    const text = (await this.#read(pathOf(from))) ?? '';
    return filesThatMayUse(this.#session.project.documents, [word, ...this.#exportedNames(text, word)], from, signal);
  }

  // Agents ask about one symbol several times in a row, and the patterns cost half a millisecond on a large file.
  #exportedNames(text: string, word: string): readonly string[] {
    if (this.#exported?.text !== text || this.#exported.word !== word) this.#exported = { text, word, names: exportedNames(text, word) };
    return this.#exported.names;
  }

  // Declarations are found in every project, and in those files outside every configuration whose text holds what is looked for.
  async #loadForSymbols(query: string, signal: AbortSignal): Promise<string | undefined> {
    this.#allProjects ??= this.#loadProjects().catch((error: unknown) => {
      this.#allProjects = undefined;
      throw error;
    });
    const unloaded = await untilAborted(this.#allProjects, signal, cancelled);
    const wanted = query.toLowerCase();
    const holding: string[] = [];
    for (const uri of await this.#listedSources()) {
      if ((await this.#project(uri)) !== null || uri.endsWith('.d.ts')) continue;
      if (!this.#openOutsideFiles.has(uri) && (await this.#read(pathOf(uri)))?.toLowerCase().includes(wanted)) holding.push(uri);
    }
    return joined([unloaded, await this.#loadOutside(holding, signal)]);
  }

  async #loadForDeclarations(uris: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    const members: string[] = [];
    const outside: string[] = [];
    for (const uri of uris) {
      if (!(await this.#isOutside(uri))) members.push(uri);
      else if (!uri.endsWith('.d.ts')) outside.push(uri);
    }
    return joined([await this.#load(members, false, signal), await this.#loadOutside(outside, signal)]);
  }

  // Where nothing is configured, every file is outside of one and any of them may be meant.
  #loadOutside(uris: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    const configured = this.#witnesses.size > 0;
    return this.#load(uris, !configured, signal);
  }

  // A file needs only its own project; that stays loaded for the next time. What is in none needs nothing.
  async #keepLoaded(uris: readonly string[], signal: AbortSignal): Promise<undefined> {
    for (const uri of uris) if (!(await this.#isOutside(uri))) await this.#load([uri], false, signal);
  }

  async #loadProjects(): Promise<string | undefined> {
    const signal = new AbortController().signal;
    const members: string[] = [];
    for (const uri of await this.#listedSources()) if ((await this.#project(uri)) !== null) members.push(uri);
    return this.#load(members, false, signal);
  }

  // Opens one file of every project that is not loaded yet, and the files outside every configuration: all of them, or those that use a project's code.
  async #load(uris: readonly string[], allOutside: boolean, signal: AbortSignal): Promise<string | undefined> {
    let unsearched = 0;
    let unloaded = 0;
    for (const uri of uris) {
      const known = this.#projectOf.get(uri);
      const project = known === undefined ? await this.#project(uri) : known;
      if (project === null) {
        if (this.#openOutsideFiles.has(uri)) continue;
        if (!allOutside && !(await this.#mayUseProject(uri))) continue;
        if (this.#openOutsideFiles.size >= MOST_OUTSIDE_FILES) unsearched += 1;
        else if (await this.#session.documents.pinText(uri, signal)) this.#openOutsideFiles.add(uri);
      } else if (!this.#witnesses.has(project)) {
        if (this.#witnesses.size >= MOST_PROJECTS) unloaded += 1;
        else if (await this.#session.documents.pinText(uri, signal)) this.#witnesses.set(project, uri);
      }
    }
    const missing = [
      ...(unloaded > 0 ? [`${unloaded} files are in projects beyond the ${MOST_PROJECTS} that are kept loaded`] : []),
      ...(unsearched > 0 ? [`${unsearched} files that belong to no tsconfig.json were not searched`] : []),
    ];
    return missing.length === 0 ? undefined : `${missing.join('; ')}.`;
  }

  // Where old options are in force, such as a baseUrl, any name in an import may mean the project.
  async #mayUseProject(uri: string): Promise<boolean> {
    return this.#session.row.replaces !== undefined || this.#outside.usesProject(pathOf(uri));
  }

  // The nearest configuration above the file that includes it, as TypeScript looks for it.
  async #project(uri: string): Promise<string | null> {
    const known = this.#projectOf.get(uri);
    if (known !== undefined) return known;
    const path = pathOf(uri);
    this.#found ??= this.#findConfigs();
    const existing = await this.#found;
    let found: string | null = null;
    for (let folder = dirname(path); found === null; folder = dirname(folder)) {
      for (const name of this.#session.row.rootMarkers) {
        const config = join(folder, name);
        if (existing.has(config)) found ??= (await this.#config(config)).includer(path) ?? null;
      }
      if (folder === this.#session.project.root || dirname(folder) === folder) break;
    }
    this.#projectOf.set(uri, found);
    return found;
  }

  async #isOutside(uri: string): Promise<boolean> {
    return (await this.#project(uri)) === null;
  }

  async #findConfigs(): Promise<ReadonlySet<string>> {
    const include = this.#session.row.rootMarkers.flatMap((name) => [name, `**/${name}`]);
    const listed = await this.#session.project.documents.list({ include }, new AbortController().signal);
    return new Set(listed.map(({ uri }) => pathOf(uri)));
  }

  #config(path: string): Promise<TsConfig> {
    const known = this.#configs.get(path);
    if (known !== undefined) return known;
    const loading = TsConfig.load(path, (wanted) => {
      this.#configFiles.add(wanted);
      return this.#read(wanted);
    });
    this.#configs.set(path, loading);
    return loading;
  }

  #listedSources(): Promise<readonly string[]> {
    this.#sources ??= this.#session.project.documents.list({}, new AbortController().signal).then((listed) => this.#served(listed.map(({ uri }) => uri)));
    return this.#sources;
  }

  #pathsOfSources(): Promise<ReadonlySet<string>> {
    this.#paths ??= this.#session.project.documents
      .list({}, new AbortController().signal)
      .then((listed) => new Set(listed.filter(({ uri }) => languageIn(this.#session.row, uri) !== undefined).map(({ uri }) => pathOf(uri))));
    return this.#paths;
  }

  #packageNames(): Promise<ReadonlySet<string>> {
    this.#packages ??= this.#readPackageNames();
    return this.#packages;
  }

  async #readPackageNames(): Promise<ReadonlySet<string>> {
    const names = new Set<string>();
    const listed = await this.#session.project.documents.list({ include: ['package.json', '**/package.json'] }, new AbortController().signal);
    for (const { uri } of listed) {
      const text = await this.#read(pathOf(uri));
      const parsed = text === undefined ? undefined : manifest.safeParse(parse(text));
      if (parsed?.success) names.add(parsed.data.name);
    }
    return names;
  }

  #served(uris: readonly string[]): readonly string[] {
    const { row } = this.#session;
    const isOwn = (uri: string) => row.embeds !== undefined || (this.#route?.rowOf(uri) ?? row) === row;
    return uris.filter((uri) => languageIn(row, uri) !== undefined && isOwn(uri));
  }

  async #followRoutes(): Promise<void> {
    const route = await this.#session.project.routes.now();
    if (this.#route !== undefined && this.#route !== route) {
      this.#forgetConfigs();
      this.#forgetListing();
    }
    this.#route = route;
  }

  #read(path: string): Promise<string | undefined> {
    return textAt(this.#session, path);
  }

  #forget(uri: string): void {
    this.#projectOf.delete(uri);
    this.#openOutsideFiles.delete(uri);
    for (const [project, witness] of this.#witnesses) if (witness === uri) this.#witnesses.delete(project);
  }

  #forgetListing(): void {
    this.#sources = undefined;
    this.#paths = undefined;
    this.#allProjects = undefined;
  }

  // What belongs where must be asked again. The files stay open: that is never wrong, and others may need them.
  #forgetConfigs(): void {
    this.#configs.clear();
    this.#found = undefined;
    this.#projectOf.clear();
    this.#witnesses.clear();
    this.#allProjects = undefined;
  }
}

function joined(sentences: readonly (string | undefined)[]): string | undefined {
  return sentences.filter((text) => text !== undefined).join(' ') || undefined;
}

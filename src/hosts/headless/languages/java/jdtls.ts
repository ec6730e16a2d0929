// What is particular about jdt.ls: it answers while it still imports the build, pushes problems without saying of which text, and edits far more than a name.

import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { z } from 'zod';
import { pathOf, uriOf } from '../../../../base/files/fileUri.ts';
import { Bound, untilAborted } from '../../../../base/waiting/abort.ts';
import { deferred } from '../../../../base/waiting/deferred.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import type { OutlineSymbol, WorkspaceSymbol } from '../../../../ide/doors/languages.ts';
import { cancelled } from '../../../../ide/errors/errors.ts';
import type { TextSnapshot } from '../../../../ide/text.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import { diagnosticsOf, type ProtocolDiagnostic } from '../engine/answers.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { Middleware, MovedFile, MovingFiles, Next, PlacedEdit, QuestionScope, RenamedPlaces, WantedName } from '../engine/middleware.ts';
import { StartAnew } from '../engine/startAnew.ts';
import { errorsOfBuild, gapOfLibraries, missingLibraries } from './buildGaps.ts';
import { movedJava } from './javaMoves.ts';
import { renamedJava } from './javaRenames.ts';
import { cannotImport, startOf } from './javaStarts.ts';
import { changesProjects } from './namesakes.ts';
import { isBuildFile, type JavaFiles } from './sourceFolders.ts';

// A few milliseconds each. More change at once only where another branch is checked out or everything is renamed.
const MOST_SEEN = 500;
// Maven and Gradle may have to fetch what the build uses.
const LOADING = seconds(90);
// What a build may be put together from besides its own files.
const ALSO_BUILD = /\/(?:gradle\.properties|gradle-wrapper\.properties|[\w.-]+\.versions\.toml|maven\.config|extensions\.xml)$/;
const NOT_IMPORTED = 'its import failed';
const MOST_SHOWN = 5;

const status = z.object({ type: z.string(), message: z.string().nullish() });
const folders = z.array(z.string()).nullable();
const settings = z.looseObject({ 'org.eclipse.jdt.ls.core.sourcePaths': z.array(z.string()).nullish() }).nullable();

export class Jdtls implements Middleware {
  readonly #session: EngineSession;
  readonly #ready = deferred<void>();
  #isReady = false;
  #doing: string | undefined;
  #outdated = false;
  // Whether a folder of sources belongs to something that was imported.
  readonly #known = new Map<string, boolean>();
  #checked = false;
  // Sources that came or changed, which searches may leave out for a moment although they have been reported to the server.
  readonly #unseen = new Set<string>();
  // Libraries of the build that were not there when it was imported.
  #missing: readonly string[] = [];
  // Why sources of a build beside those that were imported are not known.
  #unimported: string | undefined;

  constructor(session: EngineSession) {
    this.#session = session;
  }

  // It asks for single settings by their whole names.
  configuration(section: string): unknown {
    let value: unknown = startOf(this.#session.project)?.imported?.settings;
    for (const key of section.split('.')) value = z.record(z.string(), z.unknown()).safeParse(value).data?.[key];
    return value ?? null;
  }

  get outdated(): boolean {
    return this.#outdated;
  }

  notified(method: string, params: unknown): void {
    if (method !== 'language/status') return;
    const { type, message } = status.parse(params);
    if (type === 'ServiceReady') {
      this.#isReady = true;
      this.#ready.resolve();
    } else if (type === 'Starting') this.#doing = message ?? undefined;
  }

  busy(): string | undefined {
    return this.#isReady ? undefined : (this.#doing ?? 'starting');
  }

  filesChanged(changes: readonly DiskChange[]): void {
    const imported = startOf(this.#session.project)?.imported;
    for (const change of changes) {
      const { uri, kind } = change;
      if (kind === 'deleted') this.#unseen.delete(uri);
      else if (uri.endsWith('.java')) this.#unseen.add(uri);
      if (isBuildFile(uri) || ALSO_BUILD.test(uri)) this.#outdated = true;
      if (imported?.isManaged === false && changesProjects(imported.files, change)) this.#outdated = true;
      this.#known.delete(posix.dirname(uri));
    }
  }

  async prepare(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    if (!(await this.#readyWithin(LOADING, signal))) return `${this.#session.name} is still importing the build (${this.#doing ?? 'starting'}).`;
    if (this.#missing.some((path) => existsSync(path))) {
      this.#outdated = true;
      throw new StartAnew();
    }
    const unseen = await this.#seeFiles(signal);
    await this.#check(signal);
    const { gap } = startOf(this.#session.project)?.imported ?? {};
    const ofBuild = [this.#unimported, gapOfLibraries(this.#missing), errorsOfBuild(this.#session)];
    const gaps = [gap, unseen, ...ofBuild, await this.#outside(scope, signal)].filter((text) => text !== undefined);
    return gaps.length === 0 ? undefined : gaps.join(' ');
  }

  async outline(_of: TextSnapshot, next: Next<readonly OutlineSymbol[]>): Promise<readonly OutlineSymbol[]> {
    return plain(await next());
  }

  async symbols(next: Next<readonly WorkspaceSymbol[]>): Promise<readonly WorkspaceSymbol[]> {
    const own = `${this.#session.project.rootUri}/`;
    return (await next()).filter(({ location }) => location.uri.startsWith(own)).map((symbol) => ({ ...symbol, name: withoutParameters(symbol.name) }));
  }

  rename({ at, newName }: WantedName, _next: Next<readonly PlacedEdit[]>, signal: AbortSignal): Promise<RenamedPlaces> {
    return renamedJava(this.#session, at, newName, signal);
  }

  moveFiles(moving: MovingFiles, next: Next<MovedFile>, signal: AbortSignal): Promise<MovedFile> {
    return movedJava(this.#session, moving, next, signal);
  }

  // Asked, it publishes them before it answers; what it pushes by itself may be about an earlier text.
  async diagnostics(uri: string, next: Next<readonly ProtocolDiagnostic[]>, signal: AbortSignal): Promise<readonly ProtocolDiagnostic[]> {
    const { documents, published } = this.#session;
    await documents.open(uri, signal);
    await documents.refresh(signal);
    published.forget(uri);
    await this.#session.request('workspace/executeCommand', { command: 'java.project.refreshDiagnostics', arguments: [uri, 'thisFile', false, true] }, signal);
    const items = published.of(uri);
    return items === undefined ? next() : diagnosticsOf(items);
  }

  // What is open is searched whatever the index knows, once the server has answered anything about it.
  async #seeFiles(signal: AbortSignal): Promise<string | undefined> {
    const { documents } = this.#session;
    const files = [...this.#unseen];
    for (const uri of files.slice(0, MOST_SEEN)) {
      if (await documents.pinText(uri, signal)) {
        try {
          await this.#session.request('textDocument/documentSymbol', { textDocument: { uri } }, signal);
        } finally {
          documents.unpin(uri);
        }
      }
      this.#unseen.delete(uri);
    }
    if (files.length <= MOST_SEEN) return undefined;
    // By the next call it has read them.
    this.#unseen.clear();
    return `${files.length - MOST_SEEN} files of Java have just come or changed, and ${this.#session.name} may not have searched all of them. Ask again.`;
  }

  // Once: whether what should have been imported was.
  async #check(signal: AbortSignal): Promise<void> {
    const { project } = this.#session;
    const imported = startOf(project)?.imported;
    if (this.#checked || imported?.isManaged !== true) return;
    const all = folders.parse(await this.#session.request('workspace/executeCommand', { command: 'java.project.getAll', arguments: [] }, signal)) ?? [];
    this.#checked = true;
    const own = all.map(pathOfFolder).filter((path) => path === project.root || path.startsWith(`${project.root}/`) || path.startsWith(`${project.root}\\`));
    if (own.length > 0) {
      this.#missing = await missingLibraries(this.#session, own, signal);
      this.#unimported = unimportedIn(imported.files, new Set(own.map((path) => uriOf(path))), project.rootUri);
      return;
    }
    // A new process works with the sources alone, which is more than nothing.
    cannotImport(project, NOT_IMPORTED);
    this.#outdated = true;
    throw new StartAnew();
  }

  async #outside(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    if (scope.kind !== 'word') return undefined;
    const folder = posix.dirname(scope.from);
    let isKnown = this.#known.get(folder);
    if (isKnown === undefined) {
      const wanted = ['org.eclipse.jdt.ls.core.sourcePaths'];
      const answer = await this.#session.request('workspace/executeCommand', { command: 'java.project.getSettings', arguments: [scope.from, wanted] }, signal);
      const paths = settings.parse(answer)?.['org.eclipse.jdt.ls.core.sourcePaths'] ?? [];
      const path = pathOf(scope.from);
      isKnown = paths.some((source) => path.startsWith(source)) || startOf(this.#session.project)?.imported?.isManaged === false;
      this.#known.set(folder, isKnown);
    }
    return isKnown ? undefined : `${posix.basename(scope.from)} is in no source folder of the build, so ${this.#session.name} does not know who uses it.`;
  }

  async #readyWithin(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    using bound = new Bound(signal, milliseconds);
    try {
      await untilAborted(this.#ready.promise, bound.signal, cancelled);
      return true;
    } catch (error) {
      if (bound.passed) return false;
      throw error;
    }
  }
}

// Folders of sources whose build, the nearest above them, is none of those that were imported.
function unimportedIn({ sources, builds }: JavaFiles, own: ReadonlySet<string>, rootUri: string): string | undefined {
  const folders = builds.map((uri) => posix.dirname(uri));
  const left = sources.filter((source) => {
    const above = folders.filter((folder) => source.startsWith(`${folder}/`)).toSorted((a, b) => b.length - a.length)[0];
    return above !== undefined && !own.has(above);
  });
  const shown = left.slice(0, MOST_SHOWN).map((uri) => decodeURIComponent(uri.slice(rootUri.length + 1)));
  return left.length === 0
    ? undefined
    : `Not searched, because their build was not imported: ${shown.join(', ')}${left.length > MOST_SHOWN ? ' and more' : ''}.`;
}

function pathOfFolder(uri: string): string {
  // It writes file:/path/.
  return pathOf(uri.replace(/^file:\/(?!\/)/, 'file:///')).replace(/[\\/]$/, '');
}

// The package of a file is no declaration, and parameters are no part of a name.
function plain(outline: readonly OutlineSymbol[]): readonly OutlineSymbol[] {
  return outline
    .filter(({ kind }) => kind !== 'package')
    .map((symbol) => ({ ...symbol, name: withoutParameters(symbol.name), children: plain(symbol.children) }));
}

function withoutParameters(name: string): string {
  return name.replace(/\(.*\)(?:\s*:.*)?$/s, '');
}

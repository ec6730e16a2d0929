// What is particular about gopls: a new file belongs to no package that it knows until something is asked about that file.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { seconds } from '../../../../base/waiting/duration.ts';
import type { CallRelations, TypeSymbol, WorkspaceSymbol } from '../../../../ide/doors/languages.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import { compare, type Location } from '../../../../ide/text.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import { diagnosticsOf, type ProtocolDiagnostic } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import type {
  CallQuestion,
  FoundTypes,
  Implementations,
  Implemented,
  Middleware,
  Next,
  OfferedFor,
  QuestionScope,
  RenamedPlaces,
  TypeQuestion,
  WantedName,
} from '../engine/middleware.ts';
import { withContainers } from '../questions/callRelations.ts';
import { packageMoves, refuseImportPath } from './goPackages.ts';
import { renamedWithInterfaces } from './goRenames.ts';

// One of these loads its whole package; so many new packages at once are a checkout, after which a new process is quicker.
const MOST_ASKED = 50;
// It checks and analyses the package and what imports it; whoever waits longer gets the problem without its fixes.
const PUSHED = seconds(10);

export class Gopls implements Middleware {
  readonly #session: EngineSession;
  readonly #appeared = new Set<string>();
  // Files with build constraints that belong to a package now.
  readonly #built = new Set<string>();
  // A question about a file of each module makes it load that module; without one it knows only the module of the first file.
  #modulesLoaded = false;

  constructor(session: EngineSession) {
    this.#session = session;
  }

  configuration(): unknown {
    return null;
  }

  async calls(_question: CallQuestion, next: Next<CallRelations>, signal: AbortSignal): Promise<CallRelations> {
    return withContainers(this.#session, await next(), signal);
  }

  // It puts the package and the type into the name: `Item.Price` in example.com/shop/cart, or all of it when only that matches.
  async symbols(next: Next<readonly WorkspaceSymbol[]>): Promise<readonly WorkspaceSymbol[]> {
    return (await next()).map((symbol) => {
      const path = symbol.name.slice(symbol.name.lastIndexOf('/') + 1).split('.');
      const name = (path.at(-1) ?? symbol.name).replace(/^\*/, '');
      const container = path.at(-2) ?? symbol.container?.split('/').at(-1);
      return { ...symbol, name, ...(container !== undefined && { container }) };
    });
  }

  // Of a concrete type or method it returns the interfaces that it satisfies, which are above and not below.
  async implementations({ declared: [declared] }: Implemented, next: Next<readonly Location[]>, signal: AbortSignal): Promise<Implementations> {
    const snapshot = declared === undefined ? undefined : await textOrNothing(this.#session, declared.uri, signal);
    const line = declared === undefined ? undefined : snapshot?.line(declared.range.start.line);
    return { locations: line !== undefined && isConcrete(line) ? [] : await next() };
  }

  // Every String() satisfies the private interfaces of half the standard library, which nobody can name.
  async types(_question: TypeQuestion, next: Next<FoundTypes>): Promise<FoundTypes> {
    const found = await next();
    const isNameable = ({ name, location }: TypeSymbol) => location.uri.startsWith(`${this.#session.project.rootUri}/`) || /^\p{Lu}/u.test(name);
    return found.value === undefined ? found : { ...found, value: { ...found.value, related: found.value.related.filter(isNameable) } };
  }

  async rename({ at, newName }: WantedName, _next: Next<unknown>, signal: AbortSignal): Promise<RenamedPlaces> {
    await refuseImportPath(this.#session, at, signal);
    const edits = await renamedWithInterfaces(this.#session, at, newName, signal);
    return { edits, moves: await packageMoves(this.#session, at, newName, signal) };
  }

  explains(message: string): string | undefined {
    return /no package metadata for file/.test(message) ? 'build constraints leave the file out of every package on this machine' : undefined;
  }

  get outdated(): boolean {
    return this.#appeared.size > MOST_ASKED;
  }

  filesChanged(changes: readonly DiskChange[]): void {
    for (const { uri, kind } of changes) {
      this.#built.delete(uri);
      if (uri.endsWith('/go.mod') || uri.endsWith('/go.work')) this.#modulesLoaded = false;
      if (languageIn(this.#session.row, uri) === undefined) continue;
      if (kind === 'created') this.#appeared.add(uri);
      else if (kind === 'deleted') this.#appeared.delete(uri);
    }
  }

  async prepare(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
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
    if (scope.kind === 'declarations') await this.#unbuilt(scope.uris, signal);
    if (scope.kind !== 'word') return undefined;
    const holders = await this.#session.project.documents.filesWithWord(scope.word, signal);
    const gaps = [await this.#unjoined([...modules.keys()], scope, signal), await this.#unbuilt(holders, signal)].filter((text) => text !== undefined);
    return gaps.length === 0 ? undefined : gaps.join(' ');
  }

  // Files that the build constraints of this machine leave out belong to no package that it has loaded. Those of other systems it loads
  // once they are open; those that want a tag it cannot load at all, and they are reported.
  async #unbuilt(uris: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    const left: string[] = [];
    for (const uri of uris) {
      if (!uri.endsWith('.go') || this.#built.has(uri)) continue;
      const { text } = await this.#session.project.documents.read(uri, signal);
      if (!FOR_A_SYSTEM.test(uri) && !CONSTRAINT.test(text)) continue;
      if ((await this.#session.documents.pinText(uri, signal)) && (await this.#ask(uri, signal))) this.#built.add(uri);
      else left.push(uri.slice(this.#session.project.rootUri.length + 1));
    }
    return left.length === 0 ? undefined : `Left out of the build by its constraints, and not searched: ${left.join(', ')}.`;
  }

  // It fixes what it has pushed, and it pushes later than it answers a pull.
  async codeActions({ uri, diagnostic: { range, message } }: OfferedFor, next: Next<unknown>, signal: AbortSignal): Promise<unknown> {
    const isSame = (other: ProtocolDiagnostic) => other.message === message && compare(other.range.start, range.start) === 0;
    const { documents, published } = this.#session;
    await published.until(uri, documents.versionOf(uri), PUSHED, signal, (items) => diagnosticsOf(items).some(isSame));
    return next();
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

  // False when it has no package with this file.
  async #ask(uri: string, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#session.documents.open(uri, signal);
      await this.#session.request('textDocument/diagnostic', { textDocument: { uri } }, signal);
      return true;
    } catch (error) {
      // A file that is gone again, or that no build includes, has nothing to be found.
      if (!(error instanceof IdeError) || ['cancelled', 'timed_out'].includes(error.code)) throw error;
      return false;
    }
  }
}

// cart_linux.go, cart_windows_amd64.go, cart_linux_test.go
const FOR_A_SYSTEM =
  /_(?:aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|windows|386|amd64|arm|arm64|wasm|riscv64)(?:_[a-z0-9]+)?\.go$/;
// Before the package clause.
const CONSTRAINT = /^(?:\s*\/\/[^\n]*\n|\s*\n)*?\/\/(?:go:build|\s*\+build)\b/;

// A type or method that is declared with what it does.
function isConcrete(line: string): boolean {
  if (/^func\b/.test(line)) return true;
  const [, definition] = /^(?:type\s+|\s+)[\p{ID_Continue}]+(?:\[[^\]]*\])?\s+=?\s*(.*)$/u.exec(line) ?? [];
  return !(definition === undefined || definition === '' || /^interface\b/.test(definition) || /^[\p{ID_Continue}.]+$/u.test(definition));
}

// The innermost one.
function moduleOf(folders: readonly string[], uri: string): string | undefined {
  return folders
    .filter((folder) => uri.startsWith(folder))
    .reduce<string | undefined>((best, folder) => (folder.length > (best?.length ?? 0) ? folder : best), undefined);
}

// What is particular about clangd: its index of unopened files would be written into the project, so it searches what we open for it.
import { untilAborted } from '../../../../base/waiting/abort.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import type { CallRelations, OutlineSymbol, WorkspaceSymbol } from '../../../../ide/doors/languages.ts';
import { cannotRename } from '../../../../ide/errors/editErrors.ts';
import { cancelled } from '../../../../ide/errors/errors.ts';
import { compare, type Location, type Range, type TextSnapshot } from '../../../../ide/text.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import { locationsOf, type ProtocolDiagnostic } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import type {
  CallQuestion,
  Implementations,
  Implemented,
  Middleware,
  MovedFile,
  MovingFiles,
  Next,
  PlacedEdit,
  QuestionScope,
  RenamedPlaces,
  WantedName,
} from '../engine/middleware.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';
import { withContainers } from '../questions/callRelations.ts';
import { referencesElsewhere } from '../questions/crossCheck.ts';
import { withUnreported } from '../questions/references.ts';
import { guessedCommands, isCompileConfiguration, UNCONFIGURED } from './compileCommands.ts';
import { withIndirect } from './indirectImplementations.ts';
import { includesAfter } from './movedIncludes.ts';
import { withNamesakes } from './namesakes.ts';
import { filesNaming } from './namingMacros.ts';
import { ReadFiles } from './readFiles.ts';
import { UnseenCode } from './unseenCode.ts';

// Nobody includes these.
const SOURCE = /\.(?:c|cc|cpp|cxx|c\+\+|m|mm)$/;
// The first time takes as long as a compilation of what was opened.
const READING = seconds(60);
// Everything that the project declares; whoever looks for a name would rather have most of it soon.
const READING_ALL = seconds(20);

export class Clangd implements Middleware {
  readonly #session: EngineSession;
  readonly #files: ReadFiles;
  readonly #unseen: UnseenCode;
  readonly #listed = new Set<string>();
  // It was given commands for some files, and cannot be made to forget that.
  #guesses = false;
  #isConfiguredAnew = false;
  // A header has changed, and it reads what includes that header only when it is made to.
  #headerChanged = false;
  #reopening: Promise<void> = Promise.resolve();
  // What each open file gave the preprocessor when it was last sent.
  readonly #directives = new Map<string, string>();

  constructor(session: EngineSession) {
    this.#session = session;
    this.#files = new ReadFiles(session);
    this.#unseen = new UnseenCode(session);
  }

  async started(signal: AbortSignal): Promise<void> {
    for (const { uri } of await this.#session.project.documents.list({}, signal)) if (languageIn(this.#session.row, uri) !== undefined) this.#listed.add(uri);
    this.#guess([...this.#listed]);
  }

  get outdated(): boolean {
    return this.#isConfiguredAnew;
  }

  notified(method: string, params: unknown): void {
    if (method === 'textDocument/inactiveRegions') this.#unseen.skipped(params);
  }

  // Of a method without a body it returns the overrides as its definitions.
  async implementations({ at, declared }: Implemented, next: Next<readonly Location[]>, signal: AbortSignal): Promise<Implementations> {
    const isAsked = ({ uri, range }: Location) => uri === at.uri && compare(range.start, at.position) === 0;
    return { locations: await withIndirect(this.#session, await next(), signal), declared: declared.filter(isAsked) };
  }

  // Without a version it clears the diagnostics of a file that was closed.
  published(version: number | null | undefined, next: () => void): void {
    if (typeof version === 'number') next();
  }

  async calls({ of, direction }: CallQuestion, next: Next<CallRelations>, signal: AbortSignal): Promise<CallRelations> {
    const reported = await next();
    const isReported = direction === 'callers' && reported.note === undefined;
    const calls = isReported ? await withNamesakes(this.#session, of, reported.calls, signal) : reported.calls;
    return withContainers(this.#session, { ...reported, calls }, signal);
  }

  configuration(): unknown {
    return null;
  }

  // Its index has no references to namespaces: those of a file it returns only when it is asked in that file.
  async references({ word }: { readonly word: string }, next: Next<readonly Location[]>, signal: AbortSignal): Promise<PartialAnswer<readonly Location[]>> {
    const reported = await next();
    const unreported = (await this.#isNamespace(reported, signal)) ? await referencesElsewhere(this.#session, word, reported, signal) : [];
    return withUnreported(this.#session, reported, unreported, 'of a namespace');
  }

  // It says nothing of files that move, but where each #include leads.
  moveFiles({ move, files }: MovingFiles, _next: Next<MovedFile>, signal: AbortSignal): Promise<MovedFile> {
    return includesAfter(this.#session, move, files, signal);
  }

  // It leaves alone what the body of a macro names, and the macro would mean nothing any more.
  async rename({ at }: WantedName, next: Next<readonly PlacedEdit[]>, signal: AbortSignal): Promise<RenamedPlaces> {
    const edits = await next();
    const name = wordAt(await this.#session.project.documents.read(at.uri, signal), at.position) ?? '';
    const asked = { textDocument: { uri: at.uri }, position: at.position, context: { includeDeclaration: true } };
    for (const { uri, range } of locationsOf(await this.#session.request('textDocument/references', asked, signal))) {
      const written = (await textOrNothing(this.#session, uri, signal))?.textIn(range) ?? name;
      if (written === name || !/^[A-Za-z_]\w*$/.test(written) || !(await this.#isMacro(uri, range, signal))) continue;
      throw cannotRename(name, `the macro ${written} on line ${range.start.line + 1} of ${uri.split('/').at(-1)} names it.`);
    }
    return { edits };
  }

  async #isMacro(uri: string, { start }: Range, signal: AbortSignal): Promise<boolean> {
    const asked = { textDocument: { uri }, position: start };
    for (const defined of locationsOf(await this.#session.request('textDocument/definition', asked, signal))) {
      const line = (await textOrNothing(this.#session, defined.uri, signal))?.line(defined.range.start.line) ?? '';
      if (/^\s*#\s*define\b/.test(line)) return true;
    }
    return false;
  }

  // The protocol has no kind for macros, aliases, enumerators and destructors, and it takes some other one.
  async outline(_of: TextSnapshot, next: Next<readonly OutlineSymbol[]>): Promise<readonly OutlineSymbol[]> {
    return (await next()).map((symbol) => tidied(symbol, undefined));
  }

  async symbols(next: Next<readonly WorkspaceSymbol[]>): Promise<readonly WorkspaceSymbol[]> {
    return (await next()).map((symbol) => ({
      ...symbol,
      ...(symbol.kind === 'string' && { kind: 'constant' as const }),
      ...(symbol.container !== undefined && { container: symbol.container.replaceAll('::', '/') }),
    }));
  }

  // A header's alias is there for the files that include it, which this check does not know.
  async diagnostics(_uri: string, next: Next<readonly ProtocolDiagnostic[]>): Promise<readonly ProtocolDiagnostic[]> {
    return (await next()).filter(({ code }) => code !== 'misc-unused-alias-decls');
  }

  // Of a changed text it first publishes what it thinks with the headers as they were, and later, for the same version, with those that are. Nothing
  // distinguishes the two, but a file that is opened is reported once. What follows the directives it reports rightly at once.
  sent(uri: string, text: string): { readonly anew: boolean } {
    this.#files.sent(uri);
    const directives = (text.match(/^[ \t]*#.*$/gm) ?? []).join('\n');
    const before = this.#directives.get(uri);
    this.#directives.set(uri, directives);
    return { anew: before !== undefined && before !== directives };
  }

  filesChanged(changes: readonly DiskChange[]): void {
    this.#files.filesChanged(changes);
    this.#isConfiguredAnew ||= changes.some(({ uri }) => isCompileConfiguration(uri));
    const created = changes.filter(({ uri, kind }) => kind === 'created' && languageIn(this.#session.row, uri) !== undefined).map(({ uri }) => uri);
    for (const uri of created) this.#listed.add(uri);
    this.#guess(created);
    this.#headerChanged ||= changes.some(({ uri }) => !SOURCE.test(uri));
  }

  notes(): readonly string[] {
    return this.#guesses ? [UNCONFIGURED] : [];
  }

  async prepare(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    if (this.#headerChanged) {
      this.#headerChanged = false;
      this.#files.headersChanged();
      // Every call waits for it, so it does not end with the one that happened to start it.
      this.#reopening = this.#session.documents.reopenAll(new AbortController().signal);
    }
    await untilAborted(this.#reopening, signal, cancelled);
    if (scope.kind === 'files') return undefined;
    const files = await this.#filesOf(scope, signal);
    const unread = await this.#files.read(files, scope.kind === 'symbols' ? READING_ALL : READING, signal);
    const unseen = scope.kind === 'word' ? await this.#unseen.holding(scope, files, signal) : [];
    const gaps = [...(unread === undefined ? [] : [unread]), ...unseen];
    return gaps.length === 0 ? undefined : gaps.join(' ');
  }

  #guess(uris: readonly string[]): void {
    const commands = guessedCommands(this.#session.project, [...this.#listed], uris);
    if (Object.keys(commands).length === 0) return;
    this.#guesses = true;
    this.#session.configurationChanged({ compilationDatabaseChanges: commands });
  }

  async #filesOf(scope: QuestionScope, signal: AbortSignal): Promise<readonly string[]> {
    const { documents } = this.#session.project;
    if (scope.kind === 'symbols') return (await documents.list({}, signal)).map(({ uri }) => uri);
    if (scope.kind === 'declarations') return scope.uris;
    const word = scope.kind === 'word' ? scope.word : await this.#wordOf(scope, signal);
    return word === undefined ? [] : filesNaming(this.#session, word, signal);
  }

  // Only where something else than the file itself is asked for: what a header declares is defined in some other file.
  async #wordOf(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    if (scope.kind !== 'file' || scope.at === undefined) return undefined;
    return wordAt(await this.#session.project.documents.read(scope.uri, signal), scope.at);
  }

  async #isNamespace(found: readonly Location[], signal: AbortSignal): Promise<boolean> {
    for (const { uri, range } of found) {
      const snapshot = await textOrNothing(this.#session, uri, signal);
      if (/\bnamespace\s+(?:[\p{ID_Continue}]+::)*$/u.test(snapshot?.line(range.start.line)?.slice(0, range.start.character) ?? '')) return true;
    }
    return false;
  }
}

function tidied(symbol: OutlineSymbol, parent: OutlineSymbol | undefined): OutlineSymbol {
  const kind = symbol.name.startsWith('~') ? 'method' : symbol.kind === 'enum' && parent?.kind === 'enum' ? 'enumMember' : symbol.kind;
  return { ...symbol, kind: symbol.detail === 'type alias' ? 'typeAlias' : kind, children: symbol.children.map((child) => tidied(child, symbol)) };
}

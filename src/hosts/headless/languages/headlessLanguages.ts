// What code means, asked of the language servers of one project and answered for the text as Documents has it.
import { tidyLocations } from '../../../answers/tidyLocations.ts';
import { pathOf } from '../../../base/files/fileUri.ts';
import { untilAborted } from '../../../base/waiting/abort.ts';
import type { Answer } from '../../../ide/answer.ts';
import type { Completion } from '../../../ide/completions.ts';
import type { DiskState } from '../../../ide/doors/documents.ts';
import type {
  CallDirection,
  CallRelations,
  Check,
  CheckReport,
  DiagnosticsReport,
  EngineStatus,
  Hover,
  InstalledCheck,
  InstalledChecked,
  Languages,
  OnMissingServer,
  OutlineSymbol,
  Place,
  Progress,
  SymbolOptions,
  TypeDirection,
  TypeRelations,
  WorkspaceSymbol,
} from '../../../ide/doors/languages.ts';
import { cancelled, noEngine } from '../../../ide/errors/errors.ts';
import type { FixableProblem } from '../../../ide/quickFixes.ts';
import type { Refactored, Refactoring } from '../../../ide/refactorings.ts';
import type { FileMove, Renaming } from '../../../ide/renaming.ts';
import type { Location, Range } from '../../../ide/text.ts';
import type { WorkspaceEdit } from '../../../ide/workspaceEdit.ts';
import type { DiskChange, DiskDocuments } from '../../../machine/files/diskChanges.ts';
import { wordAt } from '../../../source/wordAt.ts';
import type { Checks } from './diagnostics/checks.ts';
import type { Diagnosers } from './diagnostics/diagnosers.ts';
import { diagnosticsReport } from './diagnostics/diagnosticsReport.ts';
import { quickFixesFor } from './diagnostics/quickFixes.ts';
import { hoverOf, locationsOf } from './engine/answers.ts';
import type { Engine } from './engine/engine.ts';
import type { EngineProject, EngineRow } from './engine/engineRow.ts';
import type { EngineSession } from './engine/engineSession.ts';
import type { AskedLanguage } from './engine/language/languageMiddleware.ts';
import { languageIn, type RowsByName } from './engine/languageFiles.ts';
import type { PartialAnswer } from './engine/partialAnswer.ts';
import { engineWith } from './engine/plannedEngine.ts';
import { prepared } from './engine/prepared.ts';
import { absenceOf, answerOf, presentOf } from './engine/presentEngines.ts';
import type { Route } from './engine/route.ts';
import { engineStatuses } from './engineStatuses.ts';
import { type HeadlessLanguagesOptions, type LanguageParts, partsFor } from './languageParts.ts';
import { askedAcross, enginesBeyond, type SymbolQuestion, withUnread } from './questions/acrossEngines.ts';
import { type BySyntax, isEngineFailure, NO_SERVER } from './questions/bySyntax.ts';
import { callRelations } from './questions/callRelations.ts';
import { completionDetailsAt, completionsAnswer, completionsAt } from './questions/completions.ts';
import { movedBy, rowsOfMove } from './questions/fileRenames.ts';
import { implementationsAt } from './questions/implementations.ts';
import { mergedCalls, mergedTypes } from './questions/mergedRelations.ts';
import type { ProjectSymbols } from './questions/projectSymbols.ts';
import { referencesAt } from './questions/references.ts';
import { collisionsOf } from './questions/renameCollisions.ts';
import { editOfPlaces, mergedRenames, renamedBy } from './questions/renames.ts';
import { typeRelations } from './questions/typeRelations.ts';
import { refactoredWhole } from './refactorings.ts';
import type { RowsWithFiles } from './routing/rowsWithFiles.ts';
import { plainSignatureChanged } from './signatures/plainSignatures.ts';
import { plainRoom } from './signatures/signatureQuestions.ts';
import type { InstalledTypescript } from './typescript/installedTypescript.ts';

export function openHeadlessLanguages(options: HeadlessLanguagesOptions): HeadlessLanguages {
  const languages = new HeadlessLanguages(partsFor(options), options.documents);
  languages.listen();
  return languages;
}

export class HeadlessLanguages implements Languages {
  protected readonly parts: LanguageParts;
  // Synchronised by each question; the rooms behind it read what was heard.
  readonly #documents: DiskDocuments;
  readonly #rows: readonly EngineRow[];
  readonly #project: EngineProject;
  readonly #engines: ReadonlyMap<EngineRow, Engine>;
  readonly #byName: RowsByName;
  readonly #rowsWithFiles: RowsWithFiles;
  readonly #diagnosers: Diagnosers;
  readonly #checks: Checks;
  readonly #installed: InstalledTypescript;
  readonly #syntax: BySyntax;
  readonly #symbols: ProjectSymbols;
  readonly #statusListeners: Set<() => void>;
  protected readonly onMissing: OnMissingServer | undefined;
  #listening: Disposable | undefined;

  constructor(parts: LanguageParts, documents: DiskDocuments, onMissing?: OnMissingServer) {
    this.parts = parts;
    this.onMissing = onMissing;
    this.#documents = documents;
    this.#rows = parts.rows;
    this.#project = parts.project;
    this.#engines = parts.engines;
    this.#byName = parts.byName;
    this.#rowsWithFiles = parts.rowsWithFiles;
    this.#diagnosers = parts.diagnosers;
    this.#checks = parts.checks;
    this.#installed = parts.installed;
    this.#syntax = parts.syntax;
    this.#symbols = parts.symbols;
    this.#statusListeners = parts.statusListeners;
  }

  // The same languages for a call that has settled.
  asOf(state: DiskState): Languages {
    return new HeadlessLanguages(this.parts, this.#documents.asOf(state), this.onMissing);
  }

  needing(onMissing: OnMissingServer): HeadlessLanguages {
    return new HeadlessLanguages(this.parts, this.#documents, onMissing);
  }

  listen(): void {
    this.#listening = this.#documents.onChanges((changes) => this.changed(changes));
  }

  definition(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    const ask = async (session: EngineSession) => {
      const next = async () => locationsOf(await session.request('textDocument/definition', positionOf(at), signal));
      return session.middleware.definition?.(at, next, signal) ?? next();
    };
    const bySyntax = (why: string) => this.#syntax.definition(at, why, signal);
    return this.#orBySyntax(at.uri, signal, () => this.#askAbout(at.uri, signal, ask, at), bySyntax);
  }

  typeDefinition(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#askAbout(at.uri, signal, async (session) => locationsOf(await session.request('textDocument/typeDefinition', positionOf(at), signal)), at);
  }

  references(at: Place, options: { includeDeclaration: boolean }, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    const work = async (session: EngineSession, place: Place) => {
      await session.documents.open(place.uri, signal);
      const word = wordAt(await this.#project.documents.read(place.uri, signal), place.position);
      if (word === undefined) return referencesAt(session, place, options, signal);
      const scope = { kind: 'word', word, from: place.uri, at: place.position } as const;
      const { value: found, gap } = await prepared(session, scope, signal, () => referencesAt(session, place, options, signal, word));
      return { ...found, gap: gap ?? found.gap };
    };
    return this.#askEverywhere({ at, work, merge: (found) => tidyLocations(found.flat()) }, signal);
  }

  implementations(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#askEverywhere(
      { at, work: (session, place) => implementationsAt(session, place, signal), merge: (found) => tidyLocations(found.flat()) },
      signal,
    );
  }

  calls(at: Place, direction: CallDirection, signal: AbortSignal): Promise<Answer<CallRelations | undefined>> {
    const work = (session: EngineSession, place: Place) => callRelations(session, place, direction, this.#syntax.callsIn, signal);
    // What a function calls stands in it, so its own engine knows all of it.
    return direction === 'callees' ? this.#ask(at.uri, signal, (session) => work(session, at)) : this.#askEverywhere({ at, work, merge: mergedCalls }, signal);
  }

  types(at: Place, direction: TypeDirection, signal: AbortSignal): Promise<Answer<TypeRelations | undefined>> {
    const work = (session: EngineSession, place: Place) => typeRelations(session, place, direction, signal);
    return direction === 'up' ? this.#ask(at.uri, signal, (session) => work(session, at)) : this.#askEverywhere({ at, work, merge: mergedTypes }, signal);
  }

  hover(at: Place, signal: AbortSignal): Promise<Answer<Hover | undefined>> {
    const ask = () => this.#askAbout(at.uri, signal, async (session) => hoverOf(await session.request('textDocument/hover', positionOf(at), signal)));
    return this.#orBySyntax(at.uri, signal, ask, (why) => this.#syntax.hover(at, why, signal));
  }

  outline(uri: string, signal: AbortSignal): Promise<Answer<readonly OutlineSymbol[]>> {
    const ask = () =>
      this.#askAbout(uri, signal, async (session) => {
        const next = () => session.outline(uri, signal);
        return session.middleware.outline?.(await this.#project.documents.read(uri, signal), next) ?? next();
      });
    const bySyntax = (why: string) => this.#syntax.outline(uri, why, signal);
    const orFailing = () =>
      ask().catch((error: unknown) => {
        if (isEngineFailure(error) && this.#syntax.languageOf(uri) !== undefined) return bySyntax(error.message);
        throw error;
      });
    return this.#orBySyntax(uri, signal, orFailing, bySyntax, SYNTAX_WILL_DO);
  }

  symbols(query: string, signal: AbortSignal, options: SymbolOptions = {}): Promise<Answer<readonly WorkspaceSymbol[]>> {
    return this.#settled(signal, () => this.#symbols.find(query, options, signal));
  }

  async completions(at: Place, signal: AbortSignal): Promise<Answer<readonly Completion[]>> {
    return completionsAnswer(await this.#ask(at.uri, signal, (session) => completionsAt(session, at, signal)));
  }

  completionDetails(of: readonly Completion[], at: Place, signal: AbortSignal): Promise<Answer<readonly Completion[]>> {
    return this.#ask(at.uri, signal, (session) => completionDetailsAt(session, of, at, signal));
  }

  async quickFixes(
    uri: string,
    range: Range | undefined,
    signal: AbortSignal,
    planned: ReadonlyMap<string, string> = new Map(),
  ): Promise<Answer<readonly FixableProblem[]>> {
    await this.#documents.settle(signal);
    const route = await this.#project.routes.now();
    const { engines, assistants, absences } = await this.#diagnosers.fixersOf(uri, route, this.onMissing);
    if (engines.length === 0) throw noEngine(pathOf(uri), this.languageOf(uri) ?? '', absences.join(' ') || undefined);
    const asked = (engine: Engine) => (planned.size === 0 ? engine : engineWith(engine, planned, route));
    return quickFixesFor({ uri, range, engines: engines.map(asked), assistants: assistants.map(asked), absences }, signal);
  }

  async rename(at: Place, newName: string, signal: AbortSignal, keptIn: readonly string[] = []): Promise<Answer<Renaming>> {
    const { engine } = await this.#serving(at.uri, signal);
    const next = (place: Place) => this.renamedAlone(place, newName, signal, keptIn);
    return engine.row.whole?.rename?.(this.#asked(engine, signal), at, next) ?? next(at);
  }

  // What the engines change for this symbol alone.
  protected async renamedAlone(at: Place, newName: string, signal: AbortSignal, keptIn: readonly string[]): Promise<Answer<Renaming>> {
    const work = (session: EngineSession, place: Place) => renamedBy(session, { at: place, newName, keptIn }, signal);
    const answer = await this.#askEverywhere({ at, work, merge: mergedRenames }, signal);
    const { edits, moves = [] } = answer.value;
    const { engine } = await this.#serving(at.uri, signal);
    const collisions = await collisionsOf(engine, this.#project.documents, { at, newName, edits }, signal);
    return { ...answer, value: { edit: { operations: [...editOfPlaces(edits).operations, ...moves] }, collisions } };
  }

  async moveFiles(move: FileMove, files: readonly string[], signal: AbortSignal): Promise<Answer<WorkspaceEdit>> {
    await this.#documents.settle(signal);
    const route = await this.#project.routes.now();
    const engines = rowsOfMove(move, files, route).map((row) => this.#engineOf(row));
    return movedBy(engines, { move, files }, { documents: this.#project.documents, route }, signal);
  }

  async refactor(wanted: Refactoring, signal: AbortSignal): Promise<Answer<Refactored>> {
    const { engine, route } = await this.#serving(wanted.uri, signal);
    if (wanted.kind === 'changeSignature' && engine.row.signatures !== undefined) {
      const rename = (at: Place, newName: string) => this.renamedAlone(at, newName, signal, []);
      return plainSignatureChanged(plainRoom(engine, this.#asked(engine, signal), { rename, syntax: this.#syntax }), wanted);
    }
    const helpers = [engine, ...this.#rows.filter(({ assists }) => assists === engine.row.id).map((row) => this.#engineOf(row))];
    return refactoredWhole(helpers, wanted, (at) => this.references(at, { includeDeclaration: true }, signal), route, signal);
  }

  async diagnostics(uris: readonly string[], signal: AbortSignal, progress: Progress): Promise<Answer<DiagnosticsReport>> {
    await this.#documents.settle(signal);
    const route = await this.#project.routes.now();
    const { diagnosers, silences } = this.#diagnosers.of(uris, route);
    const { present, missing } = await presentOf([...new Set([...diagnosers.values()].flat())], this.onMissing);
    const enginesFor = (uri: string) => (diagnosers.get(uri) ?? []).filter((engine) => present.includes(engine));
    const reasons = present.flatMap(({ row }) => route.reasonFor(row) ?? []);
    // A configuration is diagnosed by the engine that serves its files.
    const configEnginesFor = (uri: string) =>
      [...this.#engines.values()].filter(({ row }) => row.diagnosesConfigs?.test(uri) && (row.replaces === undefined) === (route.reasonOf(uri) === undefined));
    return diagnosticsReport(
      { uris, enginesFor, configEnginesFor, notes: [...missing.map(({ failure }) => failure), ...silences, ...reasons] },
      signal,
      progress,
    );
  }

  check(wanted: Check, signal: AbortSignal, progress: Progress): Promise<Answer<CheckReport>> {
    return this.#settled(signal, () => this.#checks.of(wanted, signal, progress));
  }

  checkAsInstalled(wanted: InstalledCheck, signal: AbortSignal): Promise<InstalledChecked> {
    return this.#settled(signal, () => this.#installed.check(wanted, signal));
  }

  // For other rooms of this host, which ask the engine of a file for what the port has no word for.
  askEngineOf<Value>(uri: string, signal: AbortSignal, ask: (session: EngineSession) => Promise<Value>): Promise<Answer<Value>> {
    return this.#askAbout(uri, signal, ask);
  }

  diagnosable(uris: readonly string[], reading?: readonly string[]): readonly string[] {
    return this.#diagnosers.diagnosable(uris, (uri) => this.#byName.find(uri), reading);
  }

  languageOf(uri: string): string | undefined {
    const row = this.#byName.find(uri);
    return row === undefined ? this.#syntax.languageOf(uri) : languageIn(row, uri);
  }

  async status(): Promise<readonly EngineStatus[]> {
    const { signal } = new AbortController();
    await this.#documents.settle(signal);
    return engineStatuses(this.parts, signal);
  }

  onStatus(listener: () => void): Disposable {
    this.#statusListeners.add(listener);
    return { [Symbol.dispose]: () => this.#statusListeners.delete(listener) };
  }

  // Starts the engine of this file and lets it load, so that the first question does not have to wait.
  async warm(uri: string, signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (this.#byName.find(uri) !== undefined) await this.outline(uri, signal);
  }

  // Of all its engines that run, as far as the system says.
  async memoryMb(): Promise<number> {
    const held = await Promise.all([...this.#engines.values()].map((engine) => engine.memoryMb()));
    return held.reduce<number>((sum, memoryMb) => sum + (memoryMb ?? 0), 0);
  }

  async close(): Promise<void> {
    this.#listening?.[Symbol.dispose]();
    this.#installed.close();
    await Promise.all([...this.#engines.values()].map((engine) => engine.close()));
  }

  // Where no server is there for the file but a grammar of its language is, its syntax says something.
  async #orBySyntax<Value>(
    uri: string,
    signal: AbortSignal,
    ask: () => Promise<Answer<Value>>,
    bySyntax: (why: string) => Promise<Answer<Value>>,
    onMissing = this.onMissing,
  ): Promise<Answer<Value>> {
    const row = (await this.#project.routes.now()).rowOf(uri);
    const engine = row === undefined ? undefined : this.#engineOf(row);
    if (engine?.running || this.#syntax.languageOf(uri) === undefined) return ask();
    const absence = engine === undefined ? NO_SERVER : await absenceOf(engine, onMissing);
    if (absence === undefined) return ask();
    await untilAborted(this.#documents.settle(signal), signal, cancelled);
    return bySyntax(`${absence.why} ${absence.remedy}`);
  }

  async #settled<Value>(signal: AbortSignal, ask: () => Promise<Value>): Promise<Value> {
    await untilAborted(this.#documents.settle(signal), signal, cancelled);
    return ask();
  }

  // A question that one file and its imports can answer.
  #askAbout<Value>(uri: string, signal: AbortSignal, ask: (session: EngineSession) => Promise<Value>, leadsElsewhere?: Place): Promise<Answer<Value>> {
    const at = leadsElsewhere?.position;
    return this.#ask(uri, signal, async (session) => {
      await session.documents.open(uri, signal);
      return prepared(session, { kind: 'file', uri, ...(at !== undefined && { at }) }, signal, () => ask(session));
    });
  }

  async #ask<Value>(uri: string, signal: AbortSignal, work: (session: EngineSession) => Promise<PartialAnswer<Value>>): Promise<Answer<Value>> {
    const { engine, reason } = await this.#serving(uri, signal);
    return answerOf(engine, reason, await engine.run(signal, work));
  }

  // A question about every use of a symbol: where its language has several engines, of all that may know one.
  async #askEverywhere<Value>(question: SymbolQuestion<Value>, signal: AbortSignal): Promise<Answer<Value>> {
    const { at } = question;
    const { engine, reason, route } = await this.#serving(at.uri, signal);
    const others = await enginesBeyond(engine, at, route, { documents: this.#project.documents, engines: [...this.#engines.values()] }, signal);
    const ofOne = async () => answerOf(engine, reason, await engine.run(signal, (session) => question.work(session, at)));
    const answer = await (others.length === 0 ? ofOne() : askedAcross(question, engine, others, route, signal));
    return withUnread(answer, engine.row, at, this.#project.documents, signal);
  }

  // The engine of a file, as things are on disk, able to answer, and why it is not the one of the file's name.
  async #serving(uri: string, signal: AbortSignal): Promise<{ engine: Engine; reason: string | undefined; route: Route }> {
    await untilAborted(this.#documents.settle(signal), signal, cancelled);
    const route = await untilAborted(this.#project.routes.now(), signal, cancelled);
    const row = route.rowOf(uri);
    if (row === undefined) throw noEngine(pathOf(uri), '');
    const engine = this.#engineOf(row);
    const absence = await absenceOf(engine, this.onMissing);
    if (absence !== undefined) throw noEngine(pathOf(uri), this.languageOf(uri) ?? '', `${absence.why} ${absence.remedy}`);
    return { engine, reason: route.reasonOf(uri), route };
  }

  protected changed(changes: readonly DiskChange[]): void {
    this.#project.routes.changed(changes);
    this.#rowsWithFiles.changed(changes);
    this.#checks.changed(changes);
    for (const engine of this.#engines.values()) engine.changed(changes);
  }

  #asked(engine: Engine, signal: AbortSignal): AskedLanguage {
    const { documents, rootUri: uri } = this.#project;
    const run = async <Value>(work: (session: EngineSession) => Promise<Value>) => (await engine.run(signal, work)).value;
    return { ide: { project: { uri }, documents, languages: this }, run, signal };
  }

  #engineOf(row: EngineRow): Engine {
    const engine = this.#engines.get(row);
    if (engine === undefined) throw new TypeError(`${row.id} is not a row of these languages`);
    return engine;
  }
}

// An outline lacks little without a server, so nobody is asked for one.
const SYNTAX_WILL_DO = () => undefined;

function positionOf(at: Place) {
  return { textDocument: { uri: at.uri }, position: at.position };
}

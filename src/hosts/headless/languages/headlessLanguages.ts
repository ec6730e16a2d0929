// What code means, asked of the language servers of one project and answered for the text as Documents has it.
import { untilAborted } from '../../../base/abort.ts';
import { counted } from '../../../base/counted.ts';
import { seconds } from '../../../base/duration.ts';
import { pathOf, uriOf } from '../../../base/fileUri.ts';
import type { Log } from '../../../base/log.ts';
import { type Answer, complete, incomplete } from '../../../ide/answer.ts';
import { cancelled, noEngine } from '../../../ide/errors.ts';
import type {
  CallDirection,
  CallRelations,
  DiagnosticsReport,
  EngineStatus,
  Hover,
  Languages,
  OutlineSymbol,
  Place,
  Progress,
  SymbolOptions,
  TypeDirection,
  TypeRelations,
  WorkspaceSymbol,
} from '../../../ide/languages.ts';
import { compare, type Location } from '../../../ide/text.ts';
import type { DiskChange, DiskDocuments } from '../documents/diskChanges.ts';
import type { Processes } from '../processes/processes.ts';
import { hoverOf, locationsOf, outlineOf, tidyLocations, workspaceSymbolsOf } from './answers.ts';
import { callRelations } from './callRelations.ts';
import { catalogue } from './catalogue.ts';
import { diagnosticsReport } from './diagnosticsReport.ts';
import { Engine, type Outcome } from './engine.ts';
import type { EngineProject, EngineRow, Scope } from './engineRow.ts';
import type { EngineSession, Patience } from './engineSession.ts';
import { Hibernation } from './hibernation.ts';
import { implementationsAt } from './implementations.ts';
import { languageIn, RowsByName } from './languageFiles.ts';
import { prepared } from './prepared.ts';
import { RowsWithFiles } from './rowsWithFiles.ts';
import { ranked } from './symbolRanking.ts';
import { typeRelations } from './typeRelations.ts';
import { wordAt } from './wordAt.ts';

export interface HeadlessLanguagesOptions {
  // Absolute path.
  readonly root: string;
  readonly trusted: boolean;
  readonly documents: DiskDocuments;
  readonly processes: Processes;
  readonly log: Log;
  // Shared by all projects of a daemon; without it engines never rest.
  readonly hibernation?: Hibernation | undefined;
  // Tests cannot wait as long as users can.
  readonly patience?: Patience;
  readonly rows?: readonly EngineRow[];
}

const PATIENCE: Patience = { first: seconds(90), later: seconds(60) };

export function openHeadlessLanguages(options: HeadlessLanguagesOptions): HeadlessLanguages {
  return new HeadlessLanguages(options);
}

// An answer of one engine: what it says, and what that lacks.
interface Partly<Value> {
  readonly value: Value;
  readonly lacking?: string | undefined;
  // Where it is not what the engine said, and why.
  readonly notes?: readonly string[];
}

export class HeadlessLanguages implements Languages {
  readonly #rows: readonly EngineRow[];
  readonly #project: EngineProject;
  readonly #engines: ReadonlyMap<EngineRow, Engine>;
  readonly #byName: RowsByName;
  readonly #rowsWithFiles: RowsWithFiles;
  readonly #listening: Disposable;
  readonly #statusListeners = new Set<() => void>();

  constructor({ root, trusted, documents, processes, log, hibernation, patience, rows }: HeadlessLanguagesOptions) {
    this.#rows = rows ?? catalogue;
    const project = { root, rootUri: uriOf(root), trusted, documents, log };
    this.#project = project;
    const parts = {
      processes,
      patience: patience ?? PATIENCE,
      hibernation: hibernation ?? new Hibernation({ unusedFor: Number.POSITIVE_INFINITY, memoryMb: Number.POSITIVE_INFINITY }, log),
      onStatus: () => {
        for (const listener of this.#statusListeners) listener();
      },
    };
    this.#engines = new Map(this.#rows.map((row) => [row, new Engine(row, project, parts)]));
    this.#byName = new RowsByName(this.#rows);
    this.#rowsWithFiles = new RowsWithFiles(this.#rows, this.#byName, project);
    this.#listening = documents.onChanges((changes) => this.#changed(changes));
  }

  definition(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#askAbout(at.uri, signal, async (session) => locationsOf(await session.request('textDocument/definition', positionOf(at), signal)), at);
  }

  typeDefinition(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#askAbout(at.uri, signal, async (session) => locationsOf(await session.request('textDocument/typeDefinition', positionOf(at), signal)), at);
  }

  references(at: Place, options: { includeDeclaration: boolean }, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#ask(at.uri, signal, async (session) => {
      await session.documents.open(at.uri, signal);
      const word = wordAt(await this.#project.documents.read(at.uri, signal), at.position);
      if (word === undefined) return referencesAt(session, at, options, signal);
      const { value: found, lacking } = await prepared(session, { kind: 'word', word, from: at.uri }, signal, () =>
        referencesAt(session, at, options, signal, word),
      );
      return { ...found, lacking };
    });
  }

  implementations(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#ask(at.uri, signal, (session) => implementationsAt(session, at, signal));
  }

  calls(at: Place, direction: CallDirection, signal: AbortSignal): Promise<Answer<CallRelations | undefined>> {
    return this.#ask(at.uri, signal, (session) => callRelations(session, at, direction, signal));
  }

  types(at: Place, direction: TypeDirection, signal: AbortSignal): Promise<Answer<TypeRelations | undefined>> {
    return this.#ask(at.uri, signal, (session) => typeRelations(session, at, direction, signal));
  }

  hover(at: Place, signal: AbortSignal): Promise<Answer<Hover | undefined>> {
    return this.#askAbout(at.uri, signal, async (session) => hoverOf(await session.request('textDocument/hover', positionOf(at), signal)));
  }

  outline(uri: string, signal: AbortSignal): Promise<Answer<readonly OutlineSymbol[]>> {
    return this.#askAbout(uri, signal, async (session) => {
      const outline = outlineOf(await session.request('textDocument/documentSymbol', { textDocument: { uri } }, signal));
      return session.quirk.tidyOutline?.(outline, await this.#project.documents.read(uri, signal)) ?? outline;
    });
  }

  async symbols(query: string, signal: AbortSignal, options: SymbolOptions = {}): Promise<Answer<readonly WorkspaceSymbol[]>> {
    await this.#project.documents.settle(signal);
    const engines = (await this.#rowsWithFiles.list(signal))
      .filter(({ findsSymbols }) => findsSymbols)
      .filter((row) => options.language === undefined || speaks(row, options.language))
      .map((row) => this.#engineOf(row))
      // An engine that rests or is missing has nothing to say about a name that stands in none of its files.
      .filter((engine) => engine.running || (options.within?.some((uri) => this.#rowFor(uri) === engine.row) ?? true));
    const { present, absences } = await presentOf(engines);
    const outcomes = await Promise.all(present.map((engine) => engine.run(signal, (session) => this.#symbolsOf(session, query, options.within, signal))));
    const lacking = outcomes.flatMap(({ value }) => value.lacking ?? []);
    const value = ranked(
      query,
      outcomes.flatMap((outcome) => outcome.value.value),
    );
    const certificate = {
      ...(present.length > 0 && { engine: present.map(({ name }) => name).join(', ') }),
      ...notesOf(outcomes, absences),
    };
    return lacking.length === 0 ? complete(value, certificate) : incomplete(value, lacking.join(' '), certificate);
  }

  async diagnostics(uris: readonly string[], signal: AbortSignal, progress: Progress): Promise<Answer<DiagnosticsReport>> {
    await this.#project.documents.settle(signal);
    const { diagnosers, silences } = this.#diagnosersOf(uris);
    const { present, absences } = await presentOf([...new Set([...diagnosers.values()].flat())]);
    const enginesFor = (uri: string) => (diagnosers.get(uri) ?? []).filter((engine) => present.includes(engine));
    return diagnosticsReport({ uris, enginesFor, absences: [...absences, ...silences], otherEngines: [...this.#engines.values()] }, signal, progress);
  }

  diagnosable(uris: readonly string[]): readonly string[] {
    const silenceOf = this.#silences();
    return uris.filter((uri) => {
      const row = this.#rowFor(uri);
      return row !== undefined && silenceOf(row) === undefined;
    });
  }

  languageOf(uri: string): string | undefined {
    const row = this.#rowFor(uri);
    return row === undefined ? undefined : languageIn(row, uri);
  }

  async status(): Promise<readonly EngineStatus[]> {
    const { signal } = new AbortController();
    const counts = new Map([...(await this.#rowsWithFiles.counts(signal)), ...(await this.#rowsWithFiles.lintCounts(signal))]);
    const engines = [...this.#engines.values()].filter((engine) => engine.running || counts.has(engine.row));
    return Promise.all(engines.map(async (engine) => ({ ...(await engine.status()), files: counts.get(engine.row) ?? 0 })));
  }

  onStatus(listener: () => void): Disposable {
    this.#statusListeners.add(listener);
    return { [Symbol.dispose]: () => this.#statusListeners.delete(listener) };
  }

  // Starts the engine of this file and lets it load, so that the first question does not have to wait.
  async warm(uri: string, signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (this.#engineFor(uri) !== undefined) await this.outline(uri, signal);
  }

  async close(): Promise<void> {
    this.#listening[Symbol.dispose]();
    await Promise.all([...this.#engines.values()].map((engine) => engine.close()));
  }

  // A question that one file and its imports can answer.
  #askAbout<Value>(uri: string, signal: AbortSignal, ask: (session: EngineSession) => Promise<Value>, leadsElsewhere?: Place): Promise<Answer<Value>> {
    const at = leadsElsewhere?.position;
    return this.#ask(uri, signal, async (session) => {
      await session.documents.open(uri, signal);
      return prepared(session, { kind: 'file', uri, ...(at !== undefined && { at }) }, signal, () => ask(session));
    });
  }

  async #ask<Value>(uri: string, signal: AbortSignal, work: (session: EngineSession) => Promise<Partly<Value>>): Promise<Answer<Value>> {
    await untilAborted(this.#project.documents.settle(signal), signal, cancelled);
    const engine = this.#engineFor(uri);
    if (engine === undefined) throw noEngine(pathOf(uri), '');
    const absence = engine.running ? undefined : await engine.absence();
    if (absence !== undefined) throw noEngine(pathOf(uri), this.languageOf(uri) ?? '', `${absence.why} ${absence.remedy}`);
    const outcome = await engine.run(signal, work);
    const { value, lacking, notes } = outcome.value;
    const certificate = { engine: engine.name, ...notesOf([outcome], notes) };
    return lacking === undefined ? complete(value, certificate) : incomplete(value, lacking, certificate);
  }

  async #symbolsOf(
    session: EngineSession,
    query: string,
    within: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<Partly<readonly WorkspaceSymbol[]>> {
    const scope: Scope = within === undefined ? { kind: 'symbols', query } : { kind: 'declarations', uris: within };
    const { value: found, lacking } = await prepared(session, scope, signal, async () =>
      workspaceSymbolsOf(await session.request('workspace/symbol', { query }, signal)),
    );
    const most = session.row.mostSymbols;
    const cut = most !== undefined && found.length >= most ? `${session.name} returns at most ${most} symbols; use a longer query.` : undefined;
    const value = found.filter(({ location }) => location.uri.startsWith(`${this.#project.rootUri}/`));
    return { value, lacking: [lacking, cut].filter((text) => text !== undefined).join(' ') || undefined };
  }

  #changed(changes: readonly DiskChange[]): void {
    this.#rowsWithFiles.changed(changes);
    for (const engine of this.#engines.values()) engine.changed(changes);
  }

  // For each file the engine of its language, then the linters that its project asks for; and why some have nothing to say.
  #diagnosersOf(uris: readonly string[]): { diagnosers: ReadonlyMap<string, readonly Engine[]>; silences: readonly string[] } {
    const linters = this.#rows.flatMap((row) => (row.lints === undefined ? [] : [{ wants: row.lints(this.#project), engine: this.#engineOf(row) }]));
    const silenceOf = this.#silences();
    const silences = new Set<string>();
    const diagnosers = new Map<string, readonly Engine[]>();
    for (const uri of uris) {
      const own = this.#rowFor(uri);
      const silence = own === undefined ? undefined : silenceOf(own);
      if (silence !== undefined) silences.add(silence);
      const speaking = own === undefined || silence !== undefined ? [] : [this.#engineOf(own)];
      diagnosers.set(uri, [...speaking, ...linters.filter(({ wants }) => wants(uri)).map(({ engine }) => engine)]);
    }
    return { diagnosers, silences: [...silences] };
  }

  // Asked once for each row that occurs: some look for a program on the disk.
  #silences(): (row: EngineRow) => string | undefined {
    const known = new Map<EngineRow, string | undefined>();
    return (row) => {
      if (!known.has(row)) known.set(row, row.cannotDiagnose?.(this.#project));
      return known.get(row);
    };
  }

  #rowFor(uri: string): EngineRow | undefined {
    return this.#byName.find(uri);
  }

  #engineFor(uri: string): Engine | undefined {
    const row = this.#rowFor(uri);
    return row === undefined ? undefined : this.#engineOf(row);
  }

  #engineOf(row: EngineRow): Engine {
    const engine = this.#engines.get(row);
    if (engine === undefined) throw new TypeError(`${row.id} is not a row of these languages`);
    return engine;
  }
}

// Servers disagree about what a declaration is (TypeScript leaves out imports with it), so we take it away ourselves.
async function referencesAt(
  session: EngineSession,
  at: Place,
  options: { includeDeclaration: boolean },
  signal: AbortSignal,
  word?: string,
): Promise<Partly<readonly Location[]>> {
  const [found, declared] = await Promise.all([
    session.request('textDocument/references', { ...positionOf(at), context: { includeDeclaration: true } }, signal),
    options.includeDeclaration ? null : session.request('textDocument/definition', positionOf(at), signal),
  ]);
  const told = locationsOf(found);
  const more = word === undefined ? [] : ((await session.quirk.moreReferences?.(word, told, signal)) ?? []);
  const all = more.length === 0 ? told : tidyLocations([...told, ...more]);
  const value = without(all, locationsOf(declared));
  const added = all.length - told.length;
  return added === 0 ? { value } : { value, notes: [`${session.name} does not tell ${counted(added, 'use')} behind a renaming import; we added them.`] };
}

function positionOf(at: Place) {
  return { textDocument: { uri: at.uri }, position: at.position };
}

function without(locations: readonly Location[], declared: readonly Location[]): readonly Location[] {
  return locations.filter((location) => !declared.some(({ uri, range }) => uri === location.uri && compare(range.start, location.range.start) === 0));
}

function speaks(row: EngineRow, language: string): boolean {
  return row.id === language || row.languages.some(({ id }) => id === language);
}

// What cannot be started does not cost the answers of the others, but it is said.
async function presentOf(engines: readonly Engine[]): Promise<{ present: readonly Engine[]; absences: readonly string[] }> {
  const all = await Promise.all(engines.map(async (engine) => ({ engine, absence: engine.running ? undefined : await engine.absence() })));
  return {
    present: all.flatMap(({ engine, absence }) => (absence === undefined ? [engine] : [])),
    absences: all.flatMap(({ engine, absence }) => (absence === undefined ? [] : [`${engine.row.id} was not asked: ${absence.why} ${absence.remedy}`])),
  };
}

function notesOf(outcomes: readonly Outcome<unknown>[], others: readonly string[] = []): { notes?: readonly string[] } {
  const notes = [...new Set([...outcomes.flatMap((outcome) => outcome.notes), ...others])];
  return notes.length > 0 ? { notes } : {};
}

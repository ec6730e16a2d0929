// What code means, as the extensions of this VS Code window know it.
import { setTimeout as pause } from 'node:timers/promises';
import { ranked } from '../../answers/symbolRanking.ts';
import { tidyMembers } from '../../answers/typescriptOutline.ts';
import { milliseconds } from '../../base/waiting/duration.ts';
import { type Answer, complete, incomplete } from '../../ide/answer.ts';
import type { Completion } from '../../ide/completions.ts';
import type {
  CallDirection,
  CallRelations,
  Check,
  CheckReport,
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
} from '../../ide/doors/languages.ts';
import type { Project } from '../../ide/ide.ts';
import type { FixableProblem } from '../../ide/quickFixes.ts';
import type { Refactored, Refactoring } from '../../ide/refactorings.ts';
import type { FileMove, Renaming } from '../../ide/renaming.ts';
import { compare, type Location, type Range } from '../../ide/text.ts';
import type { WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import { wordAt } from '../../source/wordAt.ts';
import { argumentsAt, ask, ENGINE, snapshotOf, vscodeUri } from './ask.ts';
import { completionDetailsAt, completionsAt } from './completions.ts';
import { callItemsOf, callsOf, hoverOf, locationsOf, outlineOf, workspaceSymbolsOf } from './convert.ts';
import { diagnosticsOf, isLinted } from './diagnostics.ts';
import { importSetting, unfollowedImports } from './editing/movedImports.ts';
import { placeOf, refactored } from './editing/refactorings.ts';
import { renamed } from './editing/renames.ts';
import { engineStatuses } from './engineStatuses.ts';
import { type Extensions, servedByNone } from './extensions.ts';
import { openForTypescript } from './knownFiles.ts';
import { namedPlaces } from './namedPlaces.ts';
import type { HeardChanges } from './pendingChanges.ts';
import { quickFixesFor } from './quickFixes.ts';
import { Readiness, type Ready } from './readiness.ts';
import { typeRelations } from './typeRelations.ts';
import type { VscodeDocuments } from './vscodeDocuments.ts';

export interface VscodeLanguagesDependencies {
  readonly project: Project;
  readonly documents: VscodeDocuments;
  readonly extensions: Extensions;
  readonly heard: HeardChanges;
}

// Together as long as a server takes to start again.
const MOST_REPETITIONS = 8;
const BETWEEN_REPETITIONS = milliseconds(250);

// An answer, and what it lacks.
interface PartialAnswer<Value> {
  readonly value: Value;
  readonly gap?: string | undefined;
}

interface Prepared {
  readonly gaps: readonly (string | undefined)[];
  readonly notes: readonly string[];
}

const NOTHING: DiagnosticsReport = { files: [], unserved: [] };
const UNLINTED = 'Linters of VS Code do not say when they have looked at a text; get_diagnostics shows what they found.';
const UNSHOWN = 'VS Code shows its extensions only what its editors and the disk hold, so errors are known once it is written.';

// TypeScript's extension asks its server for no more.
const MOST_SYMBOLS = 256;
// Names that configure a project of TypeScript: a file beside each makes the server load that project.
const CONFIGURATIONS = ['**/tsconfig.json', '**/jsconfig.json', '**/package.json'];

// What declares nothing by name, or nothing that is looked for in a whole project.
const NAMELESS: ReadonlySet<string> = new Set([
  ...['json', 'jsonc', 'jsonl', 'css', 'scss', 'less', 'html', 'xml', 'xsl', 'markdown', 'yaml', 'dockercompose', 'dockerfile', 'makefile', 'snippets'],
  ...['ignore', 'properties', 'ini', 'dotenv', 'diff', 'log', 'git-commit', 'git-rebase', 'search-result', 'restructuredtext', 'latex', 'tex', 'bibtex'],
]);

export class VscodeLanguages implements Languages {
  readonly #room: VscodeLanguagesDependencies;
  readonly #readiness: Readiness;
  readonly #listeners = new Set<() => void>();

  constructor(room: VscodeLanguagesDependencies) {
    this.#room = room;
    this.#readiness = new Readiness(room.extensions, () => {
      for (const listener of this.#listeners) listener();
    });
  }

  definition(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#ask(at.uri, signal, async () => locationsOf(await ask('vscode.executeDefinitionProvider', argumentsAt(at), signal)));
  }

  typeDefinition(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#ask(at.uri, signal, async () => locationsOf(await ask('vscode.executeTypeDefinitionProvider', argumentsAt(at), signal)));
  }

  references(at: Place, options: { includeDeclaration: boolean }, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#askAboutWord(at, signal, async () => {
      const found = locationsOf(await ask('vscode.executeReferenceProvider', argumentsAt(at), signal));
      return { value: options.includeDeclaration ? found : without(found, await this.#declarationsOf(at, signal)) };
    });
  }

  implementations(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#askAboutWord(at, signal, async () => {
      const found = locationsOf(await ask('vscode.executeImplementationProvider', argumentsAt(at), signal));
      return { value: without(found, await this.#declarationsOf(at, signal)) };
    });
  }

  calls(at: Place, direction: CallDirection, signal: AbortSignal): Promise<Answer<CallRelations | undefined>> {
    const command = direction === 'callers' ? 'vscode.provideIncomingCalls' : 'vscode.provideOutgoingCalls';
    return this.#askAboutWord(at, signal, async () => {
      const items = callItemsOf(await ask('vscode.prepareCallHierarchy', argumentsAt(at), signal));
      const [first] = items;
      if (first === undefined) return { value: undefined };
      const answers = await Promise.all(items.map(({ original }) => ask(command, [original], signal)));
      return { value: { of: first.symbol, calls: answers.flatMap(callsOf) } };
    });
  }

  types(at: Place, direction: TypeDirection, signal: AbortSignal): Promise<Answer<TypeRelations | undefined>> {
    return this.#askAboutWord(at, signal, ({ document }) => typeRelations(at, direction, document.languageId, signal));
  }

  hover(at: Place, signal: AbortSignal): Promise<Answer<Hover | undefined>> {
    return this.#ask(at.uri, signal, async ({ document }) => {
      const hovered = async () => hoverOf(await ask('vscode.executeHoverProvider', argumentsAt(at), signal));
      let found = await hovered();
      // Another server returns what it can see from here while TypeScript loads its projects.
      for (let time = 1; time < MOST_REPETITIONS && found?.signature.startsWith('(loading...)'); time++) {
        await pause(BETWEEN_REPETITIONS);
        await this.#readiness.typescript.loaded(document, signal);
        found = await hovered();
      }
      return found;
    });
  }

  outline(uri: string, signal: AbortSignal): Promise<Answer<readonly OutlineSymbol[]>> {
    return this.#ask(uri, signal, async ({ document }) => {
      const outline = outlineOf(await ask('vscode.executeDocumentSymbolProvider', [vscodeUri(uri)], signal));
      return this.#isTypescript(document.languageId) ? tidyMembers(outline, snapshotOf(document)) : outline;
    });
  }

  async symbols(query: string, signal: AbortSignal, options: SymbolOptions = {}): Promise<Answer<readonly WorkspaceSymbol[]>> {
    await this.#room.documents.settle(signal);
    const { gaps, notes } = await this.#preparedForSymbols(options, signal);
    const found = workspaceSymbolsOf(await ask('vscode.executeWorkspaceSymbolProvider', [query], signal));
    const value = found
      .filter(({ location }) => location.uri.startsWith(`${this.#room.project.uri}/`))
      .filter(({ location }) => options.language === undefined || this.#sameServer(options.language, this.languageOf(location.uri)));
    const cut = found.length >= MOST_SYMBOLS ? `VS Code returns at most ${MOST_SYMBOLS} symbols of a language; use a longer query.` : undefined;
    return this.#answer(ranked(query, await namedPlaces(value, this.#room.documents, signal)), [...gaps, cut], notes);
  }

  completions(at: Place, signal: AbortSignal): Promise<Answer<readonly Completion[]>> {
    return this.#ask(at.uri, signal, () => completionsAt(at, signal));
  }

  async completionDetails(of: readonly Completion[], at: Place, signal: AbortSignal): Promise<Answer<readonly Completion[]>> {
    const { value, gap } = await completionDetailsAt(of, at, signal);
    return this.#answer(value, [gap]);
  }

  async quickFixes(
    uri: string,
    range: Range | undefined,
    signal: AbortSignal,
    planned: ReadonlyMap<string, string> = new Map(),
  ): Promise<Answer<readonly FixableProblem[]>> {
    if (!(await this.#isHeld(planned, signal))) return incomplete([], UNSHOWN, { engine: ENGINE });
    const problems = await this.diagnostics([uri], signal, () => {});
    const { value, gap } = await quickFixesFor(uri, problems.value.files[0]?.diagnostics ?? [], range, signal);
    return this.#answer(value, [problems.complete ? undefined : problems.why, gap]);
  }

  async diagnostics(uris: readonly string[], signal: AbortSignal, progress: Progress): Promise<Answer<DiagnosticsReport>> {
    await this.#room.documents.settle(signal);
    const { report, gaps } = await diagnosticsOf(uris, { readiness: this.#readiness, extensions: this.#room.extensions }, signal, progress);
    return this.#answer(report, gaps);
  }

  refactor(wanted: Refactoring, signal: AbortSignal): Promise<Answer<Refactored>> {
    return this.#askAboutWord({ uri: wanted.uri, position: placeOf(wanted) }, signal, async ({ document }) => ({
      value: await refactored(wanted, document, (uri) => this.#isOurs(uri), signal),
    }));
  }

  async rename(at: Place, newName: string, signal: AbortSignal, keptIn: readonly string[] = []): Promise<Answer<Renaming>> {
    const wanted = { at, newName, keptIn, isOurs: (uri: string) => this.#isOurs(uri) };
    const answer = await this.#askAboutWord(at, signal, () => renamed(wanted, signal));
    return { ...answer, notes: [...(answer.notes ?? []), 'VS Code does not say whether the new name is taken; the errors were compared instead.'] };
  }

  async moveFiles(move: FileMove, files: readonly string[], signal: AbortSignal): Promise<Answer<WorkspaceEdit>> {
    await this.#room.documents.settle(signal);
    const scripts = files.filter((uri) => this.#isTypescript(this.languageOf(uri)));
    const notes = [importSetting(files)].filter((note) => note !== undefined);
    const [first] = scripts;
    // What is written as a path is followed by whoever moves the file, in every language.
    if (first === undefined) return this.#answer({ operations: [] }, [], notes);
    const { gap } = await this.#readiness.of(first, signal);
    return this.#answer({ operations: [] }, [gap, await unfollowedImports(move, scripts, this.#room.documents, signal)], notes);
  }

  // Extensions know what editors hold, and nothing that is only planned.
  async check({ uris, linted, texts }: Check, signal: AbortSignal, progress: Progress): Promise<Answer<CheckReport>> {
    if (texts !== undefined && !(await this.#isHeld(texts, signal))) return complete({ compiled: NOTHING, linted: NOTHING, unshown: UNSHOWN });
    await this.#room.documents.settle(signal);
    const { report, gaps } = await diagnosticsOf(uris, { readiness: this.#readiness, extensions: this.#room.extensions }, signal, progress);
    const answer = this.#answer(report, gaps);
    return { ...answer, value: { compiled: answer.value, linted: NOTHING, ...(linted.some(isLinted) && { unlinted: UNLINTED }) } };
  }

  diagnosable(uris: readonly string[], reading?: readonly string[]): readonly string[] {
    const read = reading?.map((uri) => this.languageOf(uri));
    return uris.filter((uri) => {
      const language = this.#room.extensions.serves(uri) ? this.languageOf(uri) : undefined;
      return language !== undefined && (read === undefined || read.some((other) => this.#sameServer(language, other)));
    });
  }

  languageOf(uri: string): string | undefined {
    return this.#room.extensions.languageOf(uri);
  }

  async status(): Promise<readonly EngineStatus[]> {
    const files = await this.#room.documents.list({}, new AbortController().signal);
    return engineStatuses(files, this.#room.project.uri, this.#room.extensions);
  }

  onStatus(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  async #ask<Value>(uri: string, signal: AbortSignal, work: (ready: Ready) => Promise<Value>): Promise<Answer<Value>> {
    await this.#room.documents.settle(signal);
    const ready = await this.#readiness.of(uri, signal);
    const value = await this.#undropped(ready, signal, () => work(ready));
    return this.#answer(value, [ready.gap, isEmpty(value) ? ready.perhaps : undefined]);
  }

  // A question whose answer may lie in any file that holds the word.
  async #askAboutWord<Value>(at: Place, signal: AbortSignal, work: (ready: Ready) => Promise<PartialAnswer<Value>>): Promise<Answer<Value>> {
    await this.#room.documents.settle(signal);
    const ready = await this.#readiness.of(at.uri, signal);
    const word = wordAt(snapshotOf(ready.document), at.position);
    const unseen = word === undefined ? undefined : await this.#seen(word, ready, signal);
    const { value, gap } = await this.#undropped(ready, signal, () => work(ready));
    return this.#answer(value, [ready.gap, unseen, gap, isEmpty(value) ? ready.perhaps : undefined]);
  }

  // A TypeScript server that starts again drops what it was asked, and its extension then answers that there is nothing: so it is asked again.
  async #undropped<Value>({ document }: Ready, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    const { typescript } = this.#readiness;
    if (!this.#isTypescript(document.languageId)) return work();
    for (let time = 1; ; time++) {
      const before = typescript.start;
      const value = await work();
      await typescript.loaded(document, signal);
      if (typescript.start === before || time === MOST_REPETITIONS) return value;
      await pause(BETWEEN_REPETITIONS);
    }
  }

  // TypeScript's server is shown who else holds the word, so that it loads their projects too.
  async #seen(word: string, { document }: Ready, signal: AbortSignal): Promise<string | undefined> {
    if (!this.#isTypescript(document.languageId)) return undefined;
    const holding = (await this.#room.documents.filesWithWord(word, signal)).filter((uri) => this.#isTypescript(this.languageOf(uri)));
    const unseen = await openForTypescript(holding, signal);
    await this.#readiness.typescript.loaded(document, signal);
    return unseen;
  }

  // Extensions look for symbols in what they have loaded: so one file of each language is opened, and one of each project of TypeScript.
  async #preparedForSymbols({ language, within }: SymbolOptions, signal: AbortSignal): Promise<Prepared> {
    const uris = within ?? (await this.#room.documents.list({}, signal)).map(({ uri }) => uri);
    const naming = uris.flatMap((uri) => {
      const own = this.languageOf(uri);
      return own === undefined || NAMELESS.has(own) || (language !== undefined && !this.#sameServer(language, own)) ? [] : [{ uri, language: own }];
    });
    const unserved = new Set(naming.filter(({ uri }) => !this.#room.extensions.serves(uri)).map((file) => file.language));
    const served = naming.filter((file) => !unserved.has(file.language));
    const typescript = served.filter((file) => this.#isTypescript(file.language)).map(({ uri }) => uri);
    const unseen = await openForTypescript(within === undefined ? await this.#oneOfEachProject(typescript, signal) : typescript, signal);
    const firsts = new Map(served.toReversed().map((file) => [this.#isTypescript(file.language) ? 'typescript' : file.language, file.uri]));
    const ready = await Promise.all([...firsts.values()].map((uri) => this.#readiness.of(uri, signal)));
    return {
      gaps: [unseen, ...ready.flatMap(({ gap, perhaps }) => [gap, perhaps])],
      notes: unserved.size === 0 ? [] : [`${servedByNone([...unserved].join(', '))}, so symbols in it were not looked for.`],
    };
  }

  async #oneOfEachProject(uris: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    const configurations = await this.#room.documents.list({ include: CONFIGURATIONS }, signal);
    const folders = configurations.map(({ uri }) => uri.slice(0, uri.lastIndexOf('/') + 1)).toSorted((a, b) => b.length - a.length);
    const firsts = new Map<string, string>();
    for (const uri of uris) {
      const folder = folders.find((candidate) => uri.startsWith(candidate)) ?? '';
      if (!firsts.has(folder)) firsts.set(folder, uri);
    }
    return [...firsts.values()];
  }

  async #declarationsOf(at: Place, signal: AbortSignal): Promise<readonly Location[]> {
    return locationsOf(await ask('vscode.executeDefinitionProvider', argumentsAt(at), signal));
  }

  async #isHeld(texts: ReadonlyMap<string, string>, signal: AbortSignal): Promise<boolean> {
    for (const [uri, text] of texts) {
      const held = await this.#room.documents.read(uri, signal).catch(() => undefined);
      if ((held?.text ?? '') !== text) return false;
    }
    return true;
  }

  #isOurs(uri: string): boolean {
    return uri.startsWith(`${this.#room.project.uri}/`);
  }

  #isTypescript(language: string | undefined): boolean {
    return language !== undefined && this.#readiness.typescript.speaks(language);
  }

  #sameServer(language: string, other: string | undefined): boolean {
    return other === language || (this.#isTypescript(language) && this.#isTypescript(other));
  }

  #answer<Value>(value: Value, gaps: readonly (string | undefined)[], notes: readonly string[] = []): Answer<Value> {
    const unheard = this.#room.heard.unheard().map((uri) => decodeURIComponent(uri.slice(this.#room.project.uri.length + 1)));
    const stale = unheard.length === 0 ? undefined : `VS Code still answers for older text of ${unheard.slice(0, 5).join(', ')}.`;
    const whys = [...new Set([...gaps, stale].filter((why) => why !== undefined))];
    const certificate = { engine: ENGINE, ...(notes.length > 0 && { notes }) };
    return whys.length === 0 ? complete(value, certificate) : incomplete(value, whys.join(' '), certificate);
  }
}

function without(locations: readonly Location[], declared: readonly Location[]): readonly Location[] {
  return locations.filter((location) => !declared.some(({ uri, range }) => uri === location.uri && compare(range.start, location.range.start) === 0));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

// Answers about code from nothing but names: good for the behaviour of tools, never proof of what a real engine would say.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, complete, incomplete } from '../../ide/answer.ts';
import type { Completion } from '../../ide/completions.ts';
import type { LogLine } from '../../ide/doors/ideLog.ts';
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
import type { FoundPackage } from '../../ide/doors/packages.ts';
import type { InstalledProgram } from '../../ide/doors/toolchains.ts';
import { cancelled, noEngine } from '../../ide/errors/errors.ts';
import type { FixableProblem } from '../../ide/quickFixes.ts';
import type { Refactored, Refactoring } from '../../ide/refactorings.ts';
import type { FileMove, Renaming } from '../../ide/renaming.ts';
import { compare, type Location, type Range } from '../../ide/text.ts';
import type { WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import type { Mark } from './fixture.ts';
import { relationsOf } from './relations.ts';
import { movingIn, renamingIn } from './renaming.ts';
import { completionsIn, withDetails } from './scriptedCompletions.ts';
import { languageOf, type ScriptedDocuments } from './scriptedDocuments.ts';
import type { ScriptedRepository } from './scriptedGit.ts';
import { mistakesIn, problemsMarked } from './scriptedProblems.ts';
import { scriptedRefactoring } from './scriptedRefactorings.ts';
import type { ScriptedCommand } from './scriptedRunning.ts';
import { SymbolTable } from './symbolTable.ts';

// How the scripted engine behaves, for tests of patience, honesty and failure.
export interface ScriptedBehaviour {
  // Milliseconds before each answer; Infinity hangs until the call is cancelled.
  readonly delay?: number;
  // Every answer is incomplete for this reason.
  readonly incomplete?: string;
  readonly notes?: readonly string[];
  // Words that are an error wherever they stand.
  readonly mistakes?: readonly string[];
  readonly failure?: Error;
  readonly engines?: readonly EngineStatus[];
  // Locations in libraries that definitions of these names lead to.
  readonly libraries?: Readonly<Record<string, Location>>;
  // Programs that this machine has.
  readonly programs?: readonly InstalledProgram[];
  // Packages that this machine has, by name, and those that fetching would bring.
  readonly packages?: Readonly<Record<string, readonly FoundPackage[]>>;
  readonly fetchable?: Readonly<Record<string, readonly FoundPackage[]>>;
  // What a package manager executes of the project while it fetches.
  readonly executedByManager?: readonly string[];
  // What git knows here; without it the project is in no repository.
  readonly repository?: ScriptedRepository;
  // What programs do, by the line that runs them.
  readonly commands?: Readonly<Record<string, ScriptedCommand>>;
  // What is at these addresses; a text that is one of them is a redirect to it.
  readonly web?: Readonly<Record<string, string>>;
  readonly log?: readonly LogLine[];
  // Called with each question, in order.
  readonly onQuestion?: (question: string) => void;
}

const ENGINE = 'scripted 1.0';
const SERVED = new Set(['typescript', 'typescriptreact', 'javascript', 'javascriptreact', 'python']);

export class ScriptedLanguages implements Languages {
  readonly #documents: ScriptedDocuments;
  readonly #marks: readonly Mark[];
  readonly #root: string;
  #restarts = 0;
  readonly #statusListeners = new Set<() => void>();
  #script: ScriptedBehaviour;
  #table: { readonly versions: string; readonly table: SymbolTable } | undefined;

  constructor(documents: ScriptedDocuments, marks: readonly Mark[], root: string, script: ScriptedBehaviour) {
    this.#documents = documents;
    this.#marks = marks;
    this.#root = root;
    this.#script = script;
  }

  get script(): ScriptedBehaviour {
    return this.#script;
  }

  // What happens to the engines while agents are connected.
  set script(script: ScriptedBehaviour) {
    this.#script = script;
    for (const listener of this.#statusListeners) listener();
  }

  definition(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#answer('definition', signal, (table) => {
      this.#mustServe(at.uri);
      const name = table.identifierAt(at)?.name;
      const library = name === undefined ? undefined : this.script.libraries?.[name];
      return library === undefined ? table.definitions(at) : [library];
    });
  }

  references(at: Place, options: { includeDeclaration: boolean }, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#answer('references', signal, (table) => table.references(at, options.includeDeclaration));
  }

  typeDefinition(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#answer('typeDefinition', signal, (table) => relationsOf(table).typeDefinition(at));
  }

  implementations(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#answer('implementations', signal, (table) => relationsOf(table).implementations(at));
  }

  calls(at: Place, direction: CallDirection, signal: AbortSignal): Promise<Answer<CallRelations | undefined>> {
    return this.#answer('calls', signal, (table) => relationsOf(table).calls(at, direction));
  }

  types(at: Place, direction: TypeDirection, signal: AbortSignal): Promise<Answer<TypeRelations | undefined>> {
    return this.#answer('types', signal, (table) => relationsOf(table).types(at, direction));
  }

  hover(at: Place, signal: AbortSignal): Promise<Answer<Hover | undefined>> {
    return this.#answer('hover', signal, (table) => {
      const [declared] = table.definitions(at);
      const line = declared === undefined ? undefined : table.lineOf(declared);
      if (declared === undefined || line === undefined) return undefined;
      return { signature: line.trim().replace(/\s*[{:]\s*$/, ''), documentation: table.commentAbove(declared) };
    });
  }

  outline(uri: string, signal: AbortSignal): Promise<Answer<readonly OutlineSymbol[]>> {
    return this.#answer('outline', signal, (table) => {
      this.#mustServe(uri);
      return table.outline(uri);
    });
  }

  symbols(query: string, signal: AbortSignal, options: SymbolOptions = {}): Promise<Answer<readonly WorkspaceSymbol[]>> {
    const isPython = options.language === 'python';
    const isAsked = (uri: string) => options.language === undefined || (this.languageOf(uri) === 'python') === isPython;
    return this.#answer('symbols', signal, (table) => table.symbols(query).filter(({ location }) => isAsked(location.uri)));
  }

  completions(at: Place, signal: AbortSignal): Promise<Answer<readonly Completion[]>> {
    return this.#answer('completions', signal, (table) => completionsIn(table, at));
  }

  completionDetails(of: readonly Completion[], at: Place, signal: AbortSignal): Promise<Answer<readonly Completion[]>> {
    return this.#answer('completionDetails', signal, (table) => of.map((completion) => withDetails(completion, table, at)));
  }

  quickFixes(
    uri: string,
    range: Range | undefined,
    signal: AbortSignal,
    planned: ReadonlyMap<string, string> = new Map(),
  ): Promise<Answer<readonly FixableProblem[]>> {
    return this.#answer('quickFixes', signal, () => {
      if (!SERVED.has(this.languageOf(uri) ?? '')) throw noEngine(this.#documents.pathOf(uri) ?? uri, this.languageOf(uri) ?? '');
      return this.#problemsOf(uri, planned.get(uri)).filter(
        ({ diagnostic }) => range === undefined || (compare(diagnostic.range.start, range.end) <= 0 && compare(range.start, diagnostic.range.end) <= 0),
      );
    });
  }

  rename(at: Place, newName: string, signal: AbortSignal): Promise<Answer<Renaming>> {
    return this.#answer('rename', signal, (table) => {
      this.#mustServe(at.uri);
      return renamingIn(table, at, newName);
    });
  }

  moveFiles({ from, to }: FileMove, _: readonly string[], signal: AbortSignal): Promise<Answer<WorkspaceEdit>> {
    return this.#answer('moveFiles', signal, () => movingIn(this.#documents.snapshots(), from, to));
  }

  refactor(wanted: Refactoring, signal: AbortSignal): Promise<Answer<Refactored>> {
    return this.#answer('refactor', signal, (table) => {
      this.#mustServe(wanted.uri);
      return scriptedRefactoring(table, wanted, ENGINE);
    });
  }

  diagnostics(uris: readonly string[], signal: AbortSignal, progress: Progress): Promise<Answer<DiagnosticsReport>> {
    return this.#answer('diagnostics', signal, () => {
      const served = uris.filter((uri) => this.diagnosable([uri]).length > 0);
      progress('checking', served.length, served.length);
      return {
        files: served.map((uri) => ({ uri, diagnostics: this.#problemsOf(uri).map(({ diagnostic }) => diagnostic) })),
        unserved: uris.filter((uri) => !served.includes(uri)),
      };
    });
  }

  // No linter is scripted.
  check({ uris, texts }: Check, signal: AbortSignal): Promise<Answer<CheckReport>> {
    return this.#answer('diagnostics', signal, () => {
      const files = this.diagnosable(uris).map((uri) => ({ uri, diagnostics: this.#problemsOf(uri, texts?.get(uri)).map(({ diagnostic }) => diagnostic) }));
      return { compiled: { files, unserved: [] }, linted: { files: [], unserved: [] } };
    });
  }

  diagnosable(uris: readonly string[]): readonly string[] {
    return uris.filter((uri) => SERVED.has(this.languageOf(uri) ?? ''));
  }

  languageOf(uri: string): string | undefined {
    return languageOf(this.#documents.pathOf(uri) ?? uri);
  }

  async status(): Promise<readonly EngineStatus[]> {
    return this.script.engines ?? [{ language: 'typescript', engine: ENGINE, state: 'ready', root: this.#root, restarts: this.#restarts }];
  }

  async restart(): Promise<void> {
    this.#restarts += 1;
  }

  onStatus(listener: () => void): Disposable {
    this.#statusListeners.add(listener);
    return { [Symbol.dispose]: () => this.#statusListeners.delete(listener) };
  }

  async #answer<Value>(question: string, signal: AbortSignal, find: (table: SymbolTable) => Value): Promise<Answer<Value>> {
    const { delay, failure, notes, incomplete: why } = this.script;
    this.script.onQuestion?.(question);
    if (delay !== undefined) await patience(delay, signal);
    if (failure !== undefined) throw failure;
    const value = find(this.#symbols());
    const certificate = { engine: ENGINE, ...(notes !== undefined && { notes }) };
    return why === undefined ? complete(value, certificate) : incomplete(value, why, certificate);
  }

  #mustServe(uri: string): void {
    if (!SERVED.has(this.languageOf(uri) ?? '')) throw noEngine(this.#documents.pathOf(uri) ?? uri, this.languageOf(uri) ?? '');
  }

  // Read anew only when a file has changed.
  #symbols(): SymbolTable {
    const snapshots = this.#documents.snapshots();
    const versions = snapshots.map(({ uri, version }) => `${uri} ${version}`).join('\n');
    if (this.#table?.versions !== versions) this.#table = { versions, table: new SymbolTable(snapshots, (uri) => this.#documents.pathOf(uri) ?? uri) };
    return this.#table.table;
  }

  #problemsOf(uri: string, planned?: string): readonly FixableProblem[] {
    const text = planned ?? this.#documents.snapshots().find((snapshot) => snapshot.uri === uri)?.text ?? '';
    const marked = problemsMarked(this.#marks, (path) => this.#documents.uriOf(path), ENGINE).get(uri) ?? [];
    return [...marked, ...mistakesIn(uri, text, this.script.mistakes ?? [], ENGINE)];
  }
}

async function patience(milliseconds: number, signal: AbortSignal): Promise<void> {
  // The longest that a timer can hold; a hanging engine hangs until the caller has had enough.
  const longest = 2 ** 31 - 1;
  try {
    await sleep(Math.min(milliseconds, longest), undefined, { signal });
  } catch {
    throw cancelled();
  }
}

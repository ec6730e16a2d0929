// The door to what code means. Every method answers for the text as Documents has it.
import type { Answer } from '../answer.ts';
import type { Completion } from '../completions.ts';
import type { FixableProblem } from '../quickFixes.ts';
import type { Refactored, Refactoring } from '../refactorings.ts';
import type { FileMove, Renaming } from '../renaming.ts';
import type { Location, Position, Range } from '../text.ts';
import type { WorkspaceEdit } from '../workspaceEdit.ts';

export interface Languages {
  definition(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>>;
  // Where the type of the thing at this place is declared.
  typeDefinition(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>>;
  references(at: Place, options: { includeDeclaration: boolean }, signal: AbortSignal): Promise<Answer<readonly Location[]>>;
  // What implements an interface, extends a class or overrides a method, however indirectly; never the thing itself.
  implementations(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>>;
  // Who calls the function at this place, or whom it calls: one step. Undefined when no function is there.
  calls(at: Place, direction: CallDirection, signal: AbortSignal): Promise<Answer<CallRelations | undefined>>;
  // The types directly above or below the type at this place. Undefined when no type is there.
  types(at: Place, direction: TypeDirection, signal: AbortSignal): Promise<Answer<TypeRelations | undefined>>;
  hover(at: Place, signal: AbortSignal): Promise<Answer<Hover | undefined>>;
  outline(uri: string, signal: AbortSignal): Promise<Answer<readonly OutlineSymbol[]>>;
  symbols(query: string, signal: AbortSignal, options?: SymbolOptions): Promise<Answer<readonly WorkspaceSymbol[]>>;
  // What could be written at this place, in no order and whether it fits or not: fittingCompletions() chooses.
  completions(at: Place, signal: AbortSignal): Promise<Answer<readonly Completion[]>>;
  // These very completions of that place with everything the engine knows of them: documentation, signature, edits of an import.
  completionDetails(of: readonly Completion[], at: Place, signal: AbortSignal): Promise<Answer<readonly Completion[]>>;
  // The problems of a file, or of a range of it, each with what would fix it; as if the planned texts were in their files, where there are some.
  quickFixes(uri: string, range: Range | undefined, signal: AbortSignal, planned?: ReadonlyMap<string, string>): Promise<Answer<readonly FixableProblem[]>>;
  // What gives the symbol at this place another name, wherever it is named, with the members that override it or that it overrides; nothing is written. Throws cannot_rename.
  // Modules of `keptIn` go on exporting it under its old name, where their lists of exports name it.
  rename(at: Place, newName: string, signal: AbortSignal, keptIn?: readonly string[]): Promise<Answer<Renaming>>;
  // What must change in all files when one moves, as places in the texts before: imports, for the most part. `files` are those that move.
  // Throws unsupported where nobody knows.
  moveFiles(move: FileMove, files: readonly string[], signal: AbortSignal): Promise<Answer<WorkspaceEdit>>;
  // The edit that makes it. Throws unsupported where the language's engine cannot, refactoring_refused with the reason where it would not be sound.
  refactor(wanted: Refactoring, signal: AbortSignal): Promise<Answer<Refactored>>;
  // Settled diagnostics of these files, in this order. Files that no engine serves are in `unserved`.
  diagnostics(uris: readonly string[], signal: AbortSignal, progress: Progress): Promise<Answer<DiagnosticsReport>>;
  // What is wrong with files before and after an edit. Nobody else is ever answered from texts that are only planned.
  check(wanted: Check, signal: AbortSignal, progress: Progress): Promise<Answer<CheckReport>>;
  // The same with the compiler that the project has installed, where that is older than the engine and may see less.
  checkAsInstalled?(wanted: InstalledCheck, signal: AbortSignal): Promise<InstalledChecked>;
  // Which of these files some engine can diagnose: the meaning of "the whole project". With `reading`, only those whose engine reads one of the files there, so that
  // what is wrong with them can depend on it.
  diagnosable(uris: readonly string[], reading?: readonly string[]): readonly string[];
  // The language a file is written in, such as "typescript"; undefined when unknown.
  languageOf(uri: string): string | undefined;
  status(): Promise<readonly EngineStatus[]>;
  // Ends the engines of this language, as status() names it, and starts them anew; questions that are under way are asked again. Absent where the engines are not ours.
  restart?(language: string, signal: AbortSignal): Promise<void>;
  // Called when some engine's state or what it is doing has changed; status() says to what.
  onStatus(listener: () => void): Disposable;
}

// Before anything is answered without a server that a registry has, with its id: throws to end the call, or returns what is said in place of how to get it.
export type OnMissingServer = (server: string) => string | undefined;

export interface SymbolOptions {
  // Only what is written in this language, or in one that its engine speaks too.
  readonly language?: string;
  // Declarations in these files are enough: whoever knows which files hold a name spares the engine all others.
  readonly within?: readonly string[];
}

export type Progress = (message: string, done?: number, total?: number) => void;

export interface Place {
  readonly uri: string;
  readonly position: Position;
}

export interface Hover {
  // Signature or type, without markup.
  readonly signature: string;
  // Documentation as Markdown; empty when there is none.
  readonly documentation: string;
  // What the engine calls it, where it does not say that in the signature.
  readonly kind?: string;
  readonly range?: Range;
}

// The words of the language server protocol for kinds of symbols, in lower camel case.
export type SymbolKind =
  | 'file'
  | 'module'
  | 'namespace'
  | 'package'
  | 'class'
  | 'method'
  | 'property'
  | 'field'
  | 'constructor'
  | 'enum'
  | 'interface'
  | 'function'
  | 'variable'
  | 'constant'
  | 'string'
  | 'number'
  | 'boolean'
  | 'array'
  | 'object'
  | 'key'
  | 'null'
  | 'enumMember'
  | 'struct'
  | 'event'
  | 'operator'
  | 'typeParameter'
  // Not in the protocol: engines call it a class, a variable or a type parameter.
  | 'typeAlias';

export interface OutlineSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  // What the engine adds behind the name, such as a signature.
  readonly detail?: string;
  readonly range: Range;
  // The name itself.
  readonly selection: Range;
  readonly children: readonly OutlineSymbol[];
}

export interface WorkspaceSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly container?: string;
  readonly location: Location;
}

export type CallDirection = 'callers' | 'callees';

export interface Callable {
  readonly name: string;
  // A caller of kind module is the code of a file outside of any function.
  readonly kind: SymbolKind;
  // The class or other thing that it is a member of.
  readonly container?: string;
  readonly location: Location;
}

export interface CallRelations {
  readonly of: Callable;
  readonly calls: readonly CallHierarchyCall[];
  // How they were found, where the engine has no call hierarchy.
  readonly note?: string;
}

export interface CallHierarchyCall {
  readonly callable: Callable;
  // Where the calls are written: in the file of the caller.
  readonly places: readonly Range[];
}

export type TypeDirection = 'up' | 'down';

export interface TypeSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly location: Location;
  // It fits the type above it by its members, without naming it.
  readonly structural?: boolean;
}

export interface TypeRelations {
  readonly of: TypeSymbol;
  readonly related: readonly TypeSymbol[];
}

export type Severity = 'error' | 'warning' | 'information' | 'hint';

export interface Diagnostic {
  readonly range: Range;
  readonly severity: Severity;
  readonly message: string;
  readonly source?: string;
  readonly code?: string;
}

export interface DiagnosticsReport {
  readonly files: readonly { readonly uri: string; readonly diagnostics: readonly Diagnostic[] }[];
  readonly unserved: readonly string[];
}

export interface Check {
  // Asked of the compilers and type checkers of their languages, whose answers can be compared: each file is asked about in the same project each time.
  readonly uris: readonly string[];
  // Asked of linters beside, for as long as an agent that edits can wait.
  readonly linted: readonly string[];
  // As if these texts were in the files; the file of an empty text goes.
  readonly texts?: ReadonlyMap<string, string>;
}

export interface InstalledCheck {
  // What changes: the compilers of these files are asked.
  readonly touched: readonly string[];
  // Files that may break with it, as far as one of those compilers compiles them.
  readonly neighbours: readonly string[];
  // As they would be; undefined for a file that goes.
  readonly texts: ReadonlyMap<string, string | undefined>;
}

export interface InstalledChecked {
  readonly before: DiagnosticsReport;
  readonly after: DiagnosticsReport;
  // Such as "TypeScript 4.9.5"; undefined where no compiler is older.
  readonly compiler?: string;
  // Why it was not asked, or has not answered.
  readonly unchecked?: string;
}

export interface CheckReport {
  readonly compiled: DiagnosticsReport;
  readonly linted: DiagnosticsReport;
  // Why findings of linters are missing; undefined when none are.
  readonly unlinted?: string;
  // Files of which the engine may find more or less when it comes by files in another order: what is new there was not necessarily brought by an edit.
  readonly unsteady?: readonly string[];
  // Why the texts could not be shown as if they were in the files, so that nothing was found out.
  readonly unshown?: string;
}

// Hibernating: it was ended to save memory, and the next call wakes it. Untrusted: it would run code of a project that nobody has trusted.
export type EngineState = 'notStarted' | 'starting' | 'loading' | 'ready' | 'restarting' | 'hibernating' | 'failed' | 'missing' | 'untrusted';

export interface EngineStatus {
  // Row of the language catalogue, such as "typescript".
  readonly language: string;
  // Name and version, such as "typescript 7.0.2".
  readonly engine: string;
  readonly state: EngineState;
  readonly root: string;
  readonly pid?: number;
  readonly memoryMb?: number;
  readonly restarts: number;
  // What it is loading, why it failed, how to install it.
  readonly detail?: string;
  // The command that installs it, when it is missing.
  readonly install?: string;
  // The id of what install_server would fetch, when it is missing and a registry has it.
  readonly server?: string;
  // Missing, and most people miss nothing.
  readonly optional?: true;
  // How many files of the project it serves.
  readonly files?: number;
}

// What must be known about a language server before it runs, and the few ways in which servers truly differ while they run.
import type { Log } from '../../../../base/log.ts';
import type { Call, Callable, OutlineSymbol, Place, TypeDirection, TypeRelations, TypeSymbol, WorkspaceSymbol } from '../../../../ide/languages.ts';
import type { FileMove } from '../../../../ide/renaming.ts';
import type { Location, Position, TextSnapshot } from '../../../../ide/text.ts';
import type { FileOperation } from '../../../../ide/workspaceEdit.ts';
import type { DiskChange, DiskDocuments } from '../../../../machine/files/diskChanges.ts';
import type { Command } from '../../../../machine/processes/processes.ts';
import type { MachineProgram } from '../../../../machine/programs/machinePrograms.ts';
import type { SignatureLanguage } from '../../../../machine/syntax/signatureRules.ts';
import type { ProtocolDiagnostic } from '../questions/answers.ts';
import type { PlacedEdit } from '../questions/renames.ts';
import type { Builder } from '../refactorings/building.ts';
import type { InstallMarks } from '../routing/installedPackages.ts';
import type { Routes } from '../routing/routes.ts';
import type { ModuleUses } from '../typescript/commonJs.ts';
import type { RenamedExports } from '../typescript/exportCollisions.ts';
import type { EngineSession } from './engineSession.ts';

// A row of the catalogue: data, except for the quirks.
export interface EngineRow {
  readonly id: string;
  // How agents name it, as in "typescript 7.0.2", where that is not its id.
  readonly name?: string;
  // What it serves, where its own name does not say it.
  readonly language?: string;
  readonly languages: readonly LanguageFiles[];
  // Names that make a folder the root of one of its projects.
  readonly rootMarkers: readonly string[];
  // One of these, by the end of its name, in a folder above a file says to which project the file belongs; without one it knows the file alone.
  readonly knowsWith?: { readonly files: readonly string[]; readonly remedy: string };
  // How the names end of what it reads besides its sources: configuration, and what sources import.
  readonly alsoReads: readonly string[];
  // The npm package that we bring, whose version is the engine's, or a program that a person installs.
  readonly origin: { readonly npm: string } | MachineProgram;
  readonly command: (program: string, project: EngineProject) => Omit<Command, 'cwd'>;
  readonly install: string;
  // Why an untrusted project cannot make this engine run its code; an engine that it could is not started there at all.
  readonly untrustedProject: string | { readonly refused: string };
  // Why it is not started although the project is trusted, as the end of a sentence.
  readonly refusedIn?: (project: Pick<EngineProject, 'root'>) => string | undefined;
  // It has diagnostics for files that are another engine's, where the project asks for that, and answers nothing else.
  // Made anew for each call, so that it may remember what it saw in a folder.
  readonly lints?: (project: EngineProject) => (uri: string) => boolean;
  // It serves files of another row where the configuration of the project demands that.
  readonly replaces?: { readonly row: string; readonly where: (project: ReplacingProject) => Replacing };
  // It knows what can be done about files of the row with this id, and answers nothing else.
  readonly assists?: string;
  // It makes refactorings that agents ask for by name, with a request of our own.
  readonly refactors?: true;
  // The language in whose syntax we change parameters ourselves, from its references.
  readonly signatures?: SignatureLanguage;
  // Refactorings that we build from what it knows, where it makes none.
  readonly builds?: Builder;
  // In milliseconds without a call, where it should rest sooner than others.
  readonly restsAfter?: number;
  // Answers diagnostics for files that are not open.
  readonly diagnosesClosedFiles: boolean;
  // It finds modules on disk only, so that a file that is not there yet is nowhere to those who import it.
  readonly findsFilesOnDisk?: true;
  // It takes a file that is opened for what is on disk: what it knows of those who import it stays until the open file changes.
  readonly takesOpenedForDisk?: true;
  // It may be asked in a copy of the project: it starts soon, runs no build and writes nothing.
  readonly checksCopies?: true;
  // Files whose texts it takes from the disk when others include them, even where they are open.
  readonly readsFromDisk?: RegExp;
  // Why it has no diagnostics in this project, where they come from a program that may be missing; undefined when it has.
  readonly cannotDiagnose?: (project: EngineProject) => string | undefined;
  // Files of another engine about which this one has diagnostics too.
  readonly diagnosesConfigs?: RegExp;
  // Finds declarations by name in the whole project.
  readonly findsSymbols: boolean;
  // What changes when packages are installed: engines do not see it by themselves, so they are started anew.
  readonly installMarks: InstallMarks;
  // It returns no more symbols than this, so an answer of exactly this many may be cut.
  readonly mostSymbols?: number;
  // Requests that cancel an earlier one of their kind, so they must wait for each other.
  readonly oneAtATime?: readonly string[];
  // What becomes of imports when a file moves: it tells; it tells of a new name in the same folder; that may change nothing; or nobody knows.
  readonly moves?: 'told' | 'told in a folder' | 'none in a folder';
  // Whether a new name is taken: some refuse such a rename by themselves, some know the uses of planned text for certain in one file only.
  readonly takenNames?: 'refused' | 'seen in one file';
  readonly initializationOptions?: Record<string, unknown>;
  // Its commands whose only effect is an edit that it asks the client to make; others may run programs, so nobody runs them to see.
  readonly editCommands?: RegExp;
  readonly quirk: (session: EngineSession) => Quirk;
}

export interface LanguageFiles {
  // The protocol's id of the language.
  readonly id: string;
  // How their names end, with the dot.
  readonly endings: readonly string[];
}

// The project that an engine works on.
export interface EngineProject {
  // Absolute path.
  readonly root: string;
  readonly rootUri: string;
  // As the port's project says it: whether an engine may execute what the project brings.
  readonly trusted: boolean;
  readonly runsDenied?: boolean | undefined;
  readonly documents: DiskDocuments;
  readonly log: Log;
  // Which row serves which file.
  readonly routes: Routes;
}

// What must be known to tell whose a file is.
export type ReplacingProject = Omit<EngineProject, 'routes'>;

// Finds out which files a row serves in place of another.
export interface Replacing {
  // As things are on disk; undefined when there are no such files.
  now(): Promise<Replaced | undefined>;
  // Whether these changes may have made that wrong.
  changed(changes: readonly DiskChange[]): boolean;
  // Whether something may have that nobody tells, such as packages that were installed.
  outdated(): boolean;
  // The files, of either row, that may use what the name means in this one.
  mayUse(word: string, from: string, signal: AbortSignal): Promise<readonly string[]>;
}

export interface Replaced {
  // Why the file, or the project of the configuration that it is, is served by the other row; undefined when it is not.
  reason(uri: string): string | undefined;
  // All reasons in a few words.
  readonly summary: string;
}

// What an answer needs to have been seen in order to be whole.
export type Scope =
  // Every use of a name that stands in this file; `at` where it is known at which place.
  | { readonly kind: 'word'; readonly word: string; readonly from: string; readonly at?: Position }
  // One open file and what it imports; `at` where what stands there leads elsewhere, such as to its definition.
  | { readonly kind: 'file'; readonly uri: string; readonly at?: Position }
  | { readonly kind: 'files'; readonly uris: readonly string[] }
  | { readonly kind: 'symbols'; readonly query: string }
  // Declarations that stand in one of these files.
  | { readonly kind: 'declarations'; readonly uris: readonly string[] };

// What one kind of server does differently. It lives as long as its session.
export interface MovedFile {
  readonly operations: readonly FileOperation[];
  readonly lacking: readonly string[];
  readonly notes?: readonly string[];
}

export interface Quirk {
  // The value of a section that the server asks for with workspace/configuration.
  configuration(section: string): unknown;
  // Returns once it may be asked and told something; before that nobody is.
  started?(signal: AbortSignal): Promise<void>;
  // It holds something that it cannot be made to forget, so the next call is answered by a new process.
  readonly outdated?: boolean;
  logged?(text: string): void;
  // A notification of the server's own, outside the protocol.
  notified?(method: string, params: unknown): void;
  configurationAsked?(): void;
  // Disk changes, after the server was told of them.
  filesChanged?(changes: readonly DiskChange[]): void;
  // An answer from before prepare() is right if prepare() had nothing to open.
  readonly answersWhilePreparing?: boolean;
  // Returns once answers about this scope are whole, or with a sentence that says what they will lack.
  prepare?(scope: Scope, signal: AbortSignal): Promise<string | undefined>;
  tidyOutline?(outline: readonly OutlineSymbol[], snapshot: TextSnapshot): readonly OutlineSymbol[];
  // Which of the places that it calls definitions are some.
  keepsDefinitions?(at: Place, found: readonly Location[], signal: AbortSignal): Promise<boolean>;
  // How the symbols of the project are named and sorted into kinds, where it has a way of its own.
  tidySymbols?(symbols: readonly WorkspaceSymbol[], signal: AbortSignal): readonly WorkspaceSymbol[] | Promise<readonly WorkspaceSymbol[]>;
  // Which of the places that it calls implementations are none.
  keepsImplementation?(place: Location, snapshot: TextSnapshot): boolean;
  // Whether what is declared here can have implementations; of a concrete type some servers tell the interfaces instead.
  canBeImplemented?(declared: Location, snapshot: TextSnapshot): boolean;
  // What implements an implementation is not told with it, and must be asked for in turn.
  readonly tellsOnlyDirectImplementations?: boolean;
  // The types above and below one, where the protocol's own way is not offered.
  types?(at: Place, direction: TypeDirection, signal: AbortSignal): Promise<TypeRelations | undefined>;
  // Which of the types above or below another are worth telling.
  keepsType?(type: TypeSymbol): boolean;
  // It tells functions, or some of them, without what they are members of, so that is read off the outlines.
  readonly tellsNoContainers?: boolean;
  // Which uses it leaves out, as in "does not tell 3 uses in macros"; by default those behind a renaming import.
  readonly untoldUses?: string;
  // References that it does not tell, given those that it does.
  moreReferences?(name: string, found: readonly Location[], signal: AbortSignal): Promise<readonly Location[]>;
  // The same through modules that are made when the program runs, with what it tells.
  usesThroughModules?(name: string, found: readonly Location[], at: Place, signal: AbortSignal): Promise<ModuleUses>;
  // What another name changes, where its own answer leaves something out.
  // Where a module can export something under another name, those of `keptIn` go on to export the old one.
  rename?(at: Place, newName: string, signal: AbortSignal, keptIn: readonly string[]): Promise<readonly PlacedEdit[]>;

  // The files that move with such a name, after the edits: those of a package that is called as its folder is.
  movesOf?(at: Place, newName: string, signal: AbortSignal): Promise<readonly FileOperation[]>;
  // What must change when a file gets another name, where it takes too long to say so itself; undefined where it must be asked.
  moved?(move: FileMove, files: readonly string[], signal: AbortSignal): Promise<MovedFile | undefined>;
  // Where the new name is exported already, so that others would find something else under it, or nothing: no reference shows that.
  exportCollisions?(renamed: RenamedExports, signal: AbortSignal): Promise<readonly Location[]>;
  // Methods that must have the same parameters, where references do not lead to them.
  declaredAlike?(at: Place, signal: AbortSignal): Promise<readonly Location[]>;
  // Callees that it does not tell, given those that it does.
  moreCallees?(of: Callable, told: readonly Call[], signal: AbortSignal): Promise<readonly Call[]>;
  // Functions of the same name in several programs, such as each one's main, are one to it: it tells one of them, and perhaps with no call at all.
  readonly confusesNamesakes?: boolean;
  // Callers that it does not tell.
  moreCallers?(of: Callable, signal: AbortSignal): Promise<readonly Call[]>;
  // What an error of its means, where that is no failure; told in place of its own words.
  explains?(message: string): string | undefined;
  // Whether what it says about a closed file depends on what else is open, so that the file is opened to be asked about.
  isDiagnosedOpen?(uri: string): Promise<boolean>;
  keepsDiagnostic?(diagnostic: ProtocolDiagnostic): boolean;
  // It says about which version of a file it pushes; what it pushes without one is not about a text.
  readonly publishesVersions?: boolean;
  // Asked before an open file is sent another text: whether it must be closed and opened for that, because a change would be answered too early.
  isSentAnew?(uri: string, text: string): boolean;
  // What it is sent as the text of a document in place of that text.
  sentText?(uri: string, text: string): string;
  // Why the diagnostics that it has just given for this file are worth nothing; undefined when they are.
  failureOf?(uri: string): string | undefined;
  // Diagnostics that this server has for a file of another engine, such as the problems of a tsconfig.json.
  diagnosticsOfConfig?(uri: string, signal: AbortSignal): Promise<readonly ProtocolDiagnostic[]>;
  // Returns once it can say what would mend this problem.
  beforeActions?(uri: string, diagnostic: ProtocolDiagnostic, signal: AbortSignal): Promise<void>;
  // The edit in a command that it leaves to the client to carry out; undefined for any other command.
  editInCommand?(command: { readonly command: string; readonly arguments: readonly unknown[] }): unknown;
  // What it is busy with although it answers; undefined when nothing.
  busy?(): string | undefined;
  // What an agent should hear with every answer, such as a broken configuration.
  notes?(): readonly string[];
}

// What must be known about a language server before it runs.
import type { Log } from '../../../../base/log.ts';
import type { DiskChange, DiskDocuments } from '../../../../machine/files/diskChanges.ts';
import type { Command } from '../../../../machine/processes/processes.ts';
import type { MachineProgram } from '../../../../machine/programs/machinePrograms.ts';
import type { EngineSession } from './engineSession.ts';
import type { InstallMarks } from './installedPackages.ts';
import type { RefactoringBuilder } from './language/building.ts';
import type { LanguageMiddleware } from './language/languageMiddleware.ts';
import type { SignatureStyle } from './language/signatureStyle.ts';
import type { Middleware } from './middleware.ts';
import type { Routes } from './route.ts';

// A row of the catalogue: data, except for the middleware.
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
  // The version is that of a program that was asked for it; flags that it does not know are left out.
  readonly command: (program: string, project: EngineProject, version?: string) => Omit<Command, 'cwd'>;
  // As a person can type it, or what to do; found out when it is asked for where it depends on the machine.
  readonly install: string | (() => string);
  // Its files stand beside the code of many projects, and most people miss nothing without it.
  readonly isOptional?: true;
  // No registry that we know has it, so no test of ours has met it.
  readonly isUnproven?: true;
  // Why an untrusted project cannot make this engine run its code; an engine that it could is not started there at all.
  readonly untrustedProject: string | { readonly refused: string };
  // What the machine lacks for it, as a sentence, with what to do about that.
  readonly needs?: () => { readonly why: string; readonly remedy: string } | undefined;
  // Why it is not started although the project is trusted, as the end of a sentence.
  readonly refusedIn?: (project: Pick<EngineProject, 'root'>) => string | undefined;
  // It has diagnostics for files that are another engine's, where the project asks for that, and answers nothing else.
  // Made anew for each call, so that it may remember what it saw in a folder.
  readonly lints?: (project: EngineProject) => (uri: string) => boolean;
  // It serves files of another row where the configuration of the project demands that.
  readonly replaces?: { readonly row: string; readonly where: (project: ReplacingProject) => Replacing };
  // It knows what can be done about files of the row with this id, and answers nothing else.
  readonly assists?: string;
  // It knows the files of the row with this id too, because its own hold the same language with more around it: components with TypeScript in them.
  // It is asked whenever one of its own may use what is asked about.
  readonly embeds?: { readonly row: string; mayUse(project: ReplacingProject, word: string, from: string, signal: AbortSignal): Promise<readonly string[]> };
  // Files that hold its language, with more around it, and that no engine of ours reads.
  readonly unread?: RegExp;
  // Why it cannot be started although its program is there, as a sentence.
  readonly lacks?: () => string | undefined;
  // It makes refactorings that agents ask for by name, with a request of our own.
  readonly refactors?: true;
  // How we change parameters ourselves, from its references.
  readonly signatures?: SignatureStyle;
  // Refactorings that we build from what it knows, where it makes none.
  readonly builds?: RefactoringBuilder;
  // In milliseconds without a call, where it should rest sooner than others.
  readonly restsAfter?: number;
  // Answers diagnostics for files that are not open.
  readonly diagnosesClosedFiles: boolean;
  // It finds modules on disk only, so that a file that is not there yet is nowhere to those who import it.
  readonly findsFilesOnDisk?: true;
  // Planned texts are shown to it as changes of files that are open with their own texts: it takes a file that is opened for what is on disk, so that
  // what it knows of those who import it stays until the open file changes; or it builds its program anew for each file that is opened with another text.
  readonly plansAsChanges?: true;
  // What it infers depends on the order in which it comes by files, so that after an edit it may find what it passed over before.
  readonly infersInOrder?: true;
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
  // An answer from before it is prepared is right if there was nothing to open for it.
  readonly answersWhilePreparing?: true;
  // Requests that cancel an earlier one of their kind, so they must wait for each other.
  readonly oneAtATime?: readonly string[];
  // What becomes of imports when a file moves: the server returns the edits; it does so for a new name in the same folder; that may change nothing; or nobody knows.
  readonly moves?: 'edited' | 'edited in a folder' | 'none in a folder';
  // Whether a new name is taken: some refuse such a rename by themselves, some know the uses of planned text for certain in one file only.
  readonly takenNames?: 'refused' | 'seen in one file';
  readonly initializationOptions?: Record<string, unknown> | ((project: EngineProject, signal: AbortSignal) => Promise<Record<string, unknown>>);
  // The kinds of actions that we say we know, where it offers others only under a command.
  readonly actionKinds?: readonly string[];
  // Its commands whose only effect is an edit that it asks the client to make; others may run programs, so nobody runs them to see.
  readonly editCommands?: RegExp;
  // What stands between our questions and this server.
  readonly middleware: (session: EngineSession) => Middleware;
  // What all engines of the language leave out together.
  readonly whole?: LanguageMiddleware;
}

export interface LanguageFiles {
  // The protocol's id of the language.
  readonly id: string;
  // How their names end, with the dot.
  readonly extensions: readonly string[];
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

// What must be known to decide whose a file is.
export type ReplacingProject = Omit<EngineProject, 'routes'>;

// Finds out which files a row serves in place of another.
export interface Replacing {
  // As things are on disk; undefined when there are no such files.
  now(): Promise<Replaced | undefined>;
  // Whether these changes may have made that wrong.
  changed(changes: readonly DiskChange[]): boolean;
  // Whether something may have that nobody reports, such as packages that were installed.
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

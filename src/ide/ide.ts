// One open project, and the doors through which everything in it is reached.
import type { Changes } from './doors/changes.ts';
import type { Copies } from './doors/copies.ts';
import type { Debugging } from './doors/debugging.ts';
import type { Diffs } from './doors/diffs.ts';
import type { DiskState, Documents } from './doors/documents.ts';
import type { Editor } from './doors/editor.ts';
import type { Formatting } from './doors/formatting.ts';
import type { Git, GitChanges } from './doors/git.ts';
import type { Http } from './doors/http.ts';
import type { IdeLog } from './doors/ideLog.ts';
import type { Languages, OnMissingServer } from './doors/languages.ts';
import type { Packages } from './doors/packages.ts';
import type { Running } from './doors/running.ts';
import type { Search } from './doors/search.ts';
import type { LanguageServers } from './doors/servers.ts';
import type { PersonSettings } from './doors/settings.ts';
import type { Terminals } from './doors/terminals.ts';
import type { Testing } from './doors/testing.ts';
import type { Toolchains } from './doors/toolchains.ts';
import type { IdeError } from './errors/errors.ts';
import type { OptionalDoor } from './optionalDoors.ts';

export interface Ide {
  readonly project: Project;
  readonly documents: Documents;
  readonly languages: Languages;
  readonly search: Search;
  readonly toolchains: Toolchains;
  readonly packages: Packages;
  readonly git: Git;
  readonly http: Http;
  readonly log: IdeLog;
  // Absent where the language servers are not ours.
  readonly servers?: LanguageServers;
  // A host may lack these, and a tool says which of them it needs: optionalDoors.ts.
  readonly changes?: Changes;
  readonly formatting?: Formatting;
  readonly gitChanges?: GitChanges;
  readonly running?: Running;
  readonly terminals?: Terminals;
  readonly testing?: Testing;
  readonly debugging?: Debugging;
  // What a person has in view.
  readonly editor?: Editor;
  readonly settings?: PersonSettings;
  // Absent where a plan cannot be carried out anywhere else than in the project itself.
  readonly copies?: Copies;
  // Absent where nobody looks.
  readonly diffs?: Diffs;
  // The doors for a call that only reads and has settled: they look at the disk again only when something newer than that was heard or read.
  // Absent where every question looks for itself.
  asOf?(state: DiskState): Pick<Ide, 'documents' | 'languages'>;
  // The doors for a call in which a missing language server may be fetched. Absent where the language servers are not ours.
  needing?(onMissing: OnMissingServer): Pick<Ide, 'languages' | 'asOf'>;
  // Ends every process and watcher that was opened for this project.
  close(): Promise<void>;
}

export interface Project {
  readonly name: string;
  // Absolute, through symlinks resolved; what agents pass as project_path.
  readonly path: string;
  readonly uri: string;
  // A person named it. Nothing inside an untrusted project is executed.
  readonly trusted: boolean;
  // What a person does to trust it, where that is something else than to run binnacle trust.
  readonly howToTrust?: string;
  // The policy denies every run here, so that nothing of a trusted project is executed either.
  readonly runsDenied?: boolean | undefined;
  // Set while another process holds the right to write here; ask anew before each edit, because that process may have ended.
  readonly readOnly?: AnotherWriter | undefined;
  // Set while a VS Code window serves it: its editors, breakpoints and sessions are the ones that are worked on.
  readonly window?: { readonly pid: number };
  // Set while its folder is not there: it was deleted or moved since it was opened.
  readonly isGone?: boolean;
  // The folder of the repository that git lists it for as a further worktree; what a person decided about that one holds here too.
  readonly worktreeOf?: string | undefined;
}

// Where it lies, for what people decided about folders.
export type ProjectPlace = Pick<Project, 'path' | 'worktreeOf'>;

export interface AnotherWriter {
  readonly ownerPid: number;
  // What must happen before this process can write here, where that is known: the other daemon's clients leave.
  readonly waitsFor?: string;
}

// All projects that this process serves.
export interface Workbench {
  // Of the doors that a host may lack, those that its projects have. What needs another is not listed, also while no project is open.
  readonly doors: readonly OptionalDoor[];
  projects(): readonly Project[];
  // Where no call can open a project: what is said to one that names a folder which is not open, or none while none is.
  notHere?(path: string | undefined): IdeError;
  // Throws not_a_folder. Opening what is open already returns it; a person's opening (trusted) raises the trust of an earlier one.
  open(path: string, options: { trusted: boolean }): Promise<Ide>;
  ide(path: string): Ide | undefined;
  // The same project, opened anew where what it may execute has been decided otherwise since. Absent where nothing is opened by us.
  asDecided?(ide: Ide): Promise<Ide>;
  // Of a folder that nobody works in any more. Absent where nothing is opened by us.
  close?(path: string): Promise<void>;
  // Called after a project was opened, opened anew or closed.
  onProjects(listener: () => void): Disposable;
  closeAll(): Promise<void>;
}

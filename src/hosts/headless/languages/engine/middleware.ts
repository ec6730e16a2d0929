// What stands between our questions and one kind of server, as in vscode-languageclient: it may ask something first, change the answer or answer itself.
import type {
  Callable,
  CallDirection,
  CallRelations,
  OutlineSymbol,
  Place,
  TypeDirection,
  TypeRelations,
  WorkspaceSymbol,
} from '../../../../ide/doors/languages.ts';
import type { FileMove } from '../../../../ide/renaming.ts';
import type { Location, Position, TextSnapshot } from '../../../../ide/text.ts';
import type { FileOperation } from '../../../../ide/workspaceEdit.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { ProtocolDiagnostic } from './answers.ts';
import type { PartialAnswer } from './partialAnswer.ts';

// The answer of the server itself.
export type Next<Value> = () => Promise<Value>;

// It lives as long as its session.
export interface Middleware extends ServerEvents {
  // Returns once answers about this scope are whole, or with a sentence that says what they will lack.
  prepare?(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined>;
  definition?(at: Place, next: Next<readonly Location[]>, signal: AbortSignal): Promise<readonly Location[]>;
  // Every use of the word that stands at the place, with what declares it.
  references?(
    of: { readonly at: Place; readonly word: string },
    next: Next<readonly Location[]>,
    signal: AbortSignal,
  ): Promise<PartialAnswer<readonly Location[]>>;
  implementations?(of: Implemented, next: Next<readonly Location[]>, signal: AbortSignal): Promise<Implementations>;
  outline?(of: TextSnapshot, next: Next<readonly OutlineSymbol[]>): Promise<readonly OutlineSymbol[]>;
  // What the project declares, not what its libraries do.
  symbols?(next: Next<readonly WorkspaceSymbol[]>, signal: AbortSignal): Promise<readonly WorkspaceSymbol[]>;
  // Those that were read off the uses, where the server has none, have a note that says so.
  calls?(question: CallQuestion, next: Next<CallRelations>, signal: AbortSignal): Promise<CallRelations>;
  types?(question: TypeQuestion, next: Next<FoundTypes>, signal: AbortSignal): Promise<FoundTypes>;
  rename?(wanted: WantedName, next: Next<readonly PlacedEdit[]>, signal: AbortSignal): Promise<RenamedPlaces>;
  readonly collisions?: CollisionRules;
  // What must change when a file gets another name.
  moveFiles?(moving: MovingFiles, next: Next<MovedFile>, signal: AbortSignal): Promise<MovedFile>;
  // Also asked about the files that `diagnosesConfigs` of its row names, of which the server itself says nothing.
  diagnostics?(uri: string, next: Next<readonly ProtocolDiagnostic[]>, signal: AbortSignal): Promise<readonly ProtocolDiagnostic[]>;
  // What it offers against a problem, as the protocol writes it.
  codeActions?(problem: OfferedFor, next: Next<unknown>, signal: AbortSignal): Promise<unknown>;
}

// What happens to a server while it runs, and what it must be sent.
export interface ServerEvents {
  // The value of a section that the server asks for with workspace/configuration.
  configuration(section: string): unknown;
  // Returns once it may be asked and sent something; before that nobody is.
  started?(signal: AbortSignal): Promise<void>;
  // Disk changes, after the server was notified of them.
  filesChanged?(changes: readonly DiskChange[]): void;
  // What it writes into its log, and its notifications outside the protocol.
  logged?(text: string): void;
  notified?(method: string, params: unknown): void;
  // Diagnostics that it pushes; `next` takes them for what it says about the file.
  published?(version: number | null | undefined, next: () => void): void;
  // What it is sent as the text of a document, and whether the document must be closed and opened for that, because a change would be answered too early.
  sent?(uri: string, text: string): { readonly text?: string; readonly anew?: boolean };
  // What an error of its means, where that is no failure; shown in place of its own words.
  explains?(message: string): string | undefined;
  // It holds something that it cannot be made to forget, so the next call is answered by a new process.
  readonly outdated?: boolean;
  // What it is busy with although it answers; undefined when nothing.
  busy?(): string | undefined;
  // What an agent should hear with every answer, such as a broken configuration.
  notes?(): readonly string[];
}

// What an answer needs to have been seen in order to be whole.
export type QuestionScope =
  // Every use of a name that stands in this file; `at` where it is known at which place.
  | { readonly kind: 'word'; readonly word: string; readonly from: string; readonly at?: Position }
  // One open file and what it imports; `at` where what stands there leads elsewhere, such as to its definition.
  | { readonly kind: 'file'; readonly uri: string; readonly at?: Position }
  | { readonly kind: 'files'; readonly uris: readonly string[] }
  | { readonly kind: 'symbols'; readonly query: string }
  // Declarations that stand in one of these files.
  | { readonly kind: 'declarations'; readonly uris: readonly string[] };

export interface Implemented {
  readonly at: Place;
  // Where the server says that it is declared.
  readonly declared: readonly Location[];
}

export interface Implementations {
  readonly locations: readonly Location[];
  // Which of them declare what was asked about, where that is not what the server calls its definitions.
  readonly declared?: readonly Location[];
  readonly notes?: readonly string[];
}

export interface CallQuestion {
  readonly of: Callable;
  readonly direction: CallDirection;
}

export interface TypeQuestion {
  readonly at: Place;
  readonly direction: TypeDirection;
}

export type FoundTypes = PartialAnswer<TypeRelations | undefined>;

export interface WantedName {
  readonly at: Place;
  readonly newName: string;
  // Modules that go on exporting it under its old name.
  readonly keptIn: readonly string[];
}

// A use of the symbol, and what stands there afterwards: the new name, alone or with what keeps another name as it was.
export interface PlacedEdit extends Location {
  readonly newText: string;
}

export interface RenamedPlaces {
  readonly edits: readonly PlacedEdit[];
  // Files that move with such a name, after the edits: those of a package that is called as its folder is.
  readonly moves?: readonly FileOperation[];
}

export interface RenamedExports {
  readonly edits: readonly PlacedEdit[];
  readonly newName: string;
  // Where the new name stands already.
  readonly taken: readonly Location[];
}

// Where the new name of a symbol is taken although no reference shows that.
export interface CollisionRules {
  // It is exported already, so that others would find something else under it, or nothing.
  exported(renamed: RenamedExports, signal: AbortSignal): Promise<readonly Location[]>;
  // Names in a file that are declared twice and remain two things to the server.
  declaredTwice(uri: string, signal: AbortSignal): Promise<readonly Location[]>;
}

export interface OfferedFor {
  readonly uri: string;
  readonly diagnostic: ProtocolDiagnostic;
}

// Files that move, and some of those in folders that do: enough to have their projects loaded.
export interface MovingFiles {
  readonly move: FileMove;
  readonly files: readonly string[];
}

export interface MovedFile {
  readonly operations: readonly FileOperation[];
  readonly gaps: readonly string[];
  readonly notes?: readonly string[];
}

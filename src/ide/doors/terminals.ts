// The door to terminals: programs that want a screen and keys, and the screen as a person would see it.
import type { Authorship, ObservedOutcome } from './changes.ts';

export interface Terminals {
  // Throws not_trusted, not_a_folder, outside_project, program_not_found, too_many_terminals.
  open(wanted: WantedTerminal, authorship: Authorship, signal: AbortSignal): Promise<Terminal>;
  // Oldest first; of those that ended, the last few, so that they can still be read.
  list(): readonly Terminal[];
  // One was opened, has another size, or has ended.
  onEvent(listener: (event: TerminalsEvent) => void): Disposable;
  // The connection that opened them is gone: they are closed.
  ownerLeft(owner: string): void;
  // That a terminal can be opened with or a command given to; the first is what one is opened with.
  shells(): readonly Shell[];
}

export interface Shell {
  readonly name: string;
  readonly path: string;
  readonly isDefault: boolean;
}

export interface TerminalsEvent {
  readonly kind: 'opened' | 'resized' | 'ended';
  readonly terminal: Terminal;
}

export interface WantedTerminal {
  // A line for the shell, after which the terminal ends; without one, the person's shell.
  readonly line?: string;
  readonly title: string;
  // Relative to the project, or absolute inside of it; the project's own where absent.
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
  readonly owner: string | undefined;
}

export interface Terminal {
  readonly id: string;
  readonly title: string;
  readonly owner: string | undefined;
  readonly processId: number;
  // ISO 8601.
  readonly started: string;
  readonly state: TerminalState;
  readonly columns: number;
  readonly rows: number;
  // What was typed here since a line was last sent.
  readonly typed: string;
  // Keys by names that terminalKeys.ts knows, others are left out; they come after the text. What the program then does to files is recorded.
  type(text: string, keys: readonly string[], authorship: Authorship, signal: AbortSignal): Promise<void>;
  // What a person's own keyboard sends, character for character: nothing in it is a name, and nothing is translated.
  input(text: string, authorship: Authorship, signal: AbortSignal): Promise<void>;
  // The program draws anew for that many.
  resize(columns: number, rows: number): void;
  screen(): Promise<TerminalScreen>;
  // The lines that went through it, those above the screen too; from a cursor, or from the first that is still known.
  lines(cursor: string | undefined, most: number): Promise<TerminalLines>;
  // Resolves when the text has been printed, when nothing more is for a moment, when it has ended, or when the time is over: then false.
  settled(wanted: Settling, signal: AbortSignal): Promise<boolean>;
  // The screen as it is, and from then on every character that the program prints, each once, with all its escape sequences.
  // linesAbove: at most so many above the screen come with it.
  attach(listener: (text: string) => void, linesAbove?: number): Promise<AttachedTerminal>;
  // What the program has done to the project's files since this was last asked.
  changed(): Promise<ObservedOutcome>;
  // Ends everything in it.
  close(): Promise<void>;
}

export interface AttachedTerminal extends Disposable {
  // What draws the screen, and the lines above it that are still known, in an empty terminal of the same size.
  readonly image: string;
  readonly columns: number;
  readonly rows: number;
}

export type TerminalState = { readonly state: 'running' } | { readonly state: 'ended'; readonly exitCode: number };

export interface Settling {
  readonly until?: string;
  readonly milliseconds: number;
}

export interface TerminalScreen {
  // Without what nobody wrote at their ends; as many as the screen has rows.
  readonly rows: readonly string[];
  // From 0.
  readonly cursor: { readonly row: number; readonly column: number };
  // A program has the whole screen, as editors do; there are no lines above it then.
  readonly isFullScreen: boolean;
}

export interface TerminalLines {
  readonly lines: readonly string[];
  // Shows what comes after; the line in which the cursor stands may come again.
  readonly cursor: string;
  readonly hasMore: boolean;
  // What was there at the cursor that was given is gone; these are the oldest lines that are known.
  readonly isStale: boolean;
}

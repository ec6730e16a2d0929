// What the socket needs of whatever it shows: topics that say what there is and what has changed, and methods that a person may call.
import type { Method } from './protocol/methods.ts';
import type { RowsByTopic, RowTopic } from './protocol/rows.ts';

// Nothing listens and nothing is computed while no page is subscribed.
export interface TopicSource<Name extends RowTopic = RowTopic> {
  readonly topic: Name;
  // All that there is, or the newest of it, the oldest first. Asked after somebody listens, so that nothing is missed between the two; what comes meanwhile may be in both.
  rows(signal: AbortSignal): Promise<readonly RowsByTopic[Name][]>;
  // Called with what is new or different; the newest state of a row counts.
  onChange(listener: (change: TopicChange<Name>) => void): Disposable;
}

export type TopicChange<Name extends RowTopic = RowTopic> =
  | { readonly kind: 'rows'; readonly rows: readonly RowsByTopic[Name][]; readonly removed?: readonly string[] }
  // Everything may be different: the page gets a snapshot.
  | { readonly kind: 'all' };

// Params have been validated by nobody yet. Throws IdeError.
export type MethodHandler = (params: unknown, asked: AskedBy) => Promise<unknown>;
export type MethodHandlers<Name extends Method = Method> = Readonly<Record<Name, MethodHandler>>;
// The names of a group, such as history.
export type MethodsOf<Group extends string> = MethodHandlers<Extract<Method, `${Group}.${string}`>>;

// Which window asks; what it does is journalled under its name.
export interface AskingWindow {
  readonly session: string;
  readonly chain: string;
  readonly signal: AbortSignal;
}

export interface AskedBy extends AskingWindow {
  // A tool, in the name of the person who asks: with arguments that only the daemon knows. Throws what the tool refuses with.
  call(tool: string, input: Readonly<Record<string, unknown>>, project: string): Promise<void>;
}

// The bytes of terminals, for pages that are subscribed to one.
export interface TerminalStreams {
  // Undefined where there is no such terminal. What is typed is recorded under that name.
  open(id: string, author: string): OpenTerminal | undefined;
}

export interface OpenTerminal extends Disposable {
  type(text: string): Promise<void>;
  resize(columns: number, rows: number): void;
  watch(watched: WatchedTerminal): Disposable;
}

export interface WatchedTerminal {
  // So many at most; without it as many as there are, up to a bound.
  readonly linesAbove?: number;
  // First what draws the whole screen in an empty terminal, and the lines above it; then what its program prints, every character once.
  drawn(image: string): void;
  printed(text: string): void;
  failed(error: unknown): void;
}

// The door to how code is laid out: by the project's own formatter where it has one, else by the engine of the language.
import type { Range } from '../text.ts';

export interface Formatting {
  // The text of a file as it should be; of a range, only those lines change. Nothing is written.
  // Throws formatter_missing where the project wants one that is not installed, formatter_failed, and no_formatter where nobody can.
  format(uri: string, range: Range | undefined, signal: AbortSignal): Promise<Formatted>;
  // The same with its imports sorted and joined, and without those that nobody uses where the tool knows that.
  organizeImports(uri: string, signal: AbortSignal): Promise<Formatted>;
}

export interface Formatted {
  readonly text: string;
  // Who did it, as in "Prettier" or "typescript 7.0.2".
  readonly by: string;
  // What the agent should hear, such as why it was not the project's own formatter.
  readonly notes: readonly string[];
}

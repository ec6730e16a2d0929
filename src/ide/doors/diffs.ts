// The door to a person's eyes: a change, shown before it is made.

export interface Diffs {
  // Shows a file as it is beside what it would become, and returns when both can be seen. Nothing is written.
  show(proposal: DiffProposal, signal: AbortSignal): Promise<void>;
}

export interface DiffProposal {
  readonly uri: string;
  // Over the two texts, such as "cart.ts: rename total to sum".
  readonly title: string;
  // The whole text of the file after the change.
  readonly text: string;
}

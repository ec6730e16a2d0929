// A change in full: what it did to files, what proves it, whether it can be taken back; and what returning to a moment would do.
import type { HunkedFile } from './diffs.ts';
import type { ChangeRow } from './rows.ts';

export interface ChangeDetail extends ShownFiles {
  readonly row: ChangeRow;
  readonly evidence: readonly ShownEvidence[];
  // What a command did that was seen and not written by us.
  readonly observed?: ShownObservation;
  readonly undo: UndoOutlook;
}

export interface ReturnPlan extends ShownFiles {
  readonly conflicts: readonly ShownConflict[];
  // What would be taken back, newest first.
  readonly changes: readonly string[];
  readonly isCutShort?: true;
}

export interface ShownFiles {
  readonly files: readonly ShownFile[];
  readonly moreFiles?: number;
}

export interface ShownFile extends Omit<HunkedFile, 'about'> {
  readonly kind: 'created' | 'changed' | 'deleted' | 'moved';
  readonly added: number;
  readonly removed: number;
  // All of them together are too long, so it comes without texts; change.file has them.
  readonly isCut?: true;
  readonly isLink?: true;
  readonly binaryBytes?: number;
  readonly encoding?: string;
}

export interface ShownEvidence {
  readonly kind: string;
  readonly verdict: 'good' | 'bad' | 'doubtful';
  readonly summary: string;
  readonly time: string;
  // The same in numbers and names, as the kind has them.
  readonly facts?: unknown;
}

export interface ShownObservation {
  readonly undoable: 'all' | 'partly' | 'no';
  readonly unknown: readonly { readonly file: string; readonly kind: 'created' | 'changed' | 'deleted'; readonly why: string }[];
  readonly moreUnknown?: number;
  readonly ignored?: { readonly files: number; readonly folders: readonly string[] };
  readonly alongside?: readonly string[];
  readonly repositoryMoved?: true;
  readonly interrupted?: true;
}

export type UndoOutlook =
  | { readonly isPossible: true; readonly files: number }
  | { readonly isPossible: false; readonly code: string; readonly message: string; readonly next?: string; readonly conflicts: readonly ShownConflict[] };

export interface ShownConflict {
  readonly file: string;
  // From 1, as the file is now; absent when the whole file is meant.
  readonly line?: number;
  readonly why: string;
  readonly now?: string;
  readonly wanted?: string;
  // The later change that is in the way.
  readonly change?: string;
  readonly title?: string;
  readonly author?: string;
}

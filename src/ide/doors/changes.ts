// The door to changing files. Every mutation is a change set: whole or not at all, recorded before it happens, and undone one by one.
import { lineCounts } from '../../base/text/lineCounts.ts';
import type { WorkspaceEdit } from '../workspaceEdit.ts';

export interface Changes {
  // What would become of each file; nothing is written. Throws file_exists, file_not_found, outside_project, binary_file …
  plan(edit: WorkspaceEdit, signal: AbortSignal): Promise<ChangePlan>;
  // Takes back what a change set did, also when others came after it; or only these of its hunks, as numberedHunks() counts them in read().
  // Throws change_not_found, already_undone, undo_conflict or unknown_hunk.
  planUndo(id: string, signal: AbortSignal, hunks?: readonly number[]): Promise<ChangePlan>;
  // Takes back everything since then, whoever did it, as one change: conflicts of all of it are reported at once. Throws change_not_found or undo_conflict.
  planUndoUntil(until: UndoUntil, signal: AbortSignal): Promise<ChangePlan>;
  // Writes a plan. Throws changed_meanwhile or file_not_writable, with every file as it was.
  apply(plan: ChangePlan, authorship: Authorship, signal: AbortSignal): Promise<ChangeSet>;
  // Newest first.
  list(signal: AbortSignal): Promise<readonly ChangeSet[]>;
  // The texts of one change set, as far as they are known. Throws change_not_found.
  read(id: string, signal: AbortSignal): Promise<readonly PlannedFile[]>;
  // What is found out about a change set after it was made stays with it; the newest of each kind. Never throws: a change is worth more than what is known of it.
  keepEvidence(id: string, evidence: Evidence): Promise<void>;
  // Called when a change set was made, and when something that list() says of an earlier one is different.
  onChange(listener: (event: ChangeEvent) => void): Disposable;
  // For whoever runs another process that may change files: what the tree holds is remembered, so that it can be said afterwards what has changed.
  observe(authorship: Authorship, signal: AbortSignal): Promise<Observation>;
}

// Before a change set, or at a time (ISO).
export type UndoUntil = { readonly before: string } | { readonly at: string };

export interface ChangeEvent {
  readonly kind: 'made' | 'updated';
  readonly id: string;
}

// One proof, or doubt, of a kind: what compilers said, what tests said since. The kinds are an open list.
export interface Evidence {
  readonly kind: string;
  // Doubtful: nobody could tell, or not all of it.
  readonly verdict: 'good' | 'bad' | 'doubtful';
  // In a few words: "2 new errors".
  readonly summary: string;
  // When it was found out.
  readonly time: string;
  // The same in numbers and names, as the kind has them.
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
}

export interface Observation {
  // Call it once, when the process has ended, however that went. Records what has changed since, apart from what was changed through this door.
  end(): Promise<ObservedOutcome>;
}

export interface ObservedOutcome {
  // Absent when no file has changed that version control would see, and where another process keeps the history of this project.
  readonly change?: ChangeSet;
  readonly ignored?: IgnoredFiles;
}

// What version control does not see is counted, not recorded.
export interface IgnoredFiles {
  readonly files: number;
  // URIs of the topmost folders, or of files in folders that are not ignored.
  readonly folders: readonly string[];
}

// A plan is applied by the host that made it, once.
export interface ChangePlan {
  readonly files: readonly PlannedFile[];
  readonly undoes?: string;
  readonly undoesPart?: UndonePart;
  readonly undoesAll?: readonly string[];
  // Earlier change sets than those are forgotten, so that what they did stays.
  readonly isCutShort?: true;
}

export interface UndonePart {
  readonly id: string;
  // As numberedHunks() counts them.
  readonly hunks: readonly number[];
}

export interface PlannedFile {
  readonly uri: string;
  readonly movedFrom?: string;
  // Undefined where no file was, or will be. What is not text is described as nothing more than that.
  readonly before: PlannedText | undefined;
  readonly after: PlannedText | undefined;
}

// The encoding is absent for UTF-8. Of a link the text says where it leads; what engines read through it is another.
export type PlannedText = { readonly text: string; readonly encoding?: string; readonly link?: true } | { readonly binaryBytes: number };

export interface Authorship {
  // Who asked, as in "claude-code 2.1".
  readonly author: string;
  readonly tool: string;
  // What it does, in a few words: "rename total to sum".
  readonly title: string;
  // The connection that it came through, where that lasts: two agents may have one name.
  readonly connection?: string;
  // The name that it gives to what had another: whoever takes it back need look only at files that say one of the two.
  readonly renames?: RenamedWord;
  // It takes back what was written only to be checked. Of the two the history lists the one that was refused, as rolled back.
  readonly refuses?: true;
  // The number of the grant by which it was written without asking.
  readonly grant?: number;
  // Of what is observed: what is observed of others meanwhile is theirs, as of the commands in the turn of an agent.
  readonly encloses?: true;
}

export interface RenamedWord {
  readonly from: string;
  readonly to: string;
  // Of a type, so that others may need it without naming the type.
  readonly isMember?: boolean | undefined;
}

export interface ChangeSet extends Authorship {
  readonly id: string;
  readonly time: string;
  readonly files: readonly ChangedFile[];
  // When it was whole on disk; `time` is when it began.
  readonly written?: string;
  // What it took back, and who took it back.
  readonly undoes?: string;
  readonly undoneBy?: string;
  // The same of some of its hunks.
  readonly undoesPart?: UndonePart;
  readonly partlyUndoneBy?: readonly string[];
  // It took back all of these at once.
  readonly undoesAll?: readonly string[];
  readonly evidence?: readonly Evidence[];
  // Only in the answer to apply, where a person saw the plan before: whether what was written is not the whole of it.
  readonly review?: { readonly by: string; readonly changed: boolean };
  // Only in the answer to apply: URIs of files that have it in an editor and not on disk, because a person had unsaved text there, or because they could not be saved.
  readonly unsaved?: readonly string[];
  // It failed halfway, its process was ended or it was refused once it was checked, and everything was put back.
  readonly rolledBack?: true;
  // It was not written by us but seen, while a process ran.
  readonly observed?: ObservedChange;
}

export interface ObservedChange {
  // How much of it can be taken back.
  readonly undoable: 'all' | 'partly' | 'no';
  // What cannot, because the contents before or after are not known.
  readonly unknown: readonly UnknownFile[];
  readonly moreUnknown?: number;
  readonly ignored?: IgnoredFiles;
  // Titles of what else was observed at that time: who of them changed what, nobody can say.
  readonly alongside?: readonly string[];
  // Another branch or commit is checked out since, which no change set takes back.
  readonly repositoryMoved?: true;
  // We were ended while it ran, so what it changed was not seen.
  readonly interrupted?: true;
}

export interface UnknownFile {
  readonly uri: string;
  readonly kind: 'created' | 'changed' | 'deleted';
  readonly why: string;
}

export interface ChangedFile {
  readonly uri: string;
  readonly kind: 'created' | 'changed' | 'deleted' | 'moved';
  readonly movedFrom?: string;
  readonly addedLines: number;
  readonly removedLines: number;
}

// What becomes of a file, and of how many of its lines. In a rename over a repository counting lines takes longest, so of what was written a change set says it.
export function changedFileOf({ uri, movedFrom, before, after }: PlannedFile): ChangedFile {
  const { added, removed } = lineCounts(textOf(before), textOf(after));
  return {
    uri,
    kind: movedFrom !== undefined ? 'moved' : before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed',
    ...(movedFrom !== undefined && { movedFrom }),
    addedLines: added,
    removedLines: removed,
  };
}

// Empty where there is none, or none that can be read.
export function textOf(planned: PlannedText | undefined): string {
  return planned !== undefined && 'text' in planned ? planned.text : '';
}

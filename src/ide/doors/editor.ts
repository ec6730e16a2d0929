// The door to an editor: which files are open in it, where its cursor is, what is selected, and what was written there but not saved.
import type { Range } from '../text.ts';

// One for each project, shared by the person and every agent: it is what a person has in view. It exists without a window, and outlives the daemon.
// A file has one tab, whatever link it was opened through: its URI is the one that Documents.locate gives and that the tab says.
export interface Editor {
  // In the order of the tabs; at most one is active. What another process wrote is followed soon after it happened: settle() first for an answer as of now.
  tabs(): readonly EditorTab[];

  // Returns when every tab follows what its file holds at this moment, moved and deleted ones too.
  settle(signal: AbortSignal): Promise<void>;

  // Opens a file, or brings its tab to the front. Throws what Documents.locate and read throw, and too_many_tabs.
  open(uri: string, how: OpenedHow, signal: AbortSignal): Promise<EditorTab>;

  // Closes a tab; false where there was none. Throws unsaved_text while something in it is not saved and may not be discarded.
  close(uri: string, unsaved: 'keep' | 'discard'): Promise<boolean>;

  // Sets the selection of an open file, or with an empty range its cursor, and makes it the active one. Throws not_open; a range behind the end is cut to it.
  select(uri: string, range: Range, signal: AbortSignal): Promise<EditorTab>;

  // What is selected in an open file, of all of them the active one, or with an empty text where its cursor is.
  selected(uri?: string): SelectedText | undefined;

  // What was last selected that was not empty, also after the cursor has moved on or the tab was closed.
  latestSelection(): SelectedText | undefined;

  // Text of an open file that is not saved. Where the editor does not save by itself, engines and tools do not see it: whatever they answer is about the disk.
  unsaved(uri: string): UnsavedText | undefined;
  // Kept when it returns, also if the daemon is killed. Line breaks of the file that the text came without are put back. Throws not_open and unsaved_too_large. A text that the disk holds already leaves nothing unsaved.
  write(uri: string, unsaved: UnsavedText, signal: AbortSignal): Promise<EditorTab>;
  discard(uri: string): void;
  // Writes what is unsaved to disk, where the editor does so itself. Its unsaved text is then what engines and tools see, and what changes are made from.
  // Throws not_open, and unsaved_is_stale where others changed the file since and that is not to be overwritten.
  save?(uri: string, others: 'keep' | 'overwrite', signal: AbortSignal): Promise<void>;
  // This text of it was written to disk: what was typed since is made from that.
  saved(uri: string, text: string): void;

  // A person points an agent to a file or to lines of it. How many took it.
  mention(mention: EditorMention): number;
  // The listener says whether it reached anybody.
  onMention(listener: (mention: EditorMention) => boolean): Disposable;

  // Several changes in a short time are one event, which comes after the last of them.
  onEvent(listener: (event: EditorEvent) => void): Disposable;
}

export interface OpenedHow {
  // Without one, a tab that is open keeps its own and a new one has its cursor at the beginning.
  readonly selection?: Range;
  // The active tab stays the active one.
  readonly inBackground?: boolean;
  // The tab makes way for the next one that is only looked at. A tab that is open already stays what it is.
  readonly isPreview?: boolean;
}

export interface EditorTab {
  readonly uri: string;
  readonly languageId: string;
  readonly lineCount: number;
  readonly isActive: boolean;
  readonly isPreview: boolean;
  readonly isUnsaved: boolean;
  // The file is no longer the one that the unsaved text was made from: others changed, deleted or created it since.
  readonly isStale: boolean;
  // Empty: a cursor. In the unsaved text where there is one.
  readonly selection: Range;
}

export interface SelectedText {
  readonly uri: string;
  readonly range: Range;
  // Of the unsaved text where there is one.
  readonly text: string;
}

export interface UnsavedText {
  readonly text: string;
  // Hash (hashOfText) of the text on disk that it was made from, so that saving does not overwrite what came since; absent for a file that is not there.
  readonly base?: string | undefined;
}

export interface EditorMention {
  readonly uri: string;
  // From 0, both included; absent for the whole file.
  readonly lines?: { readonly first: number; readonly last: number } | undefined;
  // The connection that it is meant for; absent: whoever listens.
  readonly connection?: string | undefined;
}

export type EditorEvent =
  // Tabs were opened, closed or changed: another is active, something was saved or not.
  | { readonly kind: 'tabs' }
  // The active file or its selection is another; undefined: no file is active any more.
  | { readonly kind: 'selection'; readonly selected: SelectedText | undefined };

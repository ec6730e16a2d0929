// The editor that people and agents share, as the window shows it: its tabs, and what a person asks of them.

// One tab of one project.
export interface EditorRow {
  readonly id: string;
  readonly project: string;
  // Relative to the project, whole: it is what methods take.
  readonly file: string;
  // Among the tabs of its project, from 0.
  readonly place: number;
  readonly isActive: boolean;
  readonly isPreview: boolean;
  readonly language: string;
  readonly lines: number;
  readonly selection: TextRange;
  // Hash of the text that is not saved; absent where everything is.
  readonly unsaved?: string;
  // Grows whenever the file changes on disk, so that a view knows when to read again.
  readonly disk: number;
}

// Lines and columns from 1, columns in UTF-16 units; empty where it is a cursor.
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface EditorPlace {
  readonly project: string;
  readonly file: string;
}

// editor.read
export interface EditorText {
  readonly file: string;
  readonly language: string;
  // Of the disk; absent where the file is not there (any more), but text of it that was never saved is.
  readonly disk?: { readonly text: string; readonly hash: string };
  readonly unsaved?: {
    readonly text: string;
    readonly hash: string;
    // Of the text on disk that it was made from; absent where there was no file.
    readonly base?: string;
  };
  // Why a person cannot write it here.
  readonly readOnly?: string;
}

// editor.open
export interface EditorOpen extends EditorPlace {
  readonly selection?: TextRange;
  // The tab makes way for the next that is only looked at.
  readonly isPreview?: boolean;
}

// editor.discard: only the unsaved text of this hash, which the person has seen.
export interface EditorDiscard extends EditorPlace {
  readonly expects: string;
}

// editor.close, with that text; without a hash a tab whose text is not saved stays.
export interface EditorClose extends EditorPlace {
  readonly discards?: string;
}

// editor.select
export interface EditorSelect extends EditorPlace {
  readonly selection: TextRange;
}

// editor.write keeps the text unsaved, editor.save writes it to the disk as a change set of the person.
export interface EditorWrite extends EditorPlace {
  readonly text: string;
  // Hash of the text on disk that it was made from; absent for a new file.
  readonly base?: string;
  // Hash of the unsaved text that it was made from; absent where there was none. Another window may have written since.
  readonly expects?: string;
}

export interface EditorWritten {
  // Of the text that is kept unsaved now; absent where the disk holds it already.
  readonly unsaved?: string;
}

export interface EditorSaved {
  // Absent where the disk held this text already.
  readonly changeId?: string;
  // Of the text on disk now.
  readonly hash: string;
}

// editor.mention: lines from 1, both included; without them the whole file. Without a connection: whoever listens.
export interface MentionWanted extends EditorPlace {
  readonly lines?: { readonly first: number; readonly last: number };
  readonly connection?: string;
}

export interface EditorMentioned {
  // How many were listening.
  readonly listening: number;
}

// editor.files: of one project or of all that are open, the best first.
export interface EditorFilesQuery {
  readonly query: string;
  readonly project?: string;
}

export interface EditorFiles {
  readonly files: readonly EditorPlace[];
  // Beyond those.
  readonly more?: number;
}

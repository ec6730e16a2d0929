// What another name of a symbol or of a file changes, and what it would be confused with.
import type { Location } from './text.ts';
import type { WorkspaceEdit } from './workspaceEdit.ts';

export interface Renaming {
  readonly edit: WorkspaceEdit;
  // Places, in the text as it is, that would mean something else afterwards: the new name is taken there.
  readonly collisions: readonly Location[];
}

// A file, or a folder with everything in it.
export interface FileMove {
  readonly from: string;
  readonly to: string;
}

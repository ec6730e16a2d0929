// What becomes of a file, in hunks that people tick and agents hear of by their numbers.

export interface ShownHunk {
  // From 1, through all files.
  readonly number: number;
  // Whole files can only be taken or left.
  readonly kind: 'text' | 'create' | 'delete' | 'move' | 'whole';
  // From 0.
  readonly oldStart: number;
  readonly newStart: number;
  // Lines with their breaks.
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export interface HunkedFile {
  // Relative to the project.
  readonly file: string;
  readonly movedFrom?: string;
  // Absent where there is no file, or none that is text.
  readonly before?: string;
  readonly after?: string;
  // What its text does not say: that it is a link, its encoding, how many bytes are no text.
  readonly about?: string;
  readonly hunks: readonly ShownHunk[];
}

// A change to files as somebody plans it: edits of text, and files that come, go or move. Nothing happens before it is applied.
import { compare, type Range, type TextSnapshot } from './text.ts';

export interface WorkspaceEdit {
  // In this order: each sees the files as those before it left them.
  readonly operations: readonly FileOperation[];
}

export type FileOperation =
  | { readonly kind: 'edit'; readonly uri: string; readonly edits: readonly TextEdit[] }
  // Where a file is already, only with `overwrite`.
  | { readonly kind: 'create'; readonly uri: string; readonly text: string; readonly overwrite?: boolean }
  // A file, or a folder with everything in it.
  | { readonly kind: 'move'; readonly uri: string; readonly to: string }
  | { readonly kind: 'delete'; readonly uri: string };

// All ranges of one operation mean the text before it, and no two overlap.
export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

// The text after these edits. Insertions at one place keep their order.
export function editedText(snapshot: TextSnapshot, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { range, newText } of [...edits].sort((a, b) => compare(a.range.start, b.range.start) || compare(a.range.end, b.range.end))) {
    const start = snapshot.offsetAt(range.start);
    if (start < at) throw new RangeError(`Edits of ${snapshot.uri} overlap at line ${range.start.line + 1}`);
    parts.push(snapshot.text.slice(at, start), newText);
    at = snapshot.offsetAt(range.end);
  }
  return parts.join('') + snapshot.text.slice(at);
}

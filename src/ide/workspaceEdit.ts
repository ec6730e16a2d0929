// A wish to change files, as engines express it: plain data that can be shown, applied in memory, or made a change set.
import { hunksBetween } from '../base/text/lineDiff.ts';
import { compare, type Range, TextSnapshot } from './text.ts';

export interface WorkspaceEdit {
  // In the order in which they must happen: a file is created before text is put into it.
  readonly operations: readonly FileOperation[];
}

export type FileOperation =
  // `basis` is the text in which the ranges are places: a file that holds another by now is not edited.
  | { readonly kind: 'edit'; readonly uri: string; readonly edits: readonly TextEdit[]; readonly basis?: string }
  // `exact` takes the place of the text.
  | { readonly kind: 'create'; readonly uri: string; readonly text: string; readonly ifExists: IfExists; readonly exact?: ExactContents }
  // A file, or a folder with everything in it.
  | { readonly kind: 'move'; readonly uri: string; readonly to: string; readonly ifExists: IfExists }
  | { readonly kind: 'delete'; readonly uri: string; readonly ifMissing: 'fail' | 'skip' };

// A link, or a file to the byte, which need not be text. `replaces` is the SHA-256 of what stood there when this was thought of: a file that holds something else by now is left.
export type ExactContents = { readonly replaces?: string } & (
  | { readonly link: string }
  // Without a word about it a file that is there keeps whether it can be executed.
  | { readonly base64: string; readonly executable?: boolean }
);

export type IfExists = 'fail' | 'overwrite' | 'skip';

// All ranges of one operation are places in the text before it; several insertions at one place stay in their order.
export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

// Lines from here on were replaced; of pure insertions nothing was removed.
export interface Hunk {
  // In the text before, from 0.
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

// Every file that an edit touches, in order: also the one that a file is moved to.
export function filesTouched({ operations }: WorkspaceEdit): readonly string[] {
  return [...new Set(operations.flatMap((operation) => (operation.kind === 'move' ? [operation.uri, operation.to] : [operation.uri])))];
}

// Throws a RangeError when two edits change the same text: nobody can know which one was meant.
export function editedText(snapshot: TextSnapshot, edits: readonly TextEdit[]): string {
  let text = '';
  let at = 0;
  for (const { range, newText } of inOrder(edits)) {
    const start = snapshot.offsetAt(range.start);
    if (start < at) throw new RangeError(`two edits of ${snapshot.uri} overlap`);
    text += snapshot.text.slice(at, start) + newText;
    at = snapshot.offsetAt(range.end);
  }
  return text + snapshot.text.slice(at);
}

// What the edits change, line by line, without the lines that they leave as they are.
export function hunksOf(snapshot: TextSnapshot, edits: readonly TextEdit[]): readonly Hunk[] {
  return closeEdits(edits).flatMap((group) => {
    const first = group[0]?.range.start.line ?? 0;
    const last = group.at(-1)?.range.end.line ?? first;
    const whole = { start: { line: first, character: 0 }, end: { line: last, character: snapshot.line(last)?.length ?? 0 } };
    const before = snapshot.textIn(whole);
    const part = new TextSnapshot({ uri: snapshot.uri, text: before, version: 0, languageId: snapshot.languageId });
    const after = editedText(
      part,
      group.map(({ range, newText }) => ({ range: { start: lifted(range.start, first), end: lifted(range.end, first) }, newText })),
    );
    return hunksBetween(before, after).map(({ oldStart, removed, added }) => ({
      line: first + oldStart,
      removed: removed.map(withoutBreak),
      added: added.map(withoutBreak),
    }));
  });
}

// The edits that make this text of the other, as few whole lines as possible, so that nothing else of the file is touched.
export function editsBetween(snapshot: TextSnapshot, text: string): readonly TextEdit[] {
  const startOf = (line: number) => (line < snapshot.lineCount ? { line, character: 0 } : snapshot.positionAt(snapshot.text.length));
  return hunksBetween(snapshot.text, text).map(({ oldStart, removed, added }) => ({
    range: { start: startOf(oldStart), end: startOf(oldStart + removed.length) },
    newText: added.join(''),
  }));
}

function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.toSorted((a, b) => compare(a.range.start, b.range.start));
}

// Edits on the same lines, or on lines beside each other, are one change to a reader.
function closeEdits(edits: readonly TextEdit[]): TextEdit[][] {
  const groups: TextEdit[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const edit of inOrder(edits)) {
    if (edit.range.start.line > end + 1) groups.push([edit]);
    else groups.at(-1)?.push(edit);
    end = Math.max(end, edit.range.end.line);
  }
  return groups;
}

function lifted<Place extends { readonly line: number; readonly character: number }>({ line, character }: Place, by: number) {
  return { line: line - by, character };
}

function withoutBreak(line: string): string {
  return line.replace(/(?:\r\n|\r|\n)$/, '');
}

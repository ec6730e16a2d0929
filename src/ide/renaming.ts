// What another name of a symbol or of a file changes, and what it would be confused with.
import type { Answer } from './answer.ts';
import type { Place } from './doors/languages.ts';
import { compare, type Location } from './text.ts';
import type { FileOperation, TextEdit, WorkspaceEdit } from './workspaceEdit.ts';

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

// Whether the name at the place gets another one.
export function isRenamed({ edit }: Renaming, { uri, position }: Place): boolean {
  return edit.operations.some(
    (operation) => operation.kind === 'edit' && operation.uri === uri && operation.edits.some(({ range }) => compare(range.start, position) === 0),
  );
}

// Renames of several symbols as one: what more than one of them says of a place counts once, and files move with the first that moves them.
export function joinedRenamings(renamings: readonly Answer<Renaming>[], notes: readonly string[]): Answer<Renaming> {
  const edits = new Map<string, Map<string, TextEdit>>();
  const moves: FileOperation[] = [];
  for (const operation of renamings.flatMap(({ value }) => value.edit.operations)) {
    if (operation.kind === 'edit') {
      const own = edits.get(operation.uri) ?? new Map<string, TextEdit>();
      edits.set(operation.uri, own);
      for (const edit of operation.edits) own.set(`${edit.range.start.line}:${edit.range.start.character}`, edit);
    } else if (!moves.some(({ uri }) => uri === operation.uri)) moves.push(operation);
  }
  const edited = [...edits].map(([uri, own]): FileOperation => ({ kind: 'edit', uri, edits: [...own.values()] }));
  const value = { edit: { operations: [...edited, ...moves] }, collisions: renamings.flatMap((answer) => answer.value.collisions) };
  const why = [...new Set(renamings.flatMap((answer) => (answer.complete ? [] : [answer.why])))].join(' ');
  const engine = renamings[0]?.engine;
  const certificate = { ...(engine !== undefined && { engine }), ...(notes.length > 0 && { notes }) };
  return why === '' ? { complete: true, value, ...certificate } : { complete: false, value, why, ...certificate };
}

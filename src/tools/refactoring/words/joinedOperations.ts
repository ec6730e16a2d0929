// Edits of several sources as one operation for each file.
import type { FileOperation, TextEdit } from '../../../ide/workspaceEdit.ts';

// Of two edits that begin at one place the later counts.
export function joinedOperations(operations: readonly FileOperation[]): readonly FileOperation[] {
  const byFile = new Map<string, FileOperation>();
  for (const operation of operations) {
    const known = byFile.get(operation.uri);
    const isSame = known?.kind === 'edit' && operation.kind === 'edit';
    byFile.set(operation.uri, isSame ? { ...known, edits: joinedEdits([...known.edits, ...operation.edits]) } : operation);
  }
  return [...byFile.values()];
}

function joinedEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...new Map(edits.map((edit) => [`${edit.range.start.line}:${edit.range.start.character}`, edit])).values()];
}

// A new name by jdt.ls, whose edits reach from the first use in a file to the last: here cut down to the names themselves.
import type { Place } from '../../../../ide/doors/languages.ts';
import { cannotRename } from '../../../../ide/errors/editErrors.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import type { TextSnapshot } from '../../../../ide/text.ts';
import type { FileOperation, TextEdit } from '../../../../ide/workspaceEdit.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { PlacedEdit, RenamedPlaces } from '../engine/middleware.ts';
import { workspaceEditOf } from '../questions/codeActions.ts';
import { whyMixed } from './javaStarts.ts';

// A class that its file is named after takes the file along.
export async function renamedJava(session: EngineSession, at: Place, newName: string, signal: AbortSignal): Promise<RenamedPlaces> {
  const word = wordAt(await session.project.documents.read(at.uri, signal), at.position) ?? 'What stands there';
  const asked = { textDocument: { uri: at.uri }, position: at.position, newName };
  const answer = await session.request('textDocument/rename', asked, signal).catch((error: unknown) => {
    if (!(error instanceof IdeError) || error.code !== 'engine_failed') throw error;
    throw cannotRename(word, error.message);
  });
  const { operations } = workspaceEditOf(answer ?? {});
  if (operations.length === 0) throw cannotRename(word, `${session.name} has nothing to change: it is declared outside the project, or it is no name.`);
  const mixed = whyMixed(session.project, touchedBy(operations));
  if (mixed !== undefined) throw cannotRename(word, mixed);
  const edits: PlacedEdit[] = [];
  for (const operation of operations) {
    if (operation.kind !== 'edit') continue;
    const snapshot = await session.project.documents.read(operation.uri, signal);
    edits.push(...namesOnly(snapshot, operation.edits).map((edit) => ({ uri: operation.uri, ...edit })));
  }
  return { edits, moves: operations.filter((operation): operation is Exclude<FileOperation, { kind: 'edit' }> => operation.kind !== 'edit') };
}

export function touchedBy(operations: readonly FileOperation[]): readonly string[] {
  return operations.flatMap((operation) => (operation.kind === 'edit' ? [operation.uri] : []));
}

// The same edits, word by word where as many words stand there afterwards.
export function namesOnly(snapshot: TextSnapshot, edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.flatMap((edit) => {
    const before = wordsOf(snapshot.textIn(edit.range));
    const after = wordsOf(edit.newText);
    if (before.length !== after.length) return [edit];
    let at = snapshot.offsetAt(edit.range.start);
    return before.flatMap((word, index) => {
      const start = at;
      at += word.length;
      const newText = after[index] ?? word;
      return newText === word ? [] : [{ range: { start: snapshot.positionAt(start), end: snapshot.positionAt(at) }, newText }];
    });
  });
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{ID_Continue}$]+|\s+|./gsu) ?? [];
}

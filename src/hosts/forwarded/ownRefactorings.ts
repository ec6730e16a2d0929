// Refactorings that no extension of the window offers, such as moving a symbol: planned by this process's own engines, which know the disk, while the window holds nothing else.
import { unsavedText } from '../../ide/errors/editorErrors.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import type { Ide } from '../../ide/ide.ts';
import type { Refactoring } from '../../ide/refactorings.ts';
import type { FileOperation } from '../../ide/workspaceEdit.ts';

export interface RefactoringSides {
  // What the window answers, or throws.
  theirs(): Promise<unknown>;
  // The files whose text in the window is not saved, as of now.
  unsaved(): Promise<readonly string[]>;
  // This process's own.
  readonly own: Pick<Ide, 'documents' | 'languages' | 'project'>;
}

export async function refactoredByEither(wanted: Refactoring, { theirs, unsaved, own }: RefactoringSides, signal: AbortSignal): Promise<unknown> {
  try {
    return await theirs();
  } catch (error) {
    if (!(error instanceof IdeError) || error.code !== 'unsupported') throw error;
  }
  // Our engines would plan it from the disk, and what a person has typed uses the symbol too.
  const [first] = await unsaved();
  if (first !== undefined) throw unsavedText(decodeURIComponent(first.slice(own.project.uri.length + 1)));
  const answer = await own.languages.refactor(wanted, signal);
  const operations = await Promise.all(answer.value.edit.operations.map((operation) => withBasis(operation, own, signal)));
  return { ...answer, value: { ...answer.value, edit: { operations } } };
}

// Whoever types meanwhile makes the window refuse the edit.
async function withBasis(operation: FileOperation, own: RefactoringSides['own'], signal: AbortSignal): Promise<FileOperation> {
  if (operation.kind !== 'edit' || operation.basis !== undefined) return operation;
  // A file that the same edit makes is not there yet.
  const snapshot = await own.documents.read(operation.uri, signal).catch(() => undefined);
  return snapshot === undefined ? operation : { ...operation, basis: snapshot.text };
}

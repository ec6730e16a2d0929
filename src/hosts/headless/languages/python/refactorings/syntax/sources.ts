// Where the texts of a refactoring come from, and how its edits leave it.

import type { Place } from '../../../../../../ide/doors/languages.ts';
import { IdeError } from '../../../../../../ide/errors/errors.ts';
import type { Refactored } from '../../../../../../ide/refactorings.ts';
import type { Location } from '../../../../../../ide/text.ts';
import { editedText } from '../../../../../../ide/workspaceEdit.ts';
import { locationsOf } from '../../../engine/answers.ts';
import type { EngineSession } from '../../../engine/engineSession.ts';
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import { type OffsetEdit, PythonModule } from './pythonModule.ts';

export async function declarationOf(session: EngineSession, { uri, position }: Place, signal: AbortSignal): Promise<Location> {
  await session.documents.open(uri, signal);
  const found = locationsOf(await session.request('textDocument/definition', { textDocument: { uri }, position }, signal));
  const [first] = found.filter((location) => location.uri.startsWith(`${session.project.rootUri}/`));
  if (first === undefined) throw new RefusedRefactoring('it is not declared in the project.');
  return found.find((location) => location.uri.endsWith('.py')) ?? first;
}

export async function moduleOf(session: EngineSession, uri: string, signal: AbortSignal): Promise<PythonModule> {
  return new PythonModule(await session.project.documents.read(uri, signal));
}

export async function moduleOrNothing(session: EngineSession, uri: string, signal: AbortSignal): Promise<PythonModule | undefined> {
  try {
    return await moduleOf(session, uri, signal);
  } catch (error) {
    if (error instanceof RefusedRefactoring || (error instanceof IdeError && error.code === 'file_not_found')) return undefined;
    throw error;
  }
}

export function editOf(module: PythonModule, edits: readonly OffsetEdit[]): Refactored {
  const made = edits.map((edit) => module.textEdit(edit));
  // Throws here, not when it is written, should two of them overlap.
  editedText(module.snapshot, made);
  return { edit: { operations: [{ kind: 'edit', uri: module.snapshot.uri, edits: made, basis: module.text }] }, notes: [] };
}

// Refactorings that a server itself offers as code actions, with names that were asked for in place of those that it makes up.
import { z } from 'zod';
import { IdeError } from '../../../../ide/errors/errors.ts';
import { type Position, type Range, TextSnapshot } from '../../../../ide/text.ts';
import { editedText, editsBetween, type FileOperation, type WorkspaceEdit } from '../../../../ide/workspaceEdit.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { workspaceEditOf } from '../questions/codeActions.ts';
import { RefusedRefactoring } from './refused.ts';

// Loose, because a server wants back exactly what it gave.
const action = z.looseObject({
  title: z.string(),
  kind: z.string().nullish(),
  edit: z.unknown().optional(),
  data: z.unknown().optional(),
  command: z.object({ command: z.string(), arguments: z.array(z.unknown()).nullish() }).nullish(),
  disabled: z.object({ reason: z.string() }).nullish(),
});
const actions = z.array(action).nullable();

export type Action = z.output<typeof action>;
export type FileTexts = ReadonlyMap<string, string>;

export async function actionsAt(session: EngineSession, uri: string, range: Range, kind: string, signal: AbortSignal): Promise<readonly Action[]> {
  await session.documents.open(uri, signal);
  const context = { diagnostics: [], only: [kind], triggerKind: 1 as const };
  return (actions.parse(await session.request('textDocument/codeAction', { textDocument: { uri }, range, context }, signal)) ?? []).filter(
    ({ disabled }) => disabled == null,
  );
}

// In the server's own words where it cannot after all.
export async function editOfAction(session: EngineSession, offered: Action, signal: AbortSignal): Promise<WorkspaceEdit> {
  try {
    const edit = offered.edit ?? (offered.data == null ? undefined : action.parse(await session.request('codeAction/resolve', offered, signal)).edit);
    if (edit != null) return workspaceEditOf(edit);
    if (offered.command == null) throw new RefusedRefactoring(`${session.name} offers "${offered.title}" and makes no edit.`);
    const asked = await session.editBy({ command: offered.command.command, arguments: offered.command.arguments ?? [] }, signal);
    if (asked == null) throw new RefusedRefactoring(`${session.name} offers "${offered.title}" and makes no edit.`);
    return workspaceEditOf(asked);
  } catch (error) {
    throw refusal(error, session.name);
  }
}

// What an engine says no to is a refusal, not a failure.
function refusal(error: unknown, engine: string): unknown {
  return error instanceof IdeError && error.code === 'engine_failed'
    ? new RefusedRefactoring(`${engine} says: ${error.message.replace(/^.*? answered with an error: /, '')}`)
    : error;
}

// The texts as they are after an edit, on top of those that are planned already.
export async function textsAfter(session: EngineSession, edit: WorkspaceEdit, planned: FileTexts, signal: AbortSignal): Promise<FileTexts> {
  const texts = new Map(planned);
  for (const operation of edit.operations) {
    if (operation.kind === 'create') texts.set(operation.uri, operation.text);
    else if (operation.kind === 'edit') texts.set(operation.uri, editedText(await snapshotOf(session, operation.uri, texts, signal), operation.edits));
    else throw new RefusedRefactoring(`${session.name} wants to move or delete ${operation.uri}.`);
  }
  return texts;
}

export async function snapshotOf(session: EngineSession, uri: string, texts: FileTexts, signal: AbortSignal): Promise<TextSnapshot> {
  const text = texts.get(uri);
  return text === undefined ? session.project.documents.read(uri, signal) : new TextSnapshot({ uri, text, version: 0, languageId: '' });
}

// The engine's own rename, in texts that are only planned.
export async function renamedIn(
  engine: Engine,
  texts: FileTexts,
  { uri, at, name }: { uri: string; at: Position; name: string },
  signal: AbortSignal,
): Promise<FileTexts> {
  const { value } = await engine.runWith(texts, signal, async (session) => {
    try {
      const answer = await session.request('textDocument/rename', { textDocument: { uri }, position: at, newName: name }, signal);
      return textsAfter(session, workspaceEditOf(answer ?? {}), texts, signal);
    } catch (error) {
      throw refusal(error, session.name);
    }
  });
  return value;
}

// What makes these texts of the files, as few lines as possible.
export async function operationsFor(
  session: EngineSession,
  texts: FileTexts,
  created: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<readonly FileOperation[]> {
  const operations: FileOperation[] = [];
  for (const [uri, text] of texts) {
    if (created.has(uri)) operations.push({ kind: 'create', uri, text, ifExists: 'fail' });
    else {
      const snapshot = await session.project.documents.read(uri, signal);
      if (snapshot.text !== text) operations.push({ kind: 'edit', uri, edits: editsBetween(snapshot, text), basis: snapshot.text });
    }
  }
  return operations;
}

// Where two texts begin to differ.
export function firstDifference(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return at;
}

// How the engine of a file would lay it out, or order its imports: edits of that file alone.
import { z } from 'zod';
import type { Answer } from '../../../ide/answer.ts';
import { unsupportedByEngine } from '../../../ide/errors/errors.ts';
import type { Range, TextSnapshot } from '../../../ide/text.ts';
import type { TextEdit } from '../../../ide/workspaceEdit.ts';
import { indentationOf } from '../../../source/indentation.ts';
import type { EngineSession } from './engine/engineSession.ts';
import type { HeadlessLanguages } from './headlessLanguages.ts';
import { sourceEdit, textEdit } from './questions/codeActions.ts';
import { isScript, organizedInStyle } from './questions/importStyle.ts';

// By the engine of a file, for the room that asks the project's own formatter first.
export function layoutBy(languages: Pick<HeadlessLanguages, 'askEngineOf'>) {
  return (document: TextSnapshot, does: 'layout' | 'imports', range: Range | undefined, signal: AbortSignal): Promise<Answer<readonly TextEdit[]>> =>
    languages.askEngineOf(document.uri, signal, (session) =>
      does === 'layout' ? layoutEdits(session, document, range, signal) : organizingEdits(session, document, signal),
    );
}

const edits = z.array(textEdit).nullable();

async function layoutEdits(session: EngineSession, document: TextSnapshot, range: Range | undefined, signal: AbortSignal): Promise<readonly TextEdit[]> {
  const question = { textDocument: { uri: document.uri }, options: indentationOf(document.text) };
  const answer =
    range === undefined
      ? await session.request('textDocument/formatting', question, signal)
      : await session.request('textDocument/rangeFormatting', { ...question, range }, signal);
  return edits.parse(answer) ?? [];
}

const ORGANIZE = 'source.organizeImports';

async function organizingEdits(session: EngineSession, document: TextSnapshot, signal: AbortSignal): Promise<readonly TextEdit[]> {
  if (!session.offersActions) throw unsupportedByEngine(session.name, 'it does not order imports');
  const whole = { start: { line: 0, character: 0 }, end: document.positionAt(document.text.length) };
  const edit = await sourceEdit(session, document.uri, whole, ORGANIZE, signal);
  const own = (edit?.operations ?? []).flatMap((operation) => (operation.kind === 'edit' && operation.uri === document.uri ? operation.edits : []));
  return isScript(document) && own.length > 0 ? organizedInStyle(document, own) : own;
}

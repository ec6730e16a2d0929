// How the extensions of this window would lay out a file, or order its imports: edits of that file alone.
import * as vscode from 'vscode';
import { type Answer, complete } from '../../../ide/answer.ts';
import { unsupportedByEngine } from '../../../ide/errors/errors.ts';
import type { Range, TextSnapshot } from '../../../ide/text.ts';
import type { TextEdit } from '../../../ide/workspaceEdit.ts';
import { indentationOf } from '../../../source/indentation.ts';
import { ask, ENGINE, openDocument, portUri, vscodeUri } from '../ask.ts';
import { textEditsOf } from '../convert.ts';
import { Extensions } from '../extensions.ts';
import { vscodeRange } from './ranges.ts';

const ORGANIZE = 'source.organizeImports';

// Throws unsupported where no extension does it.
export async function layoutByExtensions(
  document: TextSnapshot,
  does: 'layout' | 'imports',
  range: Range | undefined,
  signal: AbortSignal,
): Promise<Answer<readonly TextEdit[]>> {
  // Without it VS Code finds no formatter.
  const { languageId } = await openDocument(document.uri, signal);
  const edits = does === 'layout' ? await layoutEdits(document, range, signal) : await organizingEdits(document, signal);
  if (edits !== undefined) return complete(edits, { engine: ENGINE });
  // Undefined is also what VS Code says where nothing had to change; so it counts only where nobody serves the language at all.
  using extensions = new Extensions();
  if (extensions.serversOf(languageId).length > 0) return complete([], { engine: ENGINE });
  throw unsupportedByEngine(
    ENGINE,
    does === 'layout' ? `none of its extensions lays out ${languageId}` : `none of its extensions orders imports of ${languageId}`,
  );
}

async function layoutEdits({ uri, text }: TextSnapshot, range: Range | undefined, signal: AbortSignal): Promise<readonly TextEdit[] | undefined> {
  const options = indentationOf(text);
  const answer =
    range === undefined
      ? await ask('vscode.executeFormatDocumentProvider', [vscodeUri(uri), options], signal)
      : await ask('vscode.executeFormatRangeProvider', [vscodeUri(uri), vscodeRange(range), options], signal);
  return Array.isArray(answer) ? textEditsOf(answer) : undefined;
}

// No action is offered where nobody could.
async function organizingEdits(document: TextSnapshot, signal: AbortSignal): Promise<readonly TextEdit[] | undefined> {
  const whole = { start: { line: 0, character: 0 }, end: document.positionAt(document.text.length) };
  const answer = await ask('vscode.executeCodeActionProvider', [vscodeUri(document.uri), vscodeRange(whole), ORGANIZE, 1], signal);
  const [action] = Array.isArray(answer) ? answer.filter((found: unknown) => found instanceof vscode.CodeAction) : [];
  if (action === undefined) return undefined;
  return (action.edit?.entries() ?? []).flatMap(([file, edits]) => (portUri(file) === document.uri ? textEditsOf(edits) : []));
}

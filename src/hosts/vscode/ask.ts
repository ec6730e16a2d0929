// Questions to VS Code: each ends with the call or after its bound, and what VS Code throws is reported as the engine's failure.
import * as vscode from 'vscode';
import { normalizeUri } from '../../base/files/fileUri.ts';
import { Bound, untilAborted } from '../../base/waiting/abort.ts';
import { seconds } from '../../base/waiting/duration.ts';
import type { Place } from '../../ide/doors/languages.ts';
import { cancelled, engineFailed, IdeError, timedOut } from '../../ide/errors/errors.ts';
import { TextSnapshot } from '../../ide/text.ts';

export const ENGINE = `vscode ${vscode.version}`;

// Extensions load a project for as long as the engines of the headless host may.
const LONGEST_ANSWER = seconds(90);

export async function ask(command: string, given: readonly unknown[], signal: AbortSignal): Promise<unknown> {
  return within(LONGEST_ANSWER, signal, () => vscode.commands.executeCommand(command, ...given));
}

// Opened in VS Code, so that its extensions know the text; nothing is shown to the person. VS Code closes it after a while.
export async function openDocument(uri: string, signal: AbortSignal): Promise<vscode.TextDocument> {
  return within(LONGEST_ANSWER, signal, () => vscode.workspace.openTextDocument(vscodeUri(uri)));
}

export async function within<Value>(bound: number, signal: AbortSignal, work: () => PromiseLike<Value>): Promise<Value> {
  using limit = new Bound(signal, bound);
  try {
    return await untilAborted((async () => work())(), limit.signal, () => (limit.passed ? timedOut('VS Code', `${bound / seconds(1)} seconds`) : cancelled()));
  } catch (error) {
    if (error instanceof IdeError) throw error;
    throw engineFailed(ENGINE, error instanceof Error ? error.message : String(error));
  }
}

export function vscodeUri(uri: string): vscode.Uri {
  return vscode.Uri.parse(uri, true);
}

export function portUri(uri: vscode.Uri): string {
  return normalizeUri(uri.toString());
}

// The two arguments of nearly every question.
export function argumentsAt({ uri, position }: Place): readonly [vscode.Uri, vscode.Position] {
  return [vscodeUri(uri), new vscode.Position(position.line, position.character)];
}

export function snapshotOf(document: vscode.TextDocument): TextSnapshot {
  return new TextSnapshot({ uri: portUri(document.uri), text: document.getText(), version: document.version, languageId: document.languageId });
}

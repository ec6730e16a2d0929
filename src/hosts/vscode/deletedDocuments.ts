// Documents whose files are gone: VS Code keeps them open for minutes, and its extensions believe in them as long.
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { pathOf } from '../../base/files/fileUri.ts';
import { portUri } from './ask.ts';
import { isShown } from './editing/shownFiles.ts';
import { PLAIN } from './extensions.ts';

export class DeletedDocuments {
  // What language each was in before its extensions were made to let go of it.
  readonly #released = new Map<string, string>();
  // Those that a person is looking at.
  readonly #shown = new Set<string>();

  // After VS Code has heard that the file came, changed or went.
  async follow(uri: string): Promise<void> {
    const document = vscode.workspace.textDocuments.find((open) => portUri(open.uri) === uri);
    const language = this.#released.get(uri);
    this.#shown.delete(uri);
    if (existsSync(pathOf(uri))) {
      this.#released.delete(uri);
      if (document !== undefined && language !== undefined) await vscode.languages.setTextDocumentLanguage(document, language);
      return;
    }
    // Unsaved text is text, whether there is a file for it or not.
    if (document === undefined || document.isDirty || language !== undefined) return;
    if (isShown(uri)) {
      this.#shown.add(uri);
      return;
    }
    // Nothing closes a document that was only opened for its extensions; with its language changed, they close it on their side.
    this.#released.set(uri, document.languageId);
    await vscode.languages.setTextDocumentLanguage(document, PLAIN);
  }

  // Gone, and still part of what extensions answer.
  held(): readonly string[] {
    return [...this.#shown].filter((uri) => vscode.workspace.textDocuments.some((open) => portUri(open.uri) === uri));
  }
}

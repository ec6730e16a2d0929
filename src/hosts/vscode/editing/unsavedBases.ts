// What each file held when a person began to type in it: VS Code does not say whether others have changed it since.
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { pathOf } from '../../../base/files/fileUri.ts';
import { hashOfText } from '../../../base/text/textHash.ts';
import { portUri } from '../ask.ts';

export class UnsavedBases implements Disposable {
  readonly #bases = new Map<string, string | undefined>();
  readonly #subscriptions: readonly vscode.Disposable[];
  readonly #matters: (uri: string) => boolean;

  constructor(matters: (uri: string) => boolean) {
    this.#matters = matters;
    for (const document of vscode.workspace.textDocuments) this.#follow(document);
    this.#subscriptions = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#follow(document)),
      vscode.workspace.onDidSaveTextDocument((document) => this.#follow(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => void this.#bases.delete(portUri(uri))),
    ];
  }

  // Undefined where no file was.
  of(uri: string): string | undefined {
    return this.#bases.has(uri) ? this.#bases.get(uri) : hashOnDisk(uri);
  }

  isStale(uri: string): boolean {
    return this.#bases.has(uri) && this.#bases.get(uri) !== hashOnDisk(uri);
  }

  [Symbol.dispose](): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #follow(document: vscode.TextDocument): void {
    const uri = portUri(document.uri);
    if (!this.#matters(uri)) return;
    if (!document.isDirty) this.#bases.delete(uri);
    else if (!this.#bases.has(uri)) this.#bases.set(uri, hashOnDisk(uri));
  }
}

// As VS Code reads it: what is not UTF-8 is compared by itself, which is enough to see that it has changed.
function hashOnDisk(uri: string): string | undefined {
  try {
    return hashOfText(new TextDecoder().decode(readFileSync(pathOf(uri))));
  } catch {
    return undefined;
  }
}

// Shows a person what a file would become, in VS Code's own diff editor.
import * as vscode from 'vscode';
import type { DiffProposal, Diffs } from '../../ide/doors/diffs.ts';
import { ask, vscodeUri } from './ask.ts';

// Texts that exist only to be looked at have addresses of their own, on which nothing can be saved.
const SCHEME = 'binnacle-proposal';

export class VscodeDiffs implements Diffs, Disposable {
  readonly #texts = new Map<string, string>();
  readonly #subscriptions: readonly vscode.Disposable[];
  #count = 0;

  constructor() {
    this.#subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, { provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  async show({ uri, title, text }: DiffProposal, signal: AbortSignal): Promise<void> {
    const file = vscodeUri(uri);
    // Its path ends as the file's does, so that VS Code colours it alike; the number distinguishes two proposals for one file.
    const proposed = file.with({ scheme: SCHEME, query: String(++this.#count) });
    this.#texts.set(proposed.toString(), text);
    await ask('vscode.diff', [file, proposed, title, { preview: true }], signal);
  }

  [Symbol.dispose](): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

// Whether VS Code can answer about a document already, and what its answer lacks while it cannot.
import * as vscode from 'vscode';
import { pathOf } from '../../base/files/fileUri.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { noEngine } from '../../ide/errors/errors.ts';
import { openDocument, within } from './ask.ts';
import { type Extensions, HOW_TO_TRUST, servedByNone } from './extensions.ts';
import { TypescriptServer } from './typescriptServer.ts';

export interface Ready {
  readonly document: vscode.TextDocument;
  // What any answer lacks.
  readonly gap?: string | undefined;
  // What an empty answer lacks.
  readonly perhaps?: string | undefined;
}

// Those of VS Code's own extensions that have everything in place when they say that they are active.
const PUNCTUAL: ReadonlySet<string> = new Set(['json', 'jsonc', 'css', 'scss', 'less', 'html', 'markdown']);
const LONGEST_ACTIVATION = seconds(60);
// An extension starts its server after it says that it is active, and nobody is notified when that is done.
const YOUTH = seconds(30);

export class Readiness {
  readonly typescript = new TypescriptServer();
  readonly #extensions: Extensions;
  readonly #onActivated: () => void;
  // By language, when its extensions were first asked for.
  readonly #since = new Map<string, number>();

  constructor(extensions: Extensions, onActivated: () => void) {
    this.#extensions = extensions;
    this.#onActivated = onActivated;
  }

  // Opens the document and waits for whoever serves its language. Throws no_engine.
  async of(uri: string, signal: AbortSignal): Promise<Ready> {
    const document = await openDocument(uri, signal);
    const language = document.languageId;
    const servers = this.#extensions.serversOf(language);
    if (servers.length === 0) throw noEngine(pathOf(uri), language, `${servedByNone(language)}. ${howToHaveOne()}, or use read_file and search_text.`);
    await this.#activated(language, signal);
    if (this.typescript.speaks(language)) return { document, gap: await this.typescript.loaded(document, signal) };
    const young = Date.now() - (this.#since.get(language) ?? 0) < YOUTH && !PUNCTUAL.has(language);
    return { document, ...(young && { perhaps: `The VS Code extension for ${language} may still be starting. Call again in half a minute.` }) };
  }

  async #activated(language: string, signal: AbortSignal): Promise<void> {
    if (this.#since.has(language)) return;
    // One that fails to start is no reason to do without the others.
    await Promise.allSettled(this.#extensions.serversOf(language).map((server) => within(LONGEST_ACTIVATION, signal, () => server.activate())));
    this.#since.set(language, Date.now());
    this.#onActivated();
  }
}

function howToHaveOne(): string {
  return vscode.workspace.isTrusted ? 'Ask a person to install or enable one' : `A person can trust it: ${HOW_TO_TRUST}`;
}

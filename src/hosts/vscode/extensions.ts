// Which language a file is in and which extensions serve that language, as the extensions of this VS Code say of themselves.
import * as vscode from 'vscode';
import { z } from 'zod';
import { portUri } from './ask.ts';
import { LanguageNames } from './languageNames.ts';

export interface LanguageServer {
  readonly id: string;
  readonly version: string;
  readonly active: boolean;
  activate(): PromiseLike<unknown>;
}

// As the end of a sentence, what a person does to trust the folders of a window.
export const HOW_TO_TRUST = 'in VS Code, with the command Workspaces: Manage Workspace Trust';

// VS Code starts few extensions in a window that its person has not trusted, and does not say which others there are.
export function servedByNone(languages: string): string {
  return `No extension of this VS Code serves ${languages}${vscode.workspace.isTrusted ? '' : ' while its window is not trusted'}`;
}

// What VS Code calls text in no language.
export const PLAIN = 'plaintext';

const Manifest = z.object({
  version: z.string().catch(''),
  // Without one an extension only colours text.
  main: z.string().optional().catch(undefined),
  activationEvents: z.array(z.string()).catch([]),
  contributes: z
    .object({
      languages: z
        .array(
          z.object({
            id: z.string(),
            extensions: z.array(z.string()).catch([]),
            filenames: z.array(z.string()).catch([]),
            filenamePatterns: z.array(z.string()).catch([]),
          }),
        )
        .catch([]),
    })
    .catch({ languages: [] }),
});

export class Extensions implements Disposable {
  readonly #subscription: vscode.Disposable;
  #names: LanguageNames | undefined;
  #servers: ReadonlyMap<string, readonly vscode.Extension<unknown>[]> | undefined;

  constructor() {
    this.#subscription = vscode.extensions.onDidChange(() => {
      this.#names = undefined;
      this.#servers = undefined;
    });
  }

  // As a person chose it for an open document, or else by the file's name; whether anybody serves it or not.
  languageOf(uri: string): string | undefined {
    const open = vscode.workspace.textDocuments.find((document) => portUri(document.uri) === uri)?.languageId;
    const language = open === undefined || open === PLAIN ? this.#languageNames().languageOf(uri) : open;
    return language === PLAIN ? undefined : language;
  }

  serves(uri: string): boolean {
    const language = this.languageOf(uri);
    return language !== undefined && this.serversOf(language).length > 0;
  }

  serversOf(language: string): readonly LanguageServer[] {
    this.#servers ??= serversByLanguage();
    return (this.#servers.get(language) ?? []).map((extension) => ({
      id: extension.id,
      version: Manifest.parse(extension.packageJSON).version,
      active: extension.isActive,
      activate: () => extension.activate(),
    }));
  }

  [Symbol.dispose](): void {
    this.#subscription.dispose();
  }

  #languageNames(): LanguageNames {
    this.#names ??= new LanguageNames(vscode.extensions.all.flatMap(({ packageJSON }) => Manifest.parse(packageJSON).contributes.languages));
    return this.#names;
  }
}

// An extension that waits for a language to be opened serves it, and so does one that brings the language along.
function serversByLanguage(): ReadonlyMap<string, readonly vscode.Extension<unknown>[]> {
  const servers = new Map<string, vscode.Extension<unknown>[]>();
  for (const extension of vscode.extensions.all) {
    const { main, activationEvents, contributes } = Manifest.parse(extension.packageJSON);
    if (main === undefined) continue;
    const awaited = activationEvents.flatMap((event) => (event.startsWith('onLanguage:') ? [event.slice('onLanguage:'.length)] : []));
    for (const language of new Set([...awaited, ...contributes.languages.map(({ id }) => id)])) {
      servers.set(language, [...(servers.get(language) ?? []), extension]);
    }
  }
  return servers;
}

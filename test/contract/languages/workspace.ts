// A project in a temporary folder with real documents and real engines, for the tests of this folder.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import { pathOf, uriOf } from '../../../src/base/files/fileUri.ts';
import type { EngineRow } from '../../../src/hosts/headless/languages/engine/engineRow.ts';
import type { Patience } from '../../../src/hosts/headless/languages/engine/engineSession.ts';
import type { Hibernation } from '../../../src/hosts/headless/languages/engine/hibernation.ts';
import { type HeadlessLanguages, openHeadlessLanguages } from '../../../src/hosts/headless/languages/headlessLanguages.ts';
import type { Answer } from '../../../src/ide/answer.ts';
import type { Diagnostic } from '../../../src/ide/doors/languages.ts';
import type { Location } from '../../../src/ide/text.ts';
import { type HeadlessDocuments, openDiskDocuments } from '../../../src/machine/files/diskDocuments.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';

export interface WorkspaceOptions {
  readonly trusted?: boolean;
  readonly patience?: Patience;
  readonly rows?: readonly EngineRow[];
  readonly hibernation?: Hibernation;
}

export class Workspace {
  readonly root: string;
  readonly documents: HeadlessDocuments;
  readonly languages: HeadlessLanguages;

  constructor(root: string, documents: HeadlessDocuments, languages: HeadlessLanguages) {
    this.root = root;
    this.documents = documents;
    this.languages = languages;
  }

  uri(path: string): string {
    return uriOf(join(this.root, path));
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.root, path)), { recursive: true });
    await writeFile(join(this.root, path), text);
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.root, path), { recursive: true, force: true });
  }

  // The place of the first occurrence of a name in a file.
  async place(path: string, name: string) {
    const snapshot = await this.documents.read(this.uri(path), live());
    const offset = snapshot.text.search(new RegExp(`\\b${name}\\b`));
    if (offset < 0) throw new Error(`${path} holds no ${name}`);
    return { uri: this.uri(path), position: snapshot.positionAt(offset) };
  }

  async references(path: string, name: string, signal = live()): Promise<Answer<readonly Location[]>> {
    return this.languages.references(await this.place(path, name), { includeDeclaration: true }, signal);
  }

  // "src/a.ts:2:17", counted from 1 as editors do.
  shown(locations: readonly Location[]): readonly string[] {
    return locations.map(({ uri, range }) => `${this.path(uri)}:${range.start.line + 1}:${range.start.character + 1}`);
  }

  path(uri: string): string {
    return relative(this.root, pathOf(uri)).replaceAll('\\', '/');
  }

  async diagnosticsOf(path: string, signal = live()): Promise<readonly Diagnostic[]> {
    const answer = await this.languages.diagnostics([this.uri(path)], signal, () => {});
    const [file] = answer.value.files;
    if (file === undefined || !answer.complete) throw new Error(`no whole diagnostics of ${path}`);
    return file.diagnostics;
  }

  async pid(language: string): Promise<number> {
    const pid = (await this.languages.status()).find((status) => status.language === language)?.pid;
    if (pid === undefined) throw new Error(`${language} does not run`);
    return pid;
  }
}

// Ends with the test: engines, watchers, folders.
export async function openWorkspace(files: Readonly<Record<string, string>>, options: WorkspaceOptions = {}): Promise<Workspace> {
  const { workspace, close } = await sharedWorkspace(files, options);
  onTestFinished(close);
  return workspace;
}

// For several tests, where the server takes long to start; whoever opens it closes it.
export async function sharedWorkspace(
  files: Readonly<Record<string, string>>,
  options: WorkspaceOptions = {},
): Promise<{ readonly workspace: Workspace; close(): Promise<void> }> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-languages-')));
  const stateFolder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-state-')));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const processes = new Processes({ started: () => {}, ended: () => {} });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const documents = await openDiskDocuments({ root, stateFolder, processes, log });
  const languages = openHeadlessLanguages({ root, documents, processes, log, trusted: true, ...options });
  const close = async () => {
    await languages.close();
    documents.close();
    await processes.endAll();
    await rm(root, { recursive: true, force: true });
    await rm(stateFolder, { recursive: true, force: true });
  };
  return { workspace: new Workspace(root, documents, languages), close };
}

export function live(): AbortSignal {
  return new AbortController().signal;
}

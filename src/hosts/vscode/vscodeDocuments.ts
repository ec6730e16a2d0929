// The text of a project in a VS Code window: what its editors hold unsaved, and otherwise what is on disk.
import * as vscode from 'vscode';
import { holdsWord } from '../../base/text/words.ts';
import type { DiskState, Documents, FileChange, FileQuery, ListedFile } from '../../ide/doors/documents.ts';
import type { Project } from '../../ide/ide.ts';
import { TextSnapshot } from '../../ide/text.ts';
import { portUri } from './ask.ts';
import type { HeardChanges } from './pendingChanges.ts';

export class VscodeDocuments implements Documents {
  readonly #project: Project;
  readonly #disk: Documents;
  readonly #heard: HeardChanges;
  readonly scratch?: string;

  constructor(project: Project, disk: Documents, heard: HeardChanges) {
    this.#project = project;
    this.#disk = disk;
    this.#heard = heard;
    if (disk.scratch !== undefined) this.scratch = disk.scratch;
  }

  async settle(signal: AbortSignal): Promise<DiskState> {
    const state = await this.#disk.settle(signal);
    await this.#heard.settle(signal);
    return state;
  }

  async read(uri: string, signal: AbortSignal): Promise<TextSnapshot> {
    const buffer = this.unsaved().find((document) => portUri(document.uri) === uri);
    if (buffer === undefined) return this.#disk.read(uri, signal);
    return new TextSnapshot({ uri, text: buffer.getText(), version: buffer.version, languageId: buffer.languageId, unsaved: true });
  }

  readBytes(uri: string, most: number, signal: AbortSignal): Promise<Uint8Array> {
    return this.#disk.readBytes(uri, most, signal);
  }

  locate(file: string): Promise<string> {
    return this.#disk.locate(file);
  }

  locateEntry(file: string): Promise<string> {
    return this.#disk.locateEntry?.(file) ?? this.#disk.locate(file);
  }

  async linksBrokenBy(from: string, to: string | undefined, signal: AbortSignal): Promise<readonly string[]> {
    return this.#disk.linksBrokenBy?.(from, to, signal) ?? [];
  }

  async ignoredFilesWithWord(word: string, signal: AbortSignal): Promise<readonly string[]> {
    return this.#disk.ignoredFilesWithWord?.(word, signal) ?? [];
  }

  list(query: FileQuery, signal: AbortSignal): Promise<readonly ListedFile[]> {
    return this.#disk.list(query, signal);
  }

  async filesWithWord(word: string, signal: AbortSignal): Promise<readonly string[]> {
    const onDisk = await this.#disk.filesWithWord(word, signal);
    const buffers = new Map(this.unsaved().map((document) => [portUri(document.uri), document]));
    if (buffers.size === 0) return onDisk;
    const holding = [...buffers].filter(([, document]) => holdsWord(document.getText(), word)).map(([uri]) => uri);
    return [...onDisk.filter((uri) => !buffers.has(uri)), ...holding].sort();
  }

  // An edit in the window changes the text as much as one on disk does.
  onChanges(listener: (changes: readonly FileChange[]) => void): Disposable {
    const onDisk = this.#disk.onChanges(listener);
    const inWindow = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && this.#isOurs(document)) listener([{ uri: portUri(document.uri), kind: 'changed' }]);
    });
    return {
      [Symbol.dispose]() {
        onDisk[Symbol.dispose]();
        inWindow.dispose();
      },
    };
  }

  unsaved(): readonly vscode.TextDocument[] {
    return vscode.workspace.textDocuments.filter((document) => document.isDirty && this.#isOurs(document));
  }

  #isOurs(document: vscode.TextDocument): boolean {
    return portUri(document.uri).startsWith(`${this.#project.uri}/`);
  }
}

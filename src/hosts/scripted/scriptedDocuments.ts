// Files that exist only in memory, under a root that is nowhere on disk.
import { posix } from 'node:path';
import { globMatcher } from '../../base/patterns/glob.ts';
import { closest } from '../../base/text/closest.ts';
import type { DiskState, Documents, FileChange, FileQuery, ListedFile } from '../../ide/doors/documents.ts';
import { binaryFile, fileNotFound, fileTooLarge, isAFolder, outsideProject } from '../../ide/errors/errors.ts';
import type { Project } from '../../ide/ide.ts';
import { TextSnapshot } from '../../ide/text.ts';
import type { FixtureFile } from './fixture.ts';

const LANGUAGES: Readonly<Record<string, string>> = {
  '.ts': 'typescript',
  '.tsx': 'typescriptreact',
  '.js': 'javascript',
  '.jsx': 'javascriptreact',
  '.py': 'python',
  '.json': 'json',
  '.md': 'markdown',
  '.css': 'css',
  '.go': 'go',
};

export class ScriptedDocuments implements Documents {
  readonly #project: Project;
  readonly #files = new Map<string, TextSnapshot>();
  readonly #listeners = new Set<(changes: readonly FileChange[]) => void>();
  #version = 0;

  constructor(project: Project, files: readonly FixtureFile[]) {
    this.#project = project;
    for (const { path, text, unsaved } of files) this.write(path, text, unsaved);
  }

  // In the project, because nothing else is in memory.
  get scratch(): string {
    return `${this.#project.uri}/.scratch`;
  }

  // What another program does to the disk.
  write(path: string, text: string, unsaved = false): void {
    this.#version++;
    const kind = this.#files.has(path) ? 'changed' : 'created';
    this.#files.set(path, new TextSnapshot({ uri: this.uriOf(path), text, version: this.#version, languageId: languageOf(path) ?? '', unsaved }));
    this.#notify({ uri: this.uriOf(path), kind });
  }

  delete(path: string): void {
    if (this.#files.delete(path)) this.#notify({ uri: this.uriOf(path), kind: 'deleted' });
  }

  onChanges(listener: (changes: readonly FileChange[]) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  async settle(): Promise<DiskState> {
    return { knownUntil: Date.now() };
  }

  async read(uri: string): Promise<TextSnapshot> {
    const { path, snapshot } = this.#fileAt(uri);
    if (snapshot.text.includes('\0')) throw binaryFile(path);
    return snapshot;
  }

  async readBytes(uri: string, most: number): Promise<Uint8Array> {
    const { path, snapshot } = this.#fileAt(uri);
    const bytes = Buffer.from(snapshot.text);
    if (bytes.length > most) throw fileTooLarge(path, `${bytes.length} bytes`, `${most} bytes`);
    return bytes;
  }

  async locate(file: string): Promise<string> {
    const slashed = file.replaceAll('\\', '/');
    const path = slashed.startsWith(`${this.#project.path}/`) ? slashed.slice(this.#project.path.length + 1) : slashed === this.#project.path ? '' : slashed;
    const normal = posix.normalize(path);
    if (normal.startsWith('..') || posix.isAbsolute(normal)) throw outsideProject(file, this.#project.path);
    return normal === '.' || normal === '' ? this.#project.uri : this.uriOf(normal.replace(/\/$/, ''));
  }

  async list(query: FileQuery): Promise<readonly ListedFile[]> {
    const { under } = query;
    if (under !== undefined && ![...this.#files.keys()].some((path) => isUnder(path, under))) throw this.#missing(under);
    const included = matcher(query.include, true);
    const excluded = matcher(query.exclude, false);
    return [...this.#files]
      .filter(([path]) => included(path) && !excluded(path) && (under === undefined || isUnder(path, under)))
      .map(([path, { uri, text }]) => ({ uri, path, bytes: Buffer.byteLength(text) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async filesWithWord(word: string): Promise<readonly string[]> {
    const pattern = new RegExp(`(?<![\\p{ID_Continue}$])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{ID_Continue}$])`, 'u');
    return this.snapshots()
      .filter(({ text }) => pattern.test(text))
      .map(({ uri }) => uri);
  }

  snapshots(): TextSnapshot[] {
    return [...this.#files.values()];
  }

  uriOf(path: string): string {
    return `${this.#project.uri}/${path.split('/').map(encodeURIComponent).join('/')}`;
  }

  pathOf(uri: string): string | undefined {
    if (uri === this.#project.uri) return '';
    return uri.startsWith(`${this.#project.uri}/`) ? decodeURIComponent(uri.slice(this.#project.uri.length + 1)) : undefined;
  }

  #fileAt(uri: string): { path: string; snapshot: TextSnapshot } {
    const path = this.pathOf(uri);
    if (path === undefined) throw outsideProject(uri, this.#project.path);
    const snapshot = this.#files.get(path);
    if (snapshot !== undefined) return { path, snapshot };
    throw [...this.#files.keys()].some((file) => file.startsWith(`${path}/`) || path === '') ? isAFolder(path) : this.#missing(path);
  }

  #notify(change: FileChange): void {
    for (const listener of this.#listeners) listener([change]);
  }

  #missing(path: string): Error {
    const close = closest(
      posix.basename(path),
      [...this.#files.keys()].map((file) => posix.basename(file)),
      3,
    );
    return fileNotFound(
      path,
      [...this.#files.keys()].filter((file) => close.includes(posix.basename(file))),
    );
  }
}

export function languageOf(path: string): string | undefined {
  return LANGUAGES[posix.extname(path)];
}

function matcher(globs: readonly string[] | undefined, whenAbsent: boolean): (path: string) => boolean {
  // As every host means it: "*.ts" names files in any folder.
  const patterns = globs?.flatMap((glob) => (glob.includes('/') ? [glob] : [glob, `**/${glob}`])) ?? [];
  return patterns.length === 0 ? () => whenAbsent : globMatcher(patterns, { hidden: true, negates: true });
}

function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

// The project's text as it is on disk at the moment of the question.
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isFileUri, pathOf, uriOf } from '../../base/fileUri.ts';
import type { Log } from '../../base/log.ts';
import { isInside } from '../../base/realFolder.ts';
import type { FileQuery, ListedFile } from '../../ide/documents.ts';
import { cancelled, fileNotFound, outsideProject } from '../../ide/errors.ts';
import type { TextSnapshot } from '../../ide/text.ts';
import type { Processes } from '../processes/processes.ts';
import { filesInFolders } from '../programs/ripgrep.ts';
import type { DiskChange, DiskDocuments } from './diskChanges.ts';
import { DiskWatcher } from './diskWatcher.ts';
import { fileFilter } from './fileFilter.ts';
import type { Changes, FileNode } from './folderTree.ts';
import type { Hearing } from './hearing.ts';
import { projectPath } from './ignoreChain.ts';
import { linkStats } from './linkStats.ts';
import { isCircular, Links } from './links.ts';
import { type ListedNode, Listing, listedFile, sizeOf } from './listing.ts';
import { pathInside } from './realPath.ts';
import { ScratchFiles } from './scratchFiles.ts';
import { scratchFolder } from './scratchFolder.ts';
import { namesLike } from './similarNames.ts';
import { type CachedText, TextCache } from './textCache.ts';
import { unlistenedFiles } from './unlistenedFiles.ts';
import { WordSearch } from './words/wordSearch.ts';

export interface DiskDocumentsOptions {
  // Absolute, symlinks resolved.
  readonly root: string;
  // The daemon's own folder; nothing is ever written into the project.
  readonly stateFolder: string;
  readonly processes: Processes;
  readonly log: Log;
  readonly hearing?: Hearing;
}

export async function openDiskDocuments(options: DiskDocumentsOptions): Promise<HeadlessDocuments> {
  const { root, log, hearing } = options;
  const watcher = await DiskWatcher.open({ root, log, cookies: join(options.stateFolder, 'cookies'), ...(hearing && { hearing }) });
  return new HeadlessDocuments(options, watcher);
}

export interface VersionedFile {
  // Relative to the project, with forward slashes.
  readonly path: string;
  // Of a link none.
  readonly bytes: number;
}

// A stat takes 4 microseconds, so this many let other calls have their turn after two milliseconds.
const STATS_IN_ONE_TURN = 500;
const MOST_WORDS = 200;

export class HeadlessDocuments implements DiskDocuments {
  readonly #root: string;
  readonly #scratch: string;
  readonly #scratchFiles: ScratchFiles;
  readonly #watcher: DiskWatcher;
  readonly #listing: Listing;
  readonly #links: Links;
  readonly #texts = new TextCache();
  readonly #words: WordSearch;
  readonly #processes: Processes;
  readonly #listeners = new Set<(changes: readonly DiskChange[]) => void>();
  // Until the next change: one question asks several times for the files of its word.
  #filesOfWord = new Map<string, readonly string[]>();

  constructor(options: Omit<DiskDocumentsOptions, 'hearing'>, watcher: DiskWatcher) {
    this.#root = options.root;
    this.#scratch = scratchFolder(options.stateFolder, options.root);
    this.#scratchFiles = new ScratchFiles(this.#scratch);
    this.#processes = options.processes;
    this.#watcher = watcher;
    this.#listing = new Listing(watcher.tree);
    this.#links = new Links(watcher.tree);
    this.#words = new WordSearch({ root: options.root, listing: this.#listing, processes: options.processes, log: options.log });
    watcher.onChanges((changes) => this.#changed(changes));
  }

  // How changes are heard of here; for the bench and for people who wonder.
  get hearing(): Hearing {
    return this.#watcher.hearing;
  }

  get scratch(): string {
    return uriOf(this.#scratch);
  }

  async settle(signal: AbortSignal): Promise<void> {
    await this.#watcher.settle(signal);
    const changes = this.#scratchFiles.changes();
    if (changes.length > 0) for (const listener of this.#listeners) listener(changes);
  }

  async read(uri: string, signal: AbortSignal): Promise<TextSnapshot> {
    return (await this.readText(uri, signal)).snapshot;
  }

  // With what the text does not show but a writer must keep.
  async readText(uri: string, signal: AbortSignal): Promise<CachedText> {
    const asked = this.#pathOf(uri);
    const path = this.#isPlainFile(asked) ? asked : await pathInside(this.#root, asked, this.#scratch);
    const name = isInside(this.#root, asked) ? projectPath(this.#root, asked) : asked;
    this.#scratchFiles.reads(path);
    const found = await this.#texts.read(path, name || '.', signal);
    if (found !== undefined) return found;
    await this.settle(signal);
    throw fileNotFound(name, namesLike(name, this.#listing.files()));
  }

  async locate(file: string): Promise<string> {
    const plain = resolve(this.#root, file);
    return uriOf(this.#isPlainFile(plain) ? plain : await pathInside(this.#root, file, this.#scratch));
  }

  async locateEntry(file: string): Promise<string> {
    const path = resolve(this.#root, file);
    if (linkStats(path)?.isSymbolicLink() !== true) return this.locate(file);
    return uriOf(join(await pathInside(this.#root, dirname(path)), basename(path)));
  }

  async list(query: FileQuery, signal: AbortSignal): Promise<readonly ListedFile[]> {
    await this.settle(signal);
    const under = query.under === undefined ? '' : await this.#folderUnder(query.under);
    const wanted = fileFilter(query, under);
    const listed: ListedFile[] = [];
    const links = new Set<ListedFile>();
    let stats = 0;
    for (const node of await this.#candidates(query, under, signal)) {
      if (!wanted(node.path)) continue;
      if (node.told === undefined) stats += 1;
      const file = listedFile(this.#root, node);
      if (file !== undefined) listed.push(file);
      if (file !== undefined && node.file.link) links.add(file);
      if (stats < STATS_IN_ONE_TURN) continue;
      stats = 0;
      await nextTurn();
      if (signal.aborted) throw cancelled();
    }
    return query.links === true || links.size === 0 ? listed : this.#eachOnce(listed, links);
  }

  get hasLinks(): boolean {
    return this.#links.any;
  }

  canonical(uri: string): string {
    if (!isFileUri(uri)) return uri;
    const path = pathOf(uri);
    const own = this.#links.canonical(path);
    return own === path ? uri : uriOf(own);
  }

  async namesOf(uri: string, signal: AbortSignal): Promise<readonly string[]> {
    if (!isFileUri(uri)) return [];
    const path = pathOf(uri);
    if (this.#links.namesOf(path, () => true).length === 0) return [];
    const isKept = (await this.filesWithWord('preserveSymlinks', signal)).some((config) => /\/[jt]sconfig[^/]*\.json$/.test(config));
    const written = await this.#writtenLinks(signal);
    return this.#links.namesOf(path, (link) => (isKept || !link.installed) && (!isCircular(link) || written.has(link.path))).map(uriOf);
  }

  namesNow(uri: string): readonly string[] {
    return isFileUri(uri) ? this.#links.namesOf(pathOf(uri), () => true).map(uriOf) : [];
  }

  async linksBrokenBy(from: string, to: string | undefined, signal: AbortSignal): Promise<readonly string[]> {
    await this.settle(signal);
    return this.#links.brokenBy(pathOf(from), to === undefined ? undefined : pathOf(to)).map(uriOf);
  }

  // Everything that version control would see, as far as it has been heard of: links too, whatever they lead to.
  async versioned(signal: AbortSignal): Promise<readonly VersionedFile[]> {
    const files: VersionedFile[] = [];
    for (const { path, file } of [...this.#listing.files()]) {
      files.push({ path, bytes: file.link ? 0 : (sizeOf(this.#root, file) ?? 0) });
      if (files.length % STATS_IN_ONE_TURN > 0) continue;
      await nextTurn();
      if (signal.aborted) throw cancelled();
    }
    return files;
  }

  async filesWithWord(word: string, signal: AbortSignal): Promise<readonly string[]> {
    await this.settle(signal);
    const known = this.#filesOfWord.get(word);
    if (known !== undefined) return known;
    const answers = this.#filesOfWord;
    const paths = await this.#words.filesWithWord(word, signal);
    const uris = [...new Set(paths.map((path) => uriOf(this.#links.canonical(join(this.#root, path)))))];
    // A change meanwhile has put another map in its place.
    if (answers.size < MOST_WORDS) answers.set(word, uris);
    return uris;
  }

  async ignoredFilesWithWord(word: string, signal: AbortSignal): Promise<readonly string[]> {
    await this.settle(signal);
    const folders = this.#listing.ignoredFolders();
    if (folders.length === 0) return [];
    const paths = folders.map((folder) => join(this.#root, folder));
    return (await filesInFolders(this.#processes, paths, word, signal)).map(uriOf);
  }

  // The ignored folder, or file, because of which version control does not see this path; undefined when it does.
  ignoredAt(path: string): string | undefined {
    return this.#listing.ignoredAt(path);
  }

  // The topmost folders whose files are not listed, for searches that should not enter them.
  unlistedFolders(): string[] {
    return this.#listing.unlistedFolders();
  }

  onChanges(listener: (changes: readonly DiskChange[]) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  folderOf(uri: string): string {
    return uriOf(dirname(pathOf(uri)));
  }

  close(): void {
    this.#words[Symbol.dispose]();
    this.#watcher[Symbol.dispose]();
    this.#listeners.clear();
  }

  #changed(changes: Changes): void {
    this.#listing.apply(changes);
    this.#links.changed(changes);
    for (const path of changes.keys()) this.#texts.heardOf(path);
    this.#filesOfWord = new Map();
    this.#words.changed([...changes.keys()].map((path) => projectPath(this.#root, path)));
    if (this.#listeners.size === 0) return;
    const told = [...changes].map(([path, kind]) => ({ uri: uriOf(path), kind }));
    for (const listener of this.#listeners) listener(told);
  }

  #pathOf(uri: string): string {
    if (!isFileUri(uri)) throw outsideProject(uri, this.#root);
    return pathOf(uri);
  }

  // In a folder that we listen to no part of the path is a link, so nothing needs to be resolved.
  #isPlainFile(path: string): boolean {
    return this.#watcher.tree.folderAt(dirname(path))?.files.get(basename(path))?.link === false;
  }

  // The links to a folder around themselves whose names somebody writes; by the others nobody means a file.
  async #writtenLinks(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const written = new Set<string>();
    for (const { path } of this.#links.circular()) if ((await this.filesWithWord(basename(path), signal)).length > 0) written.add(path);
    return written;
  }

  // Without the links to what is listed by its own name, or by that of another link.
  #eachOnce(listed: readonly ListedFile[], links: ReadonlySet<ListedFile>): readonly ListedFile[] {
    const known = new Set(listed.filter((file) => !links.has(file)).map(({ uri }) => uri));
    return listed.filter((file) => {
      const own = this.canonical(file.uri);
      return !links.has(file) || (!known.has(own) && known.add(own));
    });
  }

  // Relative with forward slashes; throws outside_project, file_not_found, or not a folder as an empty listing would hide the mistake.
  async #folderUnder(under: string): Promise<string> {
    const path = await pathInside(this.#root, under);
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined) throw fileNotFound(under, namesLike(under, this.#listing.files()));
    return projectPath(this.#root, stats.isDirectory() ? path : dirname(path));
  }

  async #candidates(query: FileQuery, under: string, signal: AbortSignal): Promise<Iterable<ListedNode>> {
    if (query.includeIgnored !== true) return [...this.#listing.files()];
    const folder = join(this.#root, under);
    if (this.#watcher.tree.folderAt(folder)?.kind === 'source') return this.#listing.allFiles();
    const files: FileNode[] = await unlistenedFiles(folder, signal);
    return files.map((file) => ({ path: file.path.slice(this.#root.length + 1).replaceAll(sep, '/'), file }));
  }
}

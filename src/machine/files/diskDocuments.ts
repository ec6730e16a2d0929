// The project's text as it is on disk at the moment of the question.
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isFileUri, pathOf, uriOf } from '../../base/files/fileUri.ts';
import { isInside } from '../../base/files/realFolder.ts';
import type { Log } from '../../base/log.ts';
import type { DiskState, FileQuery, ListedFile } from '../../ide/doors/documents.ts';
import { cancelled, fileNotFound, outsideProject } from '../../ide/errors/errors.ts';
import type { TextSnapshot } from '../../ide/text.ts';
import type { Processes } from '../processes/processes.ts';
import { filesInFolders } from '../programs/ripgrep.ts';
import type { DiskChange, DiskDocuments } from './diskChanges.ts';
import { DiskWatcher } from './diskWatcher.ts';
import { regularFileBytes } from './fileBytes.ts';
import { fileFilter } from './fileFilter.ts';
import { type FileChanges, type FileNode, mayBeSince } from './folderTree.ts';
import { projectPath } from './ignoreChain.ts';
import { linkStats } from './linkStats.ts';
import { isCircular, Links } from './links.ts';
import { FileListing, type ListedNode, listedFile, sizeOf } from './listing.ts';
import { pathInside } from './realPath.ts';
import { ScratchFiles } from './scratchFiles.ts';
import { scratchFolder } from './scratchFolder.ts';
import { namesLike } from './similarNames.ts';
import { type CachedText, TextCache } from './textCache.ts';
import { unwatchedFiles } from './unwatchedFiles.ts';
import type { WatchMode } from './watchMethod.ts';
import { WordSearch } from './words/wordSearch.ts';

export interface DiskDocumentsOptions {
  // Absolute, symlinks resolved.
  readonly root: string;
  // The daemon's own folder; nothing is ever written into the project.
  readonly stateFolder: string;
  readonly processes: Processes;
  readonly log: Log;
  readonly hearing?: WatchMode;
}

export async function openDiskDocuments(options: DiskDocumentsOptions): Promise<HeadlessDocuments> {
  const { root, log, hearing } = options;
  const watcher = await DiskWatcher.open({ root, log, cookies: join(options.stateFolder, 'cookies'), ...(hearing && { hearing }) });
  const parts = partsFor(options, watcher);
  const documents = new HeadlessDocuments(parts, (signal) => settled(parts, signal));
  watcher.onChanges((changes) => documents.changed(changes));
  return documents;
}

// What all views of one project's documents share.
interface DocumentParts {
  readonly root: string;
  readonly scratch: string;
  readonly scratchFiles: ScratchFiles;
  readonly watcher: DiskWatcher;
  readonly listing: FileListing;
  readonly links: Links;
  readonly texts: TextCache;
  readonly words: WordSearch;
  readonly processes: Processes;
  readonly listeners: Set<(changes: readonly DiskChange[]) => void>;
  // Until the next change: one question asks several times for the files of its word.
  filesOfWord: Map<string, readonly string[]>;
  state: DiskState;
}

function partsFor({ root, stateFolder, processes, log }: DiskDocumentsOptions, watcher: DiskWatcher): DocumentParts {
  const scratch = scratchFolder(stateFolder, root);
  const listing = new FileListing(watcher.tree);
  return {
    root,
    scratch,
    scratchFiles: new ScratchFiles(scratch),
    watcher,
    listing,
    links: new Links(watcher.tree),
    texts: new TextCache(),
    words: new WordSearch({ root, listing, processes, log }),
    processes,
    listeners: new Set(),
    filesOfWord: new Map(),
    state: { knownUntil: 0 },
  };
}

async function settled(parts: DocumentParts, signal: AbortSignal): Promise<DiskState> {
  const knownUntil = await parts.watcher.settle(signal);
  const changes = parts.scratchFiles.changes();
  if (changes.length > 0) for (const listener of parts.listeners) listener(changes);
  parts.state = { knownUntil };
  return parts.state;
}

// A text that was read may be newer than what engines were sent: then they are notified before they are asked about it.
function isCurrent({ watcher, texts }: DocumentParts, { knownUntil }: DiskState): boolean {
  return !watcher.hasUnreported && !mayBeSince(texts.newest, knownUntil);
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
  readonly #parts: DocumentParts;
  readonly #root: string;
  readonly #listing: FileListing;
  readonly #links: Links;
  readonly #synchronise: (signal: AbortSignal) => Promise<DiskState>;

  constructor(parts: DocumentParts, synchronise: (signal: AbortSignal) => Promise<DiskState>) {
    this.#parts = parts;
    this.#root = parts.root;
    this.#listing = parts.listing;
    this.#links = parts.links;
    this.#synchronise = synchronise;
  }

  // How changes are heard of here; for the bench and for people who wonder.
  get hearing(): WatchMode {
    return this.#parts.watcher.hearing;
  }

  get scratch(): string {
    return uriOf(this.#parts.scratch);
  }

  get state(): DiskState {
    return this.#parts.state;
  }

  settle(signal: AbortSignal): Promise<DiskState> {
    return this.#synchronise(signal);
  }

  asOf(state: DiskState): HeadlessDocuments {
    const parts = this.#parts;
    let known = state;
    return new HeadlessDocuments(parts, async (signal) => {
      if (!isCurrent(parts, known)) known = await settled(parts, signal);
      return known;
    });
  }

  heard(): HeadlessDocuments {
    const parts = this.#parts;
    return new HeadlessDocuments(parts, async () => parts.state);
  }

  async read(uri: string, signal: AbortSignal): Promise<TextSnapshot> {
    return (await this.readText(uri, signal)).snapshot;
  }

  // With what the text does not show but a writer must keep.
  async readText(uri: string, signal: AbortSignal): Promise<CachedText> {
    const { path, name } = await this.#fileAt(uri);
    this.#parts.scratchFiles.reads(path);
    return (await this.#parts.texts.read(path, name || '.', signal)) ?? (await this.#refuseMissing(name, signal));
  }

  async readBytes(uri: string, most: number, signal: AbortSignal): Promise<Uint8Array> {
    const { path, name } = await this.#fileAt(uri);
    return (await regularFileBytes(path, name || '.', most, signal)) ?? (await this.#refuseMissing(name, signal));
  }

  async locate(file: string): Promise<string> {
    const plain = resolve(this.#root, file);
    return uriOf(this.#isPlainFile(plain) ? plain : await pathInside(this.#root, file, this.#parts.scratch));
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
      if (node.row === undefined) stats += 1;
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
    const known = this.#parts.filesOfWord.get(word);
    if (known !== undefined) return known;
    const answers = this.#parts.filesOfWord;
    const paths = await this.#parts.words.filesWithWord(word, signal);
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
    return (await filesInFolders(this.#parts.processes, paths, word, signal)).map(uriOf);
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
    this.#parts.listeners.add(listener);
    return { [Symbol.dispose]: () => this.#parts.listeners.delete(listener) };
  }

  folderOf(uri: string): string {
    return uriOf(dirname(pathOf(uri)));
  }

  close(): void {
    this.#parts.words[Symbol.dispose]();
    this.#parts.watcher[Symbol.dispose]();
    this.#parts.listeners.clear();
  }

  // What the watcher has found: known here before anybody else is notified.
  changed(changes: FileChanges): void {
    this.#listing.apply(changes);
    this.#links.changed(changes);
    for (const path of changes.keys()) this.#parts.texts.heardOf(path);
    this.#parts.filesOfWord = new Map();
    this.#parts.words.changed([...changes.keys()].map((path) => projectPath(this.#root, path)));
    if (this.#parts.listeners.size === 0) return;
    const events = [...changes].map(([path, kind]) => ({ uri: uriOf(path), kind }));
    for (const listener of this.#parts.listeners) listener(events);
  }

  // Where it really lies, and as which an agent knows it.
  async #fileAt(uri: string): Promise<{ path: string; name: string }> {
    const asked = this.#pathOf(uri);
    const path = this.#isPlainFile(asked) ? asked : await pathInside(this.#root, asked, this.#parts.scratch);
    return { path, name: isInside(this.#root, asked) ? projectPath(this.#root, asked) : asked };
  }

  async #refuseMissing(name: string, signal: AbortSignal): Promise<never> {
    await this.settle(signal);
    throw fileNotFound(name, namesLike(name, this.#listing.files()));
  }

  #pathOf(uri: string): string {
    if (!isFileUri(uri)) throw outsideProject(uri, this.#root);
    return pathOf(uri);
  }

  // In a folder that we listen to no part of the path is a link, so nothing needs to be resolved.
  #isPlainFile(path: string): boolean {
    return this.#parts.watcher.tree.folderAt(dirname(path))?.files.get(basename(path))?.link === false;
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
    if (this.#parts.watcher.tree.folderAt(folder)?.kind === 'source') return this.#listing.allFiles();
    const files: FileNode[] = await unwatchedFiles(folder, signal);
    return files.map((file) => ({ path: file.path.slice(this.#root.length + 1).replaceAll(sep, '/'), file }));
  }
}

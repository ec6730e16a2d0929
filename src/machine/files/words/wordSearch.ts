// Answers which files hold a word: from the index once it is there, until then by searching.
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../../base/log.ts';
import { holdsWord, isOneWord, wordsIn } from '../../../base/text/words.ts';
import { untilAborted } from '../../../base/waiting/abort.ts';
import { milliseconds, seconds } from '../../../base/waiting/duration.ts';
import { Stretch } from '../../../base/waiting/timeSlices.ts';
import { cancelled } from '../../../ide/errors/errors.ts';
import type { Processes } from '../../processes/processes.ts';
import { ripgrepFiles } from '../../programs/ripgrep.ts';
import { type FileListing, type ListedNode, sizeOf } from '../listing.ts';
import { searchableBytes } from './searchable.ts';
import { hashOfWord, WordHashes } from './wordHashes.ts';
import { WordIndex } from './wordIndex.ts';

export interface WordSearchOptions {
  readonly root: string;
  readonly listing: FileListing;
  readonly processes: Processes;
  readonly log: Log;
  // How long after the first question the index begins to grow.
  readonly patience?: number;
}

// By then the first question is answered and the engine has most of its cold start behind it; both need the processors more.
const PATIENCE = seconds(5);
// A fifth of one processor while the index grows.
const STRETCH = milliseconds(4);
const REST = milliseconds(16);
// So many changed files are read again within a question; more are searched for while the index catches up.
const FEW_FILES = 200;
// Answers kept until the next change; the index makes them needless soon.
const MOST_SEARCHES = 100;

export class WordSearch implements Disposable {
  readonly #options: WordSearchOptions;
  readonly #index = new WordIndex();
  readonly #hashes = new WordHashes();
  // Listed files whose words are not in the index as they are now.
  #stale = new Map<string, ListedNode>();
  #generation = -1;
  // Searches of the disk since the last change: one call asks for the same word more than once.
  readonly #searches = new Map<string, Promise<string[]>>();
  #growing: Promise<void> | undefined;
  #ready = false;
  readonly #closed = new AbortController();

  constructor(options: WordSearchOptions) {
    this.#options = options;
  }

  // Paths relative to the project, sorted.
  async filesWithWord(word: string, signal: AbortSignal): Promise<string[]> {
    if (signal.aborted) throw cancelled();
    const parts = wordsIn(word);
    // Without a single word character, or over several lines, it names nothing.
    if (parts.length === 0 || /[\r\n]/.test(word)) return [];
    this.#followListing();
    if (this.#ready && this.#stale.size <= FEW_FILES) return this.#fromIndex(word, parts);
    this.#growing ??= this.#grow(this.#ready ? 0 : (this.#options.patience ?? PATIENCE));
    return untilAborted(this.#searchOnce(word), signal, cancelled);
  }

  // Files that the watcher found created, changed or deleted.
  changed(paths: readonly string[]): void {
    this.#searches.clear();
    if (this.#generation < 0) return;
    for (const path of paths) {
      this.#index.remove(path);
      this.#stale.delete(path);
      const listed = this.#options.listing.find(path);
      if (listed !== undefined) this.#stale.set(path, listed);
    }
  }

  // Resolves when the index answers; it begins to grow with the first question.
  async ready(): Promise<void> {
    await this.#growing;
  }

  get memory(): number {
    return this.#index.memory;
  }

  [Symbol.dispose](): void {
    this.#closed.abort();
  }

  #fromIndex(word: string, parts: readonly string[]): string[] {
    for (const file of [...this.#stale.values()]) this.#read(file);
    const [first = '', ...others] = parts;
    let files = this.#index.filesWith(hashOfWord(first));
    for (const part of others) {
      const also = new Set(this.#index.filesWith(hashOfWord(part)));
      files = files.filter((file) => also.has(file));
    }
    return (isOneWord(word) ? files : files.filter((file) => this.#holds(file, word))).sort();
  }

  // Shared by all who ask for the word, so it ends with its own bound and not with one of them.
  #searchOnce(word: string): Promise<string[]> {
    const known = this.#searches.get(word);
    if (known !== undefined) return known;
    const search = this.#fromDisk(word, this.#closed.signal);
    if (this.#searches.size >= MOST_SEARCHES) this.#searches.clear();
    this.#searches.set(word, search);
    search.catch(() => {
      if (this.#searches.get(word) === search) this.#searches.delete(word);
    });
    return search;
  }

  async #fromDisk(word: string, signal: AbortSignal): Promise<string[]> {
    const { processes, listing, root } = this.#options;
    // ripgrep sees UTF-8 and UTF-16; beyond ASCII a word has other bytes in other encodings.
    const isAscii = /^[\x20-\x7e]*$/.test(word);
    const found = isAscii ? await ripgrepFiles(processes, { root, word, without: listing.unlistedFolders() }, signal) : listing.files().map(({ path }) => path);
    const files: string[] = [];
    const stretch = new Stretch();
    for (const file of found) {
      if (this.#holds(file, word, isAscii)) files.push(file);
      if (!stretch.isOver) continue;
      await stretch.rest();
      if (signal.aborted) throw cancelled();
    }
    return files.sort();
  }

  // For a file that holds every part of the word: whether it is listed and worth searching, and the parts stand together.
  #holds(path: string, word: string, isKnownToHoldParts = true): boolean {
    const listed = this.#options.listing.find(path);
    const bytes = listed && this.#bytesOf(listed);
    return bytes !== undefined && ((isKnownToHoldParts && isOneWord(word)) || holdsWord(bytes.toString('utf8'), word));
  }

  // A link's text is its target's, which is searched in its own place.
  #bytesOf({ file }: ListedNode): Buffer | undefined {
    return file.link ? undefined : searchableBytes(file.path, sizeOf(this.#options.root, file));
  }

  // Ignore rules may have changed, and with them which files are listed.
  #followListing(): void {
    const { listing } = this.#options;
    const files = listing.files();
    if (this.#generation === listing.generation) return;
    this.#generation = listing.generation;
    this.#searches.clear();
    for (const file of this.#index.files()) if (listing.find(file) === undefined) this.#index.remove(file);
    for (const file of [...this.#stale.keys()]) if (listing.find(file) === undefined) this.#stale.delete(file);
    for (const file of files) if (!this.#index.has(file.path)) this.#stale.set(file.path, file);
  }

  async #grow(patience: number): Promise<void> {
    try {
      await pause(patience, undefined, { signal: this.#closed.signal, ref: false });
      this.#followListing();
      while (this.#stale.size > 0) {
        const stretchEnds = performance.now() + STRETCH;
        for (const file of this.#stale.values()) {
          this.#read(file);
          if (performance.now() >= stretchEnds) break;
        }
        await pause(REST, undefined, { signal: this.#closed.signal, ref: false });
        this.#followListing();
      }
      this.#index.trim();
      this.#ready = true;
      this.#searches.clear();
    } catch (error) {
      if (!this.#closed.signal.aborted) this.#options.log.error(`The word index of ${this.#options.root} could not be built: ${String(error)}`);
    } finally {
      this.#growing = undefined;
    }
  }

  #read(listed: ListedNode): void {
    this.#stale.delete(listed.path);
    const bytes = this.#bytesOf(listed);
    this.#hashes.clear();
    if (bytes !== undefined) this.#hashes.addWordsOf(bytes);
    // Files without words are put too, so that nobody reads them again.
    this.#index.put(listed.path, this.#hashes.values());
  }
}

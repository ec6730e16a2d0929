// The text of files on disk, read once per state of the file.
import { uriOf } from '../../base/files/fileUri.ts';
import { binaryFile, cancelled, isAFolder } from '../../ide/errors/errors.ts';
import { TextSnapshot } from '../../ide/text.ts';
import { bytesOf, refuseLarger, statsOf } from './fileBytes.ts';
import { type Stamp, sameStamp, stampFrom, stampIsFresh } from './folderTree.ts';
import { languageIdOf } from './languageIds.ts';
import { encodingName, type TextFile, textFileOf } from './textFile.ts';

export interface CachedText {
  readonly snapshot: TextSnapshot;
  readonly byteOrderMark: boolean;
}

interface Remembered {
  stamp: Stamp;
  version: number;
  // Let go when the cache is full; the version stays, so that it never goes back.
  cached: CachedText | undefined;
  // Heard to have changed since it was read, whatever the stamp says.
  suspect: boolean;
}

const LARGEST_FILE = 20 * 1024 * 1024;
// In UTF-16 units. The daemon has 120 MB for everything.
const MOST_TEXT = 24 * 1024 * 1024;

export class TextCache {
  // In order of use, the longest unused first.
  readonly #files = new Map<string, Remembered>();
  #held = 0;
  #newest = 0;
  #lastVersion = 0;

  // The status time of the text that was written last, of those that were read: nobody can set it.
  get newest(): number {
    return this.#newest;
  }

  // Always as the file is at this moment: a stamp that has aged proves the text unchanged, anything else is read again. Undefined when there is no file.
  async read(path: string, asNamed: string, signal: AbortSignal): Promise<CachedText | undefined> {
    if (signal.aborted) throw cancelled();
    const taken = Date.now();
    const stats = statsOf(path, asNamed);
    if (stats === undefined) return undefined;
    if (stats.isDirectory()) throw isAFolder(asNamed);
    // Sockets, pipes and devices: reading one could wait for ever.
    if (!stats.isFile()) throw binaryFile(asNamed);
    refuseLarger(stats, LARGEST_FILE, asNamed);
    const stamp = stampFrom(stats, taken);
    this.#newest = Math.max(this.#newest, stamp.changed);
    const known = this.#files.get(path);
    if (known?.cached !== undefined && !known.suspect && sameStamp(known.stamp, stamp) && !stampIsFresh(known.stamp)) {
      this.#use(path, known);
      return known.cached;
    }
    const bytes = await bytesOf(path, asNamed, { size: stats.size, largest: LARGEST_FILE }, signal);
    if (bytes === undefined) return undefined;
    const file = textFileOf(bytes);
    if (file === undefined) throw binaryFile(asNamed);
    return this.#remember(path, stamp, file, this.#files.get(path));
  }

  // What the watcher heard of.
  heardOf(path: string): void {
    const known = this.#files.get(path);
    if (known !== undefined) known.suspect = true;
  }

  #remember(path: string, stamp: Stamp, file: TextFile, known: Remembered | undefined): CachedText {
    const { text, byteOrderMark } = file;
    const encoding = encodingName(file);
    if (
      known?.cached !== undefined &&
      known.cached.snapshot.text === text &&
      known.cached.snapshot.encoding === encoding &&
      known.cached.byteOrderMark === byteOrderMark
    ) {
      known.stamp = stamp;
      known.suspect = false;
      this.#use(path, known);
      return known.cached;
    }
    // The same version again only for what is provably the same text: let go meanwhile, but neither heard of nor stamped anew.
    const same = known !== undefined && known.cached === undefined && !known.suspect && sameStamp(known.stamp, stamp) && !stampIsFresh(known.stamp);
    const version = same ? known.version : this.#nextVersion();
    const snapshot = new TextSnapshot({
      uri: uriOf(path),
      text,
      version,
      languageId: languageIdOf(path, text.slice(0, 200)),
      ...(encoding !== undefined && { encoding }),
    });
    const remembered = { stamp, version, cached: { snapshot, byteOrderMark }, suspect: false };
    this.#held += text.length - (known?.cached?.snapshot.text.length ?? 0);
    this.#use(path, remembered);
    this.#letGo(path);
    return remembered.cached;
  }

  #use(path: string, remembered: Remembered): void {
    this.#files.delete(path);
    this.#files.set(path, remembered);
  }

  #letGo(except: string): void {
    for (const [path, remembered] of this.#files) {
      if (this.#held <= MOST_TEXT) return;
      if (remembered.cached === undefined || path === except) continue;
      this.#held -= remembered.cached.snapshot.text.length;
      remembered.cached = undefined;
    }
  }

  #nextVersion(): number {
    this.#lastVersion += 1;
    return this.#lastVersion;
  }
}

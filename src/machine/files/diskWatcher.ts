// Everything that happens to the files of a project, and the moment at which all of it is known.
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemErrorCode } from '../../base/files/systemError.ts';
import type { Log } from '../../base/log.ts';
import { untilAborted } from '../../base/waiting/abort.ts';
import { type Deferred, deferred } from '../../base/waiting/deferred.ts';
import { milliseconds } from '../../base/waiting/duration.ts';
import { Stretch } from '../../base/waiting/timeSlices.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import { Cookie } from './cookie.ts';
import { eventQueue } from './eventQueue.ts';
import { atOnce, type FileChanges, type FileNode, type FolderNode, FolderTree, filesUnder, sameStamp, stampIsFresh, stampOf } from './folderTree.ts';
import { linkStats } from './linkStats.ts';
import { hearingOf, type WatchMode } from './watchMethod.ts';

export interface WatcherOptions {
  readonly root: string;
  // A folder of ours, outside the project, for cookie files.
  readonly cookies: string;
  readonly log: Log;
  readonly hearing?: WatchMode;
}

interface Batch {
  // With the time before which everything is known.
  readonly settled: Deferred<number>;
  // The last move of the cookie that this batch needs to see.
  cookie: number;
  written: number;
}

// Nobody waits for changes between calls; a pause folds the steps of an atomic save into one change.
const PAUSE_BEFORE_REPORTING = milliseconds(30);
// The event of a cookie takes 0.1 ms; after this long it was lost with the queue, or its watch is broken.
const COOKIE_OVERDUE = milliseconds(250);
// Below this many files, looking at each costs less than a wait for events whose order nobody guarantees.
const FEW_FILES = 2_000;
// Where order is unproven, folders in which something happened this recently are looked at once more.
const LATELY = milliseconds(10_000);

export class DiskWatcher implements Disposable {
  readonly #root: string;
  readonly #log: Log;
  readonly #cookies: string;
  readonly #listeners = new Set<(changes: FileChanges) => void>();
  readonly #lossListener: Disposable;
  readonly tree: FolderTree;
  #hearing: WatchMode;
  #cookie: Cookie | undefined;
  #rootWatch: FSWatcher | undefined;
  #open: Batch | undefined;
  #waiting: Batch[] = [];
  #dirty = new Map<FolderNode, Map<string, boolean>>();
  #lately = new Map<string, number>();
  #flushTimer: NodeJS.Timeout | undefined;
  // Something may have happened that no event reported.
  #lost = false;
  // Changes before this time are known.
  #knownUntil = Date.now();
  #looking: Promise<void> | undefined;
  #closed = false;

  static async open(options: WatcherOptions): Promise<DiskWatcher> {
    const watcher = new DiskWatcher(options);
    await watcher.#start();
    return watcher;
  }

  private constructor(options: WatcherOptions) {
    this.#root = options.root;
    this.#log = options.log;
    this.#cookies = options.cookies;
    this.#hearing = options.hearing ?? hearingOf(options.root);
    this.tree = new FolderTree(options.root, { watchFolder: (folder) => this.#watchFolder(folder), stamped: this.#hearing === 'stat' });
    this.#lossListener = eventQueue.onPossibleLoss(() => {
      this.#suspect();
      // The events of cookies may be among the lost ones; the queue is empty again, so another one gets through.
      if (this.#waiting.length > 0) this.#cookie?.move();
    });
  }

  get hearing(): WatchMode {
    return this.#hearing;
  }

  // Called synchronously, before the settle() that saw the changes resolves.
  onChanges(listener: (changes: FileChanges) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  // Something was heard that nobody has been notified of yet, or may have been missed.
  get hasUnreported(): boolean {
    return this.#dirty.size > 0 || this.#lost || eventQueue.mayHaveLost;
  }

  // Resolves with the time before which every change is known.
  settle(signal: AbortSignal): Promise<number> {
    // Calls of one moment share a cookie: it is moved after the last of them has arrived.
    this.#open ??= this.#openBatch();
    return untilAborted(this.#open.settled.promise, signal, cancelled);
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    clearTimeout(this.#flushTimer);
    this.#lossListener[Symbol.dispose]();
    this.#cookie?.[Symbol.dispose]();
    this.#rootWatch?.close();
    this.tree.close();
    this.#giveUp();
  }

  #giveUp(): void {
    for (const batch of this.#waiting.splice(0)) batch.settled.reject(cancelled());
  }

  async #start(): Promise<void> {
    this.#knownUntil = Date.now();
    if (this.#hearing !== 'stat') this.#listenForCookie();
    await inStretches(this.tree.grow());
    if (this.#hearing === 'recursive') this.#startRecursive();
  }

  #listenForCookie(): void {
    try {
      this.#cookie = new Cookie(this.#cookies, (number) => this.#cookieSeen(number));
    } catch (error) {
      this.#goDeaf(error);
    }
  }

  #openBatch(): Batch {
    const batch: Batch = { settled: deferred(), cookie: 0, written: 0 };
    batch.settled.promise.catch(() => {});
    queueMicrotask(() => {
      this.#open = undefined;
      this.#waiting.push(batch);
      if (this.#closed) this.#giveUp();
      else if (this.#hearing === 'stat') this.#lookAtEverything();
      else this.#moveCookie(batch);
    });
    return batch;
  }

  #moveCookie(batch: Batch): void {
    // The root's own disappearance, or that of a folder above it, makes no event that we would hear.
    if ((linkStats(this.#root)?.ino ?? 0) !== this.tree.inode) this.#lost = true;
    try {
      batch.written = Date.now();
      batch.cookie = this.#cookie?.move() ?? 0;
    } catch (error) {
      this.#goDeaf(error);
      this.#lookAtEverything();
      return;
    }
    // Watches do not keep the process alive, but a call that waits for one does.
    const overdue = setTimeout(() => {
      // After a long turn timers come before events, so the events get their turn first.
      setImmediate(() => this.#cookieOverdue(batch));
    }, COOKIE_OVERDUE);
    batch.settled.promise.finally(() => clearTimeout(overdue)).catch(() => {});
  }

  #cookieOverdue(batch: Batch): void {
    if (this.#closed || !this.#waiting.includes(batch)) return;
    this.#log.warn(`The event of a cookie file for ${this.#root} did not arrive; the whole tree is looked at.`);
    this.#lost = true;
    this.#cookieSeen(batch.cookie);
    this.#cookie?.[Symbol.dispose]();
    this.#listenForCookie();
  }

  #cookieSeen(number: number): void {
    const ready = this.#waiting.filter((batch) => batch.cookie <= number);
    if (ready.length === 0) return;
    this.#waiting = this.#waiting.filter((batch) => batch.cookie > number);
    if (this.#hearing === 'recursive') this.#lookAgainLately();
    try {
      this.#flush();
      this.#knownUntil = Math.max(this.#knownUntil, ...ready.map((batch) => batch.written));
      for (const batch of ready) batch.settled.resolve(batch.written);
    } catch (error) {
      for (const batch of ready) batch.settled.reject(error);
    }
  }

  #watchFolder(folder: FolderNode): Disposable | undefined {
    if (this.#hearing !== 'folders') return undefined;
    try {
      const watcher = watch(folder.path, { persistent: false }, (event, name) => this.#heard(folder, name, event === 'rename'));
      watcher.on('error', () => this.#suspect());
      return { [Symbol.dispose]: () => watcher.close() };
    } catch (error) {
      const code = systemErrorCode(error);
      // Gone, or not ours to read: the reading that follows finds out.
      if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR' || code === 'EPERM') return undefined;
      this.#goDeaf(error);
      return undefined;
    }
  }

  // No watches are left on this machine (ENOSPC, EMFILE), or no place for cookies: correct answers then cost a look at every file.
  #goDeaf(error: unknown): void {
    if (this.#hearing === 'stat') return;
    this.#log.warn(
      `Cannot listen to changes in ${this.#root} (${systemErrorCode(error) ?? String(error)}); every call looks at all files instead. On Linux, raise fs.inotify.max_user_watches.`,
    );
    this.#hearing = 'stat';
    this.tree.stamped = true;
    this.#cookie?.[Symbol.dispose]();
    this.#cookie = undefined;
    this.#rootWatch?.close();
  }

  #heard(folder: FolderNode, name: string | null, renamed: boolean): void {
    eventQueue.heard();
    if (!folder.alive) return;
    // A folder that is deleted or moved reports that itself, under its own name; for the root nobody else does.
    if (name === null || (folder.parent === undefined && renamed && name === basename(folder.path))) this.#suspect();
    else this.#markDirty(folder, name, renamed);
  }

  #suspect(): void {
    this.#lost = true;
    this.#tellSoon();
  }

  #markDirty(folder: FolderNode, name: string, renamed: boolean): void {
    const names = this.#dirty.get(folder) ?? new Map<string, boolean>();
    names.set(name, renamed || names.get(name) === true);
    this.#dirty.set(folder, names);
    this.#tellSoon();
  }

  #tellSoon(): void {
    if (this.#flushTimer !== undefined || this.#closed) return;
    this.#flushTimer = setTimeout(() => {
      try {
        this.#flush();
      } catch (error) {
        this.#log.error(`A listener to changes on disk failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }
    }, PAUSE_BEFORE_REPORTING);
    this.#flushTimer.unref();
  }

  // Turns what was heard into changes, and reports them.
  #flush(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    if (this.#hearing === 'stat' || this.#closed) return;
    const changes: FileChanges = new Map();
    const lost = this.#lost || eventQueue.mayHaveLost;
    const dirty = this.#dirty;
    this.#dirty = new Map();
    this.#lost = false;
    if (lost) this.#lookAtAllAtOnce(changes);
    else for (const [folder, names] of dirty) for (const [name, renamed] of names) this.tree.look(folder, name, renamed, changes);
    this.#report(changes);
  }

  #lookAtAllAtOnce(changes: FileChanges): void {
    const started = Date.now();
    const judge = {
      file: (_before: FileNode, after: FileNode) => this.#changedSinceKnown(after.path),
      isExchanged: (folder: FolderNode) => this.#changedSinceKnown(folder.path),
    };
    atOnce(this.tree.regrow(judge, changes));
    this.#knownUntil = started;
  }

  // The status time cannot be set by anyone, so it shows what happened since. A folder gets a new one when it is renamed, and with each entry,
  // so that more is reported as changed than has changed; the files inside a renamed folder keep theirs.
  #changedSinceKnown(path: string): boolean {
    const stamp = stampOf(path);
    return stamp === undefined || stampIsFresh({ ...stamp, taken: this.#knownUntil });
  }

  #report(changes: FileChanges): void {
    if (changes.size === 0) return;
    for (const listener of this.#listeners) listener(changes);
  }

  // Batches that arrive during a look need another one, because it may have passed their files already.
  #lookAtEverything(): void {
    this.#looking ??= (async () => {
      try {
        while (this.#waiting.length > 0 && !this.#closed) await this.#lookOnce(this.#waiting.splice(0));
      } finally {
        this.#looking = undefined;
      }
    })();
  }

  async #lookOnce(batches: readonly Batch[]): Promise<void> {
    try {
      const started = Date.now();
      const changes: FileChanges = new Map();
      await inStretches(this.tree.regrow({ file: (before, after) => this.#differs(before, after), isExchanged: () => false }, changes));
      this.#knownUntil = started;
      this.#report(changes);
      for (const batch of batches) batch.settled.resolve(started);
    } catch (error) {
      for (const batch of batches) batch.settled.reject(error);
    }
  }

  // Stamps hold the inode, so files of an exchanged folder differ by themselves.
  #differs(before: FileNode, after: FileNode): boolean {
    if (before.stamp === undefined || after.stamp === undefined) return this.#changedSinceKnown(after.path);
    return stampIsFresh(before.stamp) || !sameStamp(before.stamp, after.stamp);
  }

  // macOS and Windows. Small projects are looked at, because FSEvents and ReadDirectoryChangesW promise no order between two watches.
  #startRecursive(): void {
    let files = 0;
    for (const _ of filesUnder(this.tree.root)) files += 1;
    if (files <= FEW_FILES) {
      this.#hearing = 'stat';
      this.tree.stamped = true;
      this.#cookie?.[Symbol.dispose]();
      this.#cookie = undefined;
      return;
    }
    try {
      this.#rootWatch = watch(this.#root, { persistent: false, recursive: true }, (event, name) => this.#heardBelow(name, event === 'rename'));
      this.#rootWatch.on('error', () => this.#suspect());
    } catch (error) {
      this.#goDeaf(error);
    }
  }

  #heardBelow(path: string | null, renamed: boolean): void {
    if (path === null) {
      this.#suspect();
      return;
    }
    let below = path;
    let folder = this.tree.folderAt(join(this.#root, dirname(below)));
    // Inside a folder that is new to us: looking at that folder finds everything in it.
    for (; folder === undefined; folder = this.tree.folderAt(join(this.#root, dirname(below)))) below = dirname(below);
    this.#lately.set(folder.path, Date.now());
    this.#markDirty(folder, basename(below), renamed || below !== path);
  }

  #lookAgainAt(folder: FolderNode, name: string): void {
    const known = folder.files.get(name);
    const path = join(folder.path, name);
    const gone = linkStats(path) === undefined;
    if (known === undefined ? folder.folders.has(name) === gone : gone || this.#changedSinceKnown(known.path)) this.#markDirty(folder, name, false);
  }

  // Best effort, and only here: an event that the system delivers later than the cookie's is caught if its folder was busy lately.
  #lookAgainLately(): void {
    const now = Date.now();
    for (const [path, when] of this.#lately) {
      const folder = this.tree.folderAt(path);
      if (folder === undefined || now - when > LATELY) this.#lately.delete(path);
      else for (const name of [...namesIn(path), ...folder.folders.keys(), ...folder.files.keys()]) this.#lookAgainAt(folder, name);
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function inStretches(work: Generator<void>): Promise<void> {
  const stretch = new Stretch();
  for (const _ of work) if (stretch.isOver) await stretch.rest();
}

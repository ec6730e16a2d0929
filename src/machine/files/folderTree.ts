// The folders and files of a project, held in memory, and how they differ from what is on disk.
import { readdirSync, type Stats } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { linkStats } from './linkStats.ts';
import { type EntryType, entryOf, type FolderKind, fileKeys, INSTALL_MARKERS, KIND_MARKERS, kindOfFolder } from './watchScope.ts';

export interface FolderNode {
  readonly path: string;
  // The name under which its parent knows it.
  readonly key: string;
  readonly parent: FolderNode | undefined;
  readonly folders: Map<string, FolderNode>;
  readonly files: Map<string, FileNode>;
  kind: FolderKind;
  // False once it has left the tree: events that still arrive for it mean nothing.
  alive: boolean;
  watch: Disposable | undefined;
}

export interface FileNode {
  readonly path: string;
  link: boolean;
  // Unknown until somebody asks, and again after each change.
  bytes: number | undefined;
  stamp: Stamp | undefined;
}

// What the file system says about one state of a file. Equal stamps mean equal text only once the stamp has aged: see stampIsFresh.
export interface Stamp {
  readonly modified: number;
  readonly changed: number;
  readonly bytes: number;
  readonly inode: number;
  readonly taken: number;
}

export type ChangeKind = 'created' | 'changed' | 'deleted';
export type FileChanges = Map<string, ChangeKind>;

// Listens to one folder; the listener's folder is the node itself.
export type WatchFolder = (folder: FolderNode) => Disposable | undefined;

// Decides what has changed among that which exists before and after everything was read again.
export interface Judge {
  file(before: FileNode, after: FileNode): boolean;
  // Another folder under the same name brings other files, however old they look.
  isExchanged(folder: FolderNode): boolean;
}

export class FolderTree {
  readonly #watchFolder: WatchFolder;
  // A stamped tree stats every file while it grows, so that two of them can be compared.
  stamped: boolean;
  root: FolderNode;
  // Of the root, to notice that it was exchanged; 0 while there is none.
  inode = 0;

  constructor(path: string, options: { watchFolder: WatchFolder; stamped: boolean }) {
    this.#watchFolder = options.watchFolder;
    this.stamped = options.stamped;
    this.root = newFolder(path, '', undefined);
  }

  // Reads the whole tree; yields after each folder, so that a caller can let others run.
  *grow(): Generator<void> {
    yield* this.#growRoot(this.root);
  }

  folderAt(path: string): FolderNode | undefined {
    if (path === this.root.path) return this.root;
    const prefix = this.root.path.endsWith(sep) ? this.root.path : this.root.path + sep;
    if (!path.startsWith(prefix)) return undefined;
    let folder: FolderNode | undefined = this.root;
    for (const name of path.slice(prefix.length).split(sep)) {
      folder = folder?.folders.get(name);
      if (folder === undefined) return undefined;
    }
    return folder;
  }

  // Compares one entry with the disk. `renamed` says that it was created, deleted or moved, not only written to.
  look(folder: FolderNode, name: string, renamed: boolean, changes: FileChanges): void {
    if (!folder.alive) return;
    const path = below(folder, name);
    const stats = linkStats(path);
    const type = stats && typeOf(stats);
    if (isTurnedOver(folder, name, type, renamed)) {
      this.#replace(folder, newFolder(folder.path, folder.key, folder.parent), changes);
      return;
    }
    if (folder.kind === 'packages' && INSTALL_MARKERS.has(name)) for (const file of folder.files.values()) note(changes, file.path, 'changed');
    const entry = type && entryOf(folder.kind, name, type);
    const enter = entry !== undefined && 'enter' in entry;
    const known = folder.folders.get(name);
    // A known folder that was renamed over may be another one under the same name, and its watches may be dead.
    if (known !== undefined && (!enter || renamed)) this.#replace(known, enter ? newFolder(path, name, folder) : undefined, changes);
    else if (known === undefined && enter) this.#adopt(newFolder(path, name, folder), changes);
    for (const key of fileKeys(folder.kind, name))
      this.#lookAtFile(folder, key, entry !== undefined && 'file' in entry && entry.file === key, type === 'link', changes);
  }

  // Reads everything again and puts the new tree in the old one's place.
  *regrow(judge: Judge, changes: FileChanges): Generator<void> {
    const before = this.root;
    const after = newFolder(before.path, '', undefined);
    yield* this.#growRoot(after);
    noteDifference(before, after, judge, changes);
    release(before);
    this.root = after;
  }

  close(): void {
    release(this.root);
  }

  *#growRoot(root: FolderNode): Generator<void> {
    this.inode = linkStats(root.path)?.ino ?? 0;
    yield* this.#growFolder(root);
  }

  #replace(before: FolderNode, after: FolderNode | undefined, changes: FileChanges): void {
    const siblings = before.parent?.folders;
    if (after === undefined) {
      siblings?.delete(before.key);
      noteDifference(before, undefined, always, changes);
    } else {
      atOnce(this.#growFolder(after));
      if (after.alive) siblings?.set(after.key, after);
      else siblings?.delete(before.key);
      noteDifference(before, after, always, changes);
    }
    release(before);
  }

  #adopt(folder: FolderNode, changes: FileChanges): void {
    atOnce(this.#growFolder(folder));
    if (!folder.alive) return;
    folder.parent?.folders.set(folder.key, folder);
    noteDifference(undefined, folder, always, changes);
  }

  #lookAtFile(folder: FolderNode, key: string, exists: boolean, link: boolean, changes: FileChanges): void {
    const known = folder.files.get(key);
    if (known === undefined && !exists) return;
    const path = below(folder, key);
    if (!exists) folder.files.delete(key);
    else folder.files.set(key, this.#newFile(path, link));
    note(changes, path, known === undefined ? 'created' : exists ? 'changed' : 'deleted');
  }

  // Watch, then read, then do the same for the children: what comes after the reading makes an event, what came before is read.
  *#growFolder(start: FolderNode): Generator<void> {
    const waiting = [start];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      folder.watch = this.#watchFolder(folder);
      const entries = entriesOf(folder.path);
      if (entries === undefined) {
        // Gone again already; its own deletion is on its way as an event.
        folder.parent?.folders.delete(folder.key);
        release(folder);
        continue;
      }
      folder.kind = kindOfFolder(basename(folder.path), folder.parent?.kind, entries);
      for (const [name, type] of entries) {
        const entry = entryOf(folder.kind, name, type);
        if (entry === undefined) continue;
        if ('file' in entry) folder.files.set(entry.file, this.#newFile(below(folder, entry.file), type === 'link'));
        else waiting.push(this.#newChild(folder, name, below(folder, name)));
      }
      if (folder.kind === 'virtualenv') for (const path of sitePackagesOf(folder.path)) waiting.push(this.#newChild(folder, path, path));
      yield;
    }
  }

  #newChild(parent: FolderNode, key: string, path: string): FolderNode {
    const child = newFolder(path, key, parent);
    parent.folders.set(key, child);
    return child;
  }

  #newFile(path: string, link: boolean): FileNode {
    const stamp = this.stamped ? stampOf(path) : undefined;
    return { path, link, bytes: stamp?.bytes, stamp };
  }
}

export function stampOf(path: string): Stamp | undefined {
  const taken = Date.now();
  const stats = linkStats(path);
  return stats && stampFrom(stats, taken);
}

export function stampFrom(stats: Stats, taken: number): Stamp {
  return { modified: stats.mtimeMs, changed: stats.ctimeMs, bytes: stats.size, inode: stats.ino, taken };
}

export function sameStamp(a: Stamp, b: Stamp): boolean {
  return a.modified === b.modified && a.changed === b.changed && a.bytes === b.bytes && a.inode === b.inode;
}

// File times advance in steps (4 ms on many Linux kernels, 2 s on FAT), so a file touched shortly before its stamp was taken
// may be rewritten once more without its stamp changing. Git calls such an entry racily clean.
const LONGEST_STEP = 2_100;

export function stampIsFresh(stamp: Stamp): boolean {
  return mayBeSince(Math.max(stamp.modified, stamp.changed), stamp.taken);
}

// Whether what the file system dates so may have happened at that moment or later.
export function mayBeSince(dated: number, moment: number): boolean {
  return dated > moment - LONGEST_STEP;
}

// Work that could let others run, done without.
export function atOnce(work: Generator<void>): void {
  let step = work.next();
  while (step.done !== true) step = work.next();
}

// Merges what happens to one file in one round to its net effect.
export function note(changes: FileChanges, path: string, kind: ChangeKind): void {
  const before = changes.get(path);
  if (before === 'created' && kind === 'deleted') changes.delete(path);
  else if (before === 'created') changes.set(path, 'created');
  else if (before === 'deleted' && kind === 'created') changes.set(path, 'changed');
  else changes.set(path, kind);
}

export function* filesUnder(folder: FolderNode): Generator<FileNode> {
  yield* folder.files.values();
  for (const child of folder.folders.values()) yield* filesUnder(child);
}

function noteDifference(before: FolderNode | undefined, after: FolderNode | undefined, judge: Judge, changes: FileChanges): void {
  for (const [key, file] of before?.files ?? []) {
    const now = after?.files.get(key);
    if (now === undefined) note(changes, file.path, 'deleted');
    else if (judge.file(file, now)) note(changes, file.path, 'changed');
  }
  for (const [key, file] of after?.files ?? []) if (!before?.files.has(key)) note(changes, file.path, 'created');
  for (const [key, folder] of before?.folders ?? []) {
    const now = after?.folders.get(key);
    noteDifference(folder, now, now !== undefined && judge.isExchanged(now) ? always : judge, changes);
  }
  for (const [key, folder] of after?.folders ?? []) if (!before?.folders.has(key)) noteDifference(undefined, folder, judge, changes);
}

// The coming or going of a marker makes the folder another kind; a virtualenv gets its libraries after its marker.
function isTurnedOver(folder: FolderNode, name: string, type: EntryType | undefined, renamed: boolean): boolean {
  if (folder.parent === undefined || folder.kind === 'packages' || folder.kind === 'sitePackages') return false;
  if (folder.kind === 'virtualenv' && renamed && name.toLowerCase() === 'lib') return true;
  return KIND_MARKERS.has(name) && (type === 'file') !== folder.files.has(name);
}

const always: Judge = { file: () => true, isExchanged: () => true };

// path.join takes longer than reading a folder's entry does. Keys inside a package hold a forward slash.
function below(folder: FolderNode, key: string): string {
  const name = sep === '/' ? key : key.replaceAll('/', sep);
  return folder.path.endsWith(sep) ? folder.path + name : folder.path + sep + name;
}

function release(folder: FolderNode): void {
  folder.alive = false;
  folder.watch?.[Symbol.dispose]();
  folder.watch = undefined;
  for (const child of folder.folders.values()) release(child);
}

function newFolder(path: string, key: string, parent: FolderNode | undefined): FolderNode {
  return { path, key, parent, folders: new Map(), files: new Map(), kind: 'source', alive: true, watch: undefined };
}

// Undefined when the folder cannot be read: it is gone, or not ours to read.
function entriesOf(path: string): Map<string, EntryType> | undefined {
  const entries = new Map<string, EntryType>();
  try {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const type = typeOf(entry);
      if (type !== undefined) entries.set(entry.name, type);
    }
  } catch {
    return undefined;
  }
  return entries;
}

function typeOf(entry: { isDirectory(): boolean; isFile(): boolean; isSymbolicLink(): boolean }): EntryType | undefined {
  if (entry.isDirectory()) return 'folder';
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'link' : undefined;
}

// lib/python3.12/site-packages, or Lib/site-packages on Windows.
function sitePackagesOf(virtualenv: string): string[] {
  const found: string[] = [];
  for (const [library, type] of entriesOf(virtualenv) ?? []) {
    if (type !== 'folder' || library.toLowerCase() !== 'lib') continue;
    const inside = entriesOf(join(virtualenv, library)) ?? new Map<string, EntryType>();
    if (inside.has('site-packages')) found.push(join(virtualenv, library, 'site-packages'));
    for (const name of inside.keys()) {
      const packages = join(virtualenv, library, name, 'site-packages');
      if (name.startsWith('python') && entriesOf(packages) !== undefined) found.push(packages);
    }
  }
  return found;
}

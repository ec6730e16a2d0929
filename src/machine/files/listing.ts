// The files that version control would see, sorted, kept up to date instead of walked again.
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { uriOf } from '../../base/files/fileUri.ts';
import type { ListedFile } from '../../ide/doors/documents.ts';
import type { FileChanges, FileNode, FolderNode, FolderTree } from './folderTree.ts';
import { chainInside, IGNORE_FILES, type IgnoreChain, isIgnored, OuterRules, projectPath } from './ignoreChain.ts';
import { linkStats } from './linkStats.ts';
import { isListable, isNeverListed } from './watchScope.ts';

export interface ListedNode {
  // Relative to the project, with forward slashes.
  readonly path: string;
  readonly file: FileNode;
  // What a caller was given for it; the node is another one after each change.
  row?: ListedFile;
}

interface FolderState {
  readonly ignored: boolean;
  readonly chain: IgnoreChain | undefined;
}

// More changes than this at once are cheaper to list anew than to sort in one by one.
const FEW_CHANGES = 100;

export class FileListing {
  readonly #tree: FolderTree;
  readonly #root: string;
  readonly #outer: OuterRules;
  #states = new Map<string, FolderState>();
  #listed: ListedNode[] | undefined;
  // Grows whenever files appear in the listing or leave it for another reason than their own coming and going.
  generation = 0;

  constructor(tree: FolderTree) {
    this.#tree = tree;
    this.#root = tree.root.path;
    this.#outer = new OuterRules(this.#root);
  }

  files(): readonly ListedNode[] {
    if (this.#outer.refresh()) this.#listed = undefined;
    this.#listed ??= this.#listAnew();
    return this.#listed;
  }

  // Every file that is listened to, whether ignored or not.
  allFiles(): readonly ListedNode[] {
    const all: ListedNode[] = [];
    const enter = (folder: FolderNode): void => {
      if (!isListable(folder.kind)) return;
      for (const file of folder.files.values()) all.push({ path: projectPath(this.#root, file.path), file });
      for (const child of folder.folders.values()) enter(child);
    };
    enter(this.#tree.root);
    return all.sort(byPath);
  }

  // The topmost folders that are not listed, for searches that should not enter them.
  unlistedFolders(): string[] {
    this.files();
    const unlisted: string[] = [];
    const enter = (folder: FolderNode): void => {
      if (!isListable(folder.kind) || this.#stateOf(folder).ignored) unlisted.push(projectPath(this.#root, folder.path));
      else for (const child of folder.folders.values()) enter(child);
    };
    enter(this.#tree.root);
    return unlisted;
  }

  // The topmost folders that version control ignores, without installed packages and caches.
  ignoredFolders(): string[] {
    this.files();
    const ignored: string[] = [];
    const enter = (folder: FolderNode): void => {
      if (!isListable(folder.kind)) return;
      if (this.#stateOf(folder).ignored) ignored.push(projectPath(this.#root, folder.path));
      else for (const child of folder.folders.values()) enter(child);
    };
    enter(this.#tree.root);
    return ignored;
  }

  // Whether version control would not see a file at this absolute path, also when nothing is there any more. Says which folder, or file, is ignored.
  ignoredAt(path: string): string | undefined {
    // Asked for thousands of paths in a row: rules outside the tree are looked at with each listing only.
    if (this.#listed === undefined) this.files();
    let folder: FolderNode | undefined = this.#tree.root;
    let state = this.#stateOf(folder);
    let at = this.#root;
    for (const name of path
      .slice(at.endsWith(sep) ? at.length : at.length + 1)
      .split(sep)
      .slice(0, -1)) {
      at = at.endsWith(sep) ? at + name : at + sep + name;
      folder = folder?.folders.get(name);
      state = folder === undefined ? { ...state, ignored: isIgnored(state.chain, at, name, true) || isNeverListed(name) } : this.#stateOf(folder);
      if (state.ignored || (folder !== undefined && !isListable(folder.kind))) return at;
    }
    return isIgnored(state.chain, path, basename(path), false) ? path : undefined;
  }

  // By its path in the project; undefined when the file is not listed.
  find(path: string): ListedNode | undefined {
    this.#listed ??= this.#listAnew();
    const found = this.#listed[positionIn(this.#listed, path)];
    return found?.path === path ? found : undefined;
  }

  // What the watcher found.
  apply(changes: FileChanges): void {
    if (this.#listed === undefined) return;
    const rulesChanged = [...changes.keys()].some((path) => IGNORE_FILES.some((name) => basename(path) === name));
    if (rulesChanged || changes.size > FEW_CHANGES) {
      this.#listed = undefined;
      return;
    }
    for (const [path, kind] of changes) this.#applyOne(this.#listed, path, kind === 'deleted');
  }

  #applyOne(listed: ListedNode[], absolute: string, deleted: boolean): void {
    const path = projectPath(this.#root, absolute);
    const index = positionIn(listed, path);
    const present = listed[index]?.path === path ? 1 : 0;
    const folder = deleted ? undefined : this.#tree.folderAt(dirname(absolute));
    const file = folder?.files.get(basename(absolute));
    const visible = folder !== undefined && file !== undefined && isListable(folder.kind) && !this.#isIgnored(folder, file);
    listed.splice(index, present, ...(visible ? [{ path, file }] : []));
  }

  #listAnew(): ListedNode[] {
    this.generation += 1;
    this.#states = new Map();
    const listed: ListedNode[] = [];
    const enter = (folder: FolderNode): void => {
      if (!isListable(folder.kind) || this.#stateOf(folder).ignored) return;
      for (const file of folder.files.values()) if (!this.#isIgnored(folder, file)) listed.push({ path: projectPath(this.#root, file.path), file });
      for (const child of folder.folders.values()) enter(child);
    };
    enter(this.#tree.root);
    return listed.sort(byPath);
  }

  #isIgnored(folder: FolderNode, file: FileNode): boolean {
    const state = this.#stateOf(folder);
    return state.ignored || isIgnored(state.chain, file.path, basename(file.path), false);
  }

  // Kept by path: the same folder may come back as another node, with the same rules unless an ignore file changed.
  #stateOf(folder: FolderNode): FolderState {
    const known = this.#states.get(folder.path);
    if (known !== undefined) return known;
    const outer = folder.parent === undefined ? { ignored: false, chain: this.#outer.chain } : this.#stateOf(folder.parent);
    const ignored = outer.ignored || (folder.parent !== undefined && isIgnored(outer.chain, folder.path, basename(folder.path), true));
    const state = { ignored, chain: ignored ? undefined : chainInside(folder.path, folder.files, outer.chain) };
    this.#states.set(folder.path, state);
    return state;
  }
}

// As callers see it, or undefined for what cannot be read here: gone, or a link that does not lead to a file of the project.
export function listedFile(root: string, listed: ListedNode): ListedFile | undefined {
  if (listed.row !== undefined) return listed.row;
  const { path, file } = listed;
  const bytes = sizeOf(root, file);
  if (bytes === undefined) return undefined;
  const row = { uri: uriOf(file.path), path, bytes };
  if (!file.link) listed.row = row;
  return row;
}

export function sizeOf(root: string, file: FileNode): number | undefined {
  if (file.link) return sizeBehindLink(root, file.path);
  file.bytes ??= linkStats(file.path)?.size;
  return file.bytes;
}

// Asked each time: what a link leads to can change without an event for the link.
function sizeBehindLink(root: string, link: string): number | undefined {
  try {
    const target = realpathSync.native(link);
    const stats = statSync(target);
    return stats.isFile() && target.startsWith(root + sep) ? stats.size : undefined;
  } catch {
    return undefined;
  }
}

// The index at which the path is, or would be.
function positionIn(files: readonly ListedNode[], path: string): number {
  let low = 0;
  let high = files.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((files[middle]?.path ?? '') < path) low = middle + 1;
    else high = middle;
  }
  return low;
}

function byPath(a: ListedNode, b: ListedNode): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

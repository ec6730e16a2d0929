// The symbolic links of a project: through them one file has several names, of which one is its own.
import { readlinkSync, realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { isInside } from '../../base/files/realFolder.ts';
import type { FileChanges, FolderNode, FolderTree } from './folderTree.ts';
import { targetStats } from './linkStats.ts';
import { isListable } from './watchScope.ts';

export interface SymbolicLink {
  // Absolute: where it stands, and where it leads in the end.
  readonly path: string;
  readonly target: string;
  readonly isFolder: boolean;
  // Made by a package manager; resolvers look behind these unless they are configured not to.
  readonly installed: boolean;
}

interface LinkEntry {
  readonly path: string;
  readonly installed: boolean;
}

// Links to folders that hold links to folders multiply; nobody imports a file by more names than this.
const MOST_NAMES = 16;

export class Links {
  readonly #tree: FolderTree;
  #known: readonly SymbolicLink[] | undefined;
  // Of the known ones, those that lead to something of the project.
  #leadingInside: readonly SymbolicLink[] = [];
  #byPath: ReadonlyMap<string, SymbolicLink> = new Map();

  constructor(tree: FolderTree) {
    this.#tree = tree;
  }

  // New text in a file leads no link elsewhere.
  changed(changes: FileChanges): void {
    const links = new Set(this.#known?.map(({ path }) => path));
    if ([...changes].some(([path, kind]) => kind !== 'changed' || links.has(path))) this.#known = undefined;
  }

  // The file's own name: the one without a link in it.
  canonical(path: string): string {
    let at = path;
    // Each turn takes one link out of the path.
    for (let turn = 0; turn < MOST_NAMES && this.any; turn++) {
      const link = this.#linkIn(at);
      if (link === undefined) return at;
      at = link.target + at.slice(link.path.length);
    }
    return at;
  }

  // Every other name of a file, given its own, through the links that count.
  namesOf(path: string, counts: (link: SymbolicLink) => boolean): readonly string[] {
    const links = this.#inside().filter(counts);
    const names = new Set<string>();
    const waiting: { name: string; through: readonly SymbolicLink[] }[] = links.length === 0 ? [] : [{ name: path, through: [] }];
    for (let next = waiting.shift(); next !== undefined && names.size < MOST_NAMES; next = waiting.shift()) {
      const { name, through } = next;
      // A link to a folder around itself would give each file names without end.
      for (const link of links.filter((each) => !through.includes(each))) {
        const other = nameThrough(link, name);
        if (other === undefined || other === path || names.has(other)) continue;
        names.add(other);
        waiting.push({ name: other, through: [...through, link] });
      }
    }
    return [...names];
  }

  get any(): boolean {
    return this.#all().length > 0;
  }

  // Links to a folder around themselves, which give every file in it further names.
  circular(): readonly SymbolicLink[] {
    return this.#inside().filter(isCircular);
  }

  // The links that would lead elsewhere or nowhere if this entry were at another path, or gone.
  brokenBy(from: string, to: string | undefined): readonly string[] {
    const isMoved = (path: string) => path === from || path.startsWith(from + sep);
    const after = (path: string) => (isMoved(path) ? (to === undefined ? undefined : to + path.slice(from.length)) : path);
    const before = (path: string) => (to !== undefined && (path === to || path.startsWith(to + sep)) ? from + path.slice(to.length) : path);
    return this.#all()
      .filter(({ path, target, installed }) => {
        const place = after(path);
        if (place === undefined || installed) return false;
        const leads = resolve(dirname(place), readlinkSync(path));
        return isMoved(leads) || after(this.canonical(before(leads))) !== after(target);
      })
      .map(({ path }) => path);
  }

  #inside(): readonly SymbolicLink[] {
    this.#all();
    return this.#leadingInside;
  }

  #all(): readonly SymbolicLink[] {
    if (this.#known !== undefined) return this.#known;
    this.#known = linksIn(this.#tree.root).flatMap((entry) => linkAt(entry) ?? []);
    this.#leadingInside = this.#known.filter(({ target }) => isInside(this.#tree.root.path, target));
    this.#byPath = new Map(this.#known.map((link) => [link.path, link]));
    return this.#known;
  }

  // The outermost on the way to a path, or at its end.
  #linkIn(path: string): SymbolicLink | undefined {
    for (let at = this.#tree.root.path.length; at > 0; at = path.indexOf(sep, at + 1)) {
      const link = this.#byPath.get(path.slice(0, at));
      if (link !== undefined) return link;
    }
    return this.#byPath.get(path);
  }
}

function linkAt({ path, installed }: LinkEntry): SymbolicLink | undefined {
  try {
    const target = realpathSync.native(path);
    // The store of a package manager is nobody's source, whatever leads to it.
    const stats = installed && target.includes(`${sep}node_modules${sep}`) ? undefined : targetStats(target);
    return stats === undefined || target === path ? undefined : { path, target, isFolder: stats.isDirectory(), installed };
  } catch {
    // It leads nowhere, or in a cycle.
    return undefined;
  }
}

export function isCircular({ path, target }: SymbolicLink): boolean {
  return isInside(target, path);
}

function nameThrough(link: SymbolicLink, name: string): string | undefined {
  if (name === link.target) return link.path;
  return link.isFolder && name.startsWith(link.target + sep) ? link.path + name.slice(link.target.length) : undefined;
}

function linksIn(folder: FolderNode): LinkEntry[] {
  if (folder.kind !== 'packages' && !isListable(folder.kind)) return [];
  const own = [...folder.files.values()].filter(({ link }) => link);
  // The tree knows an installed package by its package.json.
  const links =
    folder.kind === 'packages' ? own.map(({ path }) => ({ path: dirname(path), installed: true })) : own.map(({ path }) => ({ path, installed: false }));
  return [...links, ...[...folder.folders.values()].flatMap(linksIn)];
}

// Which folders are listened to in full, which only for what is installed in them, and which not at all.
import { isWaitingFile } from '../../base/files/waitingFile.ts';

// source: everything in it. packages, sitePackages: only which packages are there. virtualenv: only its site-packages. cache: nothing.
export type FolderKind = 'source' | 'packages' | 'sitePackages' | 'virtualenv' | 'cache';

export type EntryType = 'folder' | 'file' | 'link';

// What an entry of a folder means to the tree: a folder to enter, or a file under this key, which is its path relative to the folder.
export type TreeEntry = { readonly enter: true } | { readonly file: string };

// Written by programs for themselves, by the thousand: nothing in them is the user's text and no engine reads them.
const NEVER_ENTERED = new Set(['.git', '.hg', '.svn', '.jj', '__pycache__']);

// A file that makes the folder around it another kind; its coming and going turns the folder over.
export const KIND_MARKERS: ReadonlySet<string> = new Set(['pyvenv.cfg', 'CACHEDIR.TAG']);

// Installers may rewrite packages in place, unseen by us, but write one of these at the end.
export const INSTALL_MARKERS: ReadonlySet<string> = new Set(['.package-lock.json', '.yarn-integrity', '.yarn-state.yml', '.modules.yaml']);

export function kindOfFolder(name: string, parent: FolderKind | undefined, entryNames: { has(name: string): boolean }): FolderKind {
  if (parent === undefined) return 'source';
  if (parent === 'packages' || name === 'node_modules') return 'packages';
  if (parent === 'virtualenv') return 'sitePackages';
  if (entryNames.has('pyvenv.cfg')) return 'virtualenv';
  if (entryNames.has('CACHEDIR.TAG')) return 'cache';
  return 'source';
}

export function entryOf(kind: FolderKind, name: string, type: EntryType): TreeEntry | undefined {
  switch (kind) {
    case 'source':
      if (NEVER_ENTERED.has(name) || isWaitingFile(name)) return undefined;
      return type === 'folder' ? { enter: true } : { file: name };
    case 'packages':
      if (name.startsWith('.') || type === 'file') return undefined;
      return name.startsWith('@') && type === 'folder' ? { enter: true } : { file: `${name}/package.json` };
    case 'sitePackages':
      if (NEVER_ENTERED.has(name) || /\.(dist|egg)-info$/.test(name)) return undefined;
      return { file: type === 'file' ? name : `${name}/__init__.py` };
    case 'virtualenv':
      return name === 'pyvenv.cfg' ? { file: name } : undefined;
    case 'cache':
      return name === 'CACHEDIR.TAG' ? { file: name } : undefined;
  }
}

// Every key under which a folder of this kind may know an entry with this name, also when the entry is gone.
export function fileKeys(kind: FolderKind, name: string): readonly string[] {
  switch (kind) {
    case 'packages':
      return [`${name}/package.json`];
    case 'sitePackages':
      return [name, `${name}/__init__.py`];
    default:
      return [name];
  }
}

// True for trees that git, too, would never show; a listing descends only into source.
export function isListable(kind: FolderKind): boolean {
  return kind === 'source';
}

// The same by the name of a folder alone, where nobody can look into it any more.
export function isNeverListed(name: string): boolean {
  return NEVER_ENTERED.has(name) || name === 'node_modules';
}

// Which file an import means, and how a file names another in an import.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';

// How a file names modules: from its own package, or from a folder that is searched.
export type ImportStyle = { readonly kind: 'relative'; readonly within?: string } | { readonly kind: 'absolute'; readonly root: string };

export interface FoundModule {
  readonly uri: string;
  // The folder that the name counts from; undefined for a name that begins with dots.
  readonly root: string | undefined;
}

export class ModuleNames {
  readonly #files: ReadonlySet<string>;
  readonly #rootUri: string;

  constructor(files: readonly string[], rootUri: string) {
    this.#files = new Set(files);
    this.#rootUri = rootUri;
  }

  // The project's file that this name means in an import of the file; undefined for what is no part of the project.
  find(from: string, name: string): FoundModule | undefined {
    const [, dots = '', path = ''] = /^(\.*)(.*)$/.exec(name) ?? [];
    const parts = path === '' ? [] : path.split('.');
    if (dots !== '') {
      const uri = this.#at(upwards(folderOf(from), dots.length - 1), parts);
      return uri === undefined ? undefined : { uri, root: undefined };
    }
    for (const root of this.#searched(from)) {
      const uri = this.#at(root, parts);
      if (uri !== undefined) return { uri, root };
    }
    return undefined;
  }

  // What the file writes to import from the target.
  name(from: string, target: string, style: ImportStyle): string {
    if (style.kind === 'absolute') return this.#absolute(target, style.root);
    if (!this.isInReach(from, target, style.within))
      throw new RefusedRefactoring(`${fileName(target)} is outside of the package of ${fileName(from)}, which imports from its own package.`);
    const [folder, shared] = [folderOf(from), sharedFolder(from, target)];
    const up = folder === shared ? 0 : folder.slice(shared.length + 1).split('/').length;
    return `${'.'.repeat(up + 1)}${partsOf(target, shared).join('.')}`;
  }

  // Whether dots lead to the target without leaving the package, of which one that has no __init__.py may be known.
  isInReach(from: string, target: string, within: string | undefined): boolean {
    const shared = sharedFolder(from, target);
    return shared === folderOf(from) || (within !== undefined && isInside(shared, within)) || this.#isInPackage(shared);
  }

  // As the files of a package usually do; as scripts beside each other must.
  usualStyle(from: string, target: string, known: string | undefined): ImportStyle {
    if (known !== undefined && target.startsWith(`${known}/`)) return { kind: 'absolute', root: known };
    return { kind: 'absolute', root: this.usualRoot(from, target) };
  }

  usualRoot(from: string, target: string): string {
    const root = this.rootAbove(target);
    if (root !== folderOf(target) || root === folderOf(from) || !root.startsWith(`${this.#rootUri}/`)) return root;
    return root.startsWith(`${this.#rootUri}/src/`) ? `${this.#rootUri}/src` : this.#rootUri;
  }

  has(uri: string): boolean {
    return this.#files.has(uri);
  }

  isPackaged(uri: string): boolean {
    return this.#isPackage(folderOf(uri));
  }

  // The folder that absolute names of a file or a package count from.
  rootAbove(uri: string): string {
    let root = folderOf(uri);
    while (this.#isPackage(root) && root !== this.#rootUri) root = folderOf(root);
    return root;
  }

  #absolute(target: string, root: string): string {
    const parts = target.startsWith(`${root}/`) ? partsOf(target, root) : [];
    const [bad] = parts.filter((part) => !/^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(part));
    if (parts.length === 0 || bad !== undefined)
      throw new RefusedRefactoring(
        `${shownName(target)} cannot be imported by a name${bad === undefined ? ' from where the others are' : `: ${bad} is none`}.`,
      );
    return parts.join('.');
  }

  #at(folder: string, parts: readonly string[]): string | undefined {
    const path = [folder, ...parts].join('/');
    const names = [`${path}/__init__.py`, ...(parts.length > 0 ? [`${path}.py`] : [])];
    // Of what is built from another language there is only the stub.
    return [...names, ...names.map((name) => `${name}i`)].find((uri) => this.#files.has(uri));
  }

  #searched(from: string): readonly string[] {
    const own: string[] = [];
    for (let folder = folderOf(from); folder.startsWith(`${this.#rootUri}/`); folder = folderOf(folder)) own.push(folder);
    // In a package `import types` is that of the library, also beside a types.py.
    return [this.#rootUri, `${this.#rootUri}/src`, ...own.filter((folder) => !this.#isPackage(folder))];
  }

  #isInPackage(folder: string): boolean {
    for (let at = folder; isInside(at, this.#rootUri); at = folderOf(at)) if (this.#isPackage(at)) return true;
    return false;
  }

  #isPackage(folder: string): boolean {
    return this.#files.has(`${folder}/__init__.py`);
  }
}

export function fileName(uri: string): string {
  return uri.split('/').at(-1) ?? uri;
}

// For a sentence: there are many __init__.py.
export function shownName(uri: string): string {
  return uri
    .split('/')
    .slice(/\/__init__\.pyi?$/.test(uri) ? -2 : -1)
    .join('/');
}

// What an import calls it: of a package that is the folder's name.
export function moduleName(uri: string): string {
  return fileName(moduleAt(uri));
}

// The folder of the package that it is a module, or a package, of.
export function packageOf(uri: string): string {
  return folderOf(moduleAt(uri));
}

export function isInside(uri: string, folder: string): boolean {
  return uri === folder || uri.startsWith(`${folder}/`);
}

function moduleAt(uri: string): string {
  return uri.replace(/(?:\/__init__)?\.pyi?$/, '');
}

function partsOf(target: string, root: string): string[] {
  const parts = target
    .slice(root.length + 1)
    .replace(/\.pyi?$/, '')
    .split('/');
  return parts.at(-1) === '__init__' ? parts.slice(0, -1) : parts;
}

function sharedFolder(from: string, target: string): string {
  const folder = folderOf(from);
  let shared = folderOf(target);
  while (!isInside(folder, shared)) shared = folderOf(shared);
  return shared;
}

export function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}

export function upwards(folder: string, levels: number): string {
  let at = folder;
  for (let level = 0; level < levels; level++) at = folderOf(at);
  return at;
}

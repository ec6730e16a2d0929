// Which file an import means, and how a file names another in an import.
import { Refused } from '../refused.ts';

// How a file names modules: from its own package, or from a folder that is searched.
export type ImportStyle = { readonly kind: 'relative' } | { readonly kind: 'absolute'; readonly root: string };

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
    const folder = folderOf(from);
    let shared = folderOf(target);
    while (folder !== shared && !folder.startsWith(`${shared}/`)) shared = folderOf(shared);
    const up = folder === shared ? 0 : folder.slice(shared.length + 1).split('/').length;
    for (let at = 0; at < up; at++) {
      const package_ = upwards(folder, at);
      if (!this.#isPackage(package_) && !this.#isPackage(upwards(package_, 1)))
        throw new Refused(`${fileName(target)} is outside of the package of ${fileName(from)}, which imports from its own package.`);
    }
    return `${'.'.repeat(up + 1)}${partsOf(target, shared).join('.')}`;
  }

  // As the files of a package usually do; as scripts beside each other must.
  usualStyle(from: string, target: string, known: string | undefined): ImportStyle {
    if (known !== undefined && target.startsWith(`${known}/`)) return { kind: 'absolute', root: known };
    let root = folderOf(target);
    while (this.#isPackage(root) && root !== this.#rootUri) root = folderOf(root);
    if (root === folderOf(target) && root !== folderOf(from) && root.startsWith(`${this.#rootUri}/`))
      root = this.#files.size > 0 && root.startsWith(`${this.#rootUri}/src/`) ? `${this.#rootUri}/src` : this.#rootUri;
    return { kind: 'absolute', root };
  }

  isPackaged(uri: string): boolean {
    return this.#isPackage(folderOf(uri));
  }

  #absolute(target: string, root: string): string {
    const parts = target.startsWith(`${root}/`) ? partsOf(target, root) : [];
    const [bad] = parts.filter((part) => !/^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(part));
    if (parts.length === 0 || bad !== undefined)
      throw new Refused(`${fileName(target)} cannot be imported by a name${bad === undefined ? ' from where the others are' : `: ${bad} is none`}.`);
    return parts.join('.');
  }

  #at(folder: string, parts: readonly string[]): string | undefined {
    const path = [folder, ...parts].join('/');
    return [`${path}/__init__.py`, ...(parts.length > 0 ? [`${path}.py`] : [])].find((uri) => this.#files.has(uri));
  }

  #searched(from: string): readonly string[] {
    const own: string[] = [];
    for (let folder = folderOf(from); folder.startsWith(`${this.#rootUri}/`); folder = folderOf(folder)) own.push(folder);
    return [this.#rootUri, `${this.#rootUri}/src`, ...own];
  }

  #isPackage(folder: string): boolean {
    return this.#files.has(`${folder}/__init__.py`);
  }
}

export function fileName(uri: string): string {
  return uri.split('/').at(-1) ?? uri;
}

function partsOf(target: string, root: string): string[] {
  const parts = target
    .slice(root.length + 1)
    .replace(/\.py$/, '')
    .split('/');
  return parts.at(-1) === '__init__' ? parts.slice(0, -1) : parts;
}

export function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}

function upwards(folder: string, levels: number): string {
  let at = folder;
  for (let level = 0; level < levels; level++) at = folderOf(at);
  return at;
}

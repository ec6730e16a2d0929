// Where modules are before and after one of them moves, or a package with everything in it, and what an import then writes.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import { folderOf, isInside, ModuleNames, shownName, upwards } from './moduleNames.ts';

export interface MovedModule {
  // The module; of a package its __init__.py, also where there is none.
  readonly from: string;
  readonly to: string;
  readonly rootUri: string;
  // All files of the project.
  readonly files: readonly string[];
}

// What an import writes so far, and the name by which that leads to a module.
export interface WrittenImport {
  readonly path: string;
  readonly meaning: string;
}

export class Relocation {
  readonly before: ModuleNames;
  readonly after: ModuleNames;
  readonly #from: string;
  readonly #to: string;
  // The files that are there, not the packages that have none.
  readonly #oldFiles: ReadonlySet<string>;
  readonly #newFiles: ReadonlyMap<string, string>;

  constructor({ from, to, rootUri, files }: MovedModule) {
    const isPackage = from.endsWith('/__init__.py');
    this.#from = isPackage ? folderOf(from) : from;
    this.#to = isPackage ? folderOf(to) : to;
    const known = isPackage ? [...files, ...namespacesIn(this.#from, files)] : files;
    this.before = new ModuleNames(known, rootUri);
    this.after = new ModuleNames(
      known.map((uri) => this.newPlace(uri)),
      rootUri,
    );
    this.#oldFiles = new Set(files);
    this.#newFiles = new Map(files.map((uri) => [this.newPlace(uri), uri]));
  }

  isMoved(uri: string): boolean {
    return isInside(uri, this.#from);
  }

  // Of a file or a folder.
  newPlace(uri: string): string {
    return this.isMoved(uri) ? this.#to + uri.slice(this.#from.length) : uri;
  }

  // Dots that stay within what moves lead to the same as before.
  staysWithin(uri: string, path: string): boolean {
    return path.startsWith('.') && this.isMoved(packageMeant(uri, path));
  }

  // What the file writes after the move for a module in its new place.
  path(uri: string, written: WrittenImport, target: string): string {
    const place = this.newPlace(uri);
    const isRelative = written.path.startsWith('.');
    const within = isRelative ? packageMeant(uri, written.path) : undefined;
    if (isRelative && (place === uri || this.after.isPackaged(place)) && this.after.isInReach(place, target, within))
      return this.after.name(place, target, within === undefined ? { kind: 'relative' } : { kind: 'relative', within });
    const path = this.after.name(place, target, { kind: 'absolute', root: this.root(uri, written, target) });
    const isSearched = isRelative || this.before.find(uri, written.meaning) !== undefined;
    if (isSearched && this.after.has(target) && this.after.find(place, path)?.uri !== target)
      throw new RefusedRefactoring(`its new name ${path} does not lead to ${shownName(target)} from there.`);
    return path;
  }

  // The folder that an absolute name would count from.
  root(uri: string, { path, meaning }: WrittenImport, target: string): string {
    if (path.startsWith('.')) return this.after.rootAbove(packageMeant(uri, path));
    const known = this.before.find(uri, meaning)?.root;
    return known === undefined ? this.after.usualRoot(this.newPlace(uri), target) : this.newPlace(known);
  }

  // The packages that are read before the module when the file imports it, and were not before the move; as they are called before it.
  packagesReadAnew(uri: string, target: string): readonly string[] {
    const before = new Set(packagesAround(target, uri, (one) => this.#oldFiles.has(one)));
    const after = packagesAround(this.newPlace(target), this.newPlace(uri), (one) => this.#newFiles.has(one));
    return after.map((one) => this.#newFiles.get(one) ?? one).filter((one) => !before.has(one));
  }
}

// The package that the dots of a path mean.
function packageMeant(uri: string, path: string): string {
  const [dots = ''] = /^\.+/.exec(path) ?? [];
  return upwards(folderOf(uri), dots.length - 1);
}

function packagesAround(target: string, user: string, isThere: (uri: string) => boolean): readonly string[] {
  const found: string[] = [];
  for (let folder = folderOf(target); isThere(`${folder}/__init__.py`) && !isInside(user, folder); folder = folderOf(folder))
    found.push(`${folder}/__init__.py`);
  return found;
}

// Folders with modules that are packages without saying so.
function namespacesIn(folder: string, files: readonly string[]): readonly string[] {
  const known = new Set(files);
  const found = new Set<string>();
  for (const uri of files.filter((one) => isInside(one, folder) && /\.pyi?$/.test(one)))
    for (let at = folderOf(uri); isInside(at, folder); at = folderOf(at)) if (!known.has(`${at}/__init__.py`)) found.add(`${at}/__init__.py`);
  return [...found];
}

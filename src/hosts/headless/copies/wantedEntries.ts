// What a copy of a project should hold, as the project is at this moment: which files are copied, which entries are links and where they lead.
import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isInside } from '../../../base/files/realFolder.ts';
import { cancelled } from '../../../ide/errors/errors.ts';
import { type Stamp, stampFrom } from '../../../machine/files/folderTree.ts';

// Larger ones take longer to copy than an agent that edits waits.
const MOST_FILES = 5_000;
const MOST_BYTES = 64 * 1024 * 1024;
// No source is that long; such files are linked.
const LONGEST_COPIED = 1024 * 1024;
const VERSION_CONTROL = new Set(['.git', '.hg', '.svn', '.jj']);
const MODULES = 'node_modules';
// What says absolutely where files of the project are.
const NAMES_PATHS = /^(?:compile_commands\.json|compile_flags\.txt|\.clangd|[jt]sconfig.*\.json|pyrightconfig\.json|pyproject\.toml|go\.(?:mod|work))$/;
const COMPILE_COMMANDS = 'compile_commands.json';
const BUILD_FOLDERS = ['build', 'out', 'builddir', '_build', 'cmake-build-debug', 'cmake-build-release', 'build/debug', 'build/release'];

// The project is larger than what is copied, in words for an agent.
export class TooLarge extends Error {}

export type WantedEntry =
  | { readonly kind: 'folder' }
  | { readonly kind: 'link'; readonly leadsTo: string }
  // The stamp was taken before anybody reads the text.
  | { readonly kind: 'file'; readonly from: string; readonly stamp: Stamp };

// By the places in the copy, each folder before what is in it.
export type WantedEntries = ReadonlyMap<string, WantedEntry>;

// Where a project is copied from and to.
export interface CopyPlaces {
  readonly original: string;
  // Of the project in the copy.
  readonly root: string;
  // Folders around the project, outermost first.
  readonly above: readonly string[];
}

// `versioned` are the paths of the project's own files, relative with forward slashes. Throws TooLarge.
export async function wantedEntries(places: CopyPlaces, versioned: readonly string[], signal: AbortSignal): Promise<WantedEntries> {
  if (versioned.length > MOST_FILES) throw tooManyFiles(versioned.length);
  return new Wanted(places, await foldersOf(places.original, versioned), signal).all();
}

// Whether a file says absolutely where others are, so that the copy holds another text.
export function namesPaths(path: string): boolean {
  return NAMES_PATHS.test(basename(path));
}

// A file of the project as it is in the copy.
export async function copiedText(from: string, { original, root }: Pick<CopyPlaces, 'original' | 'root'>): Promise<Buffer> {
  const bytes = await readFile(from);
  return namesPaths(from) ? Buffer.from(bytes.toString('utf8').replaceAll(original, root)) : bytes;
}

class Wanted {
  readonly #places: CopyPlaces;
  // Folders of the project that are folders in the copy too, relative; all others are links.
  readonly #own: ReadonlySet<string>;
  readonly #signal: AbortSignal;
  readonly #entries = new Map<string, WantedEntry>();
  #files = 0;
  #bytes = 0;

  constructor(places: CopyPlaces, own: ReadonlySet<string>, signal: AbortSignal) {
    this.#places = places;
    this.#own = own;
    this.#signal = signal;
  }

  async all(): Promise<WantedEntries> {
    for (const outer of this.#places.above) await this.#around(outer);
    await this.#mirrored('');
    return this.#entries;
  }

  async #mirrored(folder: string): Promise<void> {
    if (this.#signal.aborted) throw cancelled();
    const from = join(this.#places.original, folder);
    this.#entries.set(this.#placeOf(from), { kind: 'folder' });
    await Promise.all(
      (await entriesOf(from)).map(async (entry) => {
        const below = folder === '' ? entry.name : `${folder}/${entry.name}`;
        const path = join(from, entry.name);
        if (VERSION_CONTROL.has(entry.name)) return;
        if (entry.isDirectory() && entry.name === MODULES) return this.#modules(path);
        if (entry.isDirectory() && this.#own.has(below)) return this.#mirrored(below);
        return entry.isFile() ? this.#file(path) : this.#link(path);
      }),
    );
  }

  async #file(path: string): Promise<void> {
    const taken = Date.now();
    // One that has gone since its folder was read is not wanted.
    const stats = await lstat(path).catch(() => undefined);
    // A pipe has nothing to copy, and would be waited for.
    if (stats?.isFile() !== true) return;
    if (stats.size > LONGEST_COPIED && !namesPaths(path)) return this.#link(path);
    this.#files += 1;
    this.#bytes += stats.size;
    if (this.#files > MOST_FILES) throw tooManyFiles(this.#files);
    if (this.#bytes > MOST_BYTES) throw new TooLarge(`a copy to check it in would be larger than ${MOST_BYTES / 1024 / 1024} MB.`);
    this.#entries.set(this.#placeOf(path), { kind: 'file', from: path, stamp: stampFrom(stats, taken) });
  }

  // Packages of a workspace are links to folders of the project: in the copy, to those of the copy.
  async #modules(folder: string): Promise<void> {
    this.#entries.set(this.#placeOf(folder), { kind: 'folder' });
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name.startsWith('@')) await this.#modules(path);
      else await this.#link(path);
    }
  }

  // Files and folders beside the project that it may lead to with `..`, or that engines look for above it.
  async #around(outer: string): Promise<void> {
    this.#entries.set(this.#placeOf(outer), { kind: 'folder' });
    for (const entry of await entriesOf(outer)) {
      const path = join(outer, entry.name);
      if (VERSION_CONTROL.has(entry.name) || isInside(path, this.#places.original)) continue;
      if (entry.isDirectory() && entry.name === MODULES) await this.#modules(path);
      else await this.#link(path);
    }
  }

  async #link(path: string): Promise<void> {
    this.#entries.set(this.#placeOf(path), { kind: 'link', leadsTo: await leadsToInCopy(path, this.#places, (folder) => this.#own.has(folder)) });
  }

  // In the copy, also for what is around the project.
  #placeOf(path: string): string {
    return resolve(this.#places.root, relative(this.#places.original, path));
  }
}

// What is no link itself leads to the original: its counterpart would be the very link that is made here.
export async function leadsToInCopy(path: string, places: CopyPlaces, isOwn: (folder: string) => boolean): Promise<string> {
  if (!(await lstat(path)).isSymbolicLink()) return path;
  return counterpart(await realpath(path).catch(async () => resolve(dirname(path), await readlink(path))), places, isOwn);
}

// What belongs to the project is in the copy; dependencies stay where they are, so that each is one file however it is reached.
export function counterpart(path: string, { original, root }: CopyPlaces, isOwn: (folder: string) => boolean): string {
  if (!isInside(original, path)) return path;
  const below = relative(original, path).split(sep);
  return below.includes(MODULES) || !isOwn(below.slice(0, -1).join('/')) ? path : join(root, relative(original, path));
}

// Every folder above one of these files, and those in which build tools leave how files are compiled.
async function foldersOf(original: string, versioned: readonly string[]): Promise<Set<string>> {
  const folders = new Set(['']);
  const add = (folder: string): void => {
    if (folders.has(folder)) return;
    folders.add(folder);
    add(folder.slice(0, Math.max(0, folder.lastIndexOf('/'))));
  };
  for (const path of versioned) add(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  for (const folder of BUILD_FOLDERS) if ((await stat(join(original, folder, COMPILE_COMMANDS)).catch(() => undefined)) !== undefined) add(folder);
  return folders;
}

// A folder that cannot be read, or is gone, has nothing to copy.
export async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

function tooManyFiles(count: number): TooLarge {
  return new TooLarge(
    `a copy to check it in would have more than ${MOST_FILES.toLocaleString('en')} files${count > MOST_FILES + 1 ? ` (${count.toLocaleString('en')})` : ''}.`,
  );
}

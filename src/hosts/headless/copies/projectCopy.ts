// A private copy of a project in a temporary folder: its own files are copied, what it depends on is linked, and nothing is ever written through a link.
import { constants, type Dirent } from 'node:fs';
import { copyFile, lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isInside } from '../../../base/files/realFolder.ts';
import { cancelled } from '../../../ide/errors/errors.ts';
import { ancestorsOf } from './ancestors.ts';

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

export class ProjectCopy implements AsyncDisposable {
  // Where the project's root is in the copy.
  readonly root: string;
  readonly #original: string;
  readonly #folder: string;
  // Folders of the project that are folders in the copy too, relative; all others are links.
  readonly #own: Set<string>;
  readonly #signal: AbortSignal;
  #files = 0;
  #bytes = 0;

  private constructor(original: string, folder: string, root: string, own: Set<string>, signal: AbortSignal) {
    this.#original = original;
    this.#folder = folder;
    this.root = root;
    this.#own = own;
    this.#signal = signal;
  }

  // `versioned` are the paths of the project's own files, relative with forward slashes. Throws TooLarge.
  static async make(original: string, versioned: readonly string[], signal: AbortSignal): Promise<ProjectCopy> {
    if (versioned.length > MOST_FILES) throw tooManyFiles(versioned.length);
    const above = await ancestorsOf(original);
    // The process that it belongs to is in its name, for whoever finds it after that has died.
    const folder = await realpath(await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`)));
    const root = join(folder, basename(above[0] ?? original), ...relative(above[0] ?? original, original).split(sep));
    const copy = new ProjectCopy(original, folder, root, await foldersOf(original, versioned), signal);
    try {
      await mkdir(root, { recursive: true });
      for (const outer of above) await copy.#linkAround(outer);
      await copy.#mirror('');
    } catch (error) {
      await copy[Symbol.asyncDispose]();
      throw error;
    }
    return copy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  // For whoever keeps something about the copy for as long as it is there.
  get stateFolder(): string {
    return join(this.#folder, '.state');
  }

  // Where a file of the project is in the copy.
  copied(path: string): string {
    return isInside(this.#original, path) ? join(this.root, relative(this.#original, path)) : path;
  }

  // The text with paths of the copy as paths of the project.
  named(text: string): string {
    return text.replaceAll(this.root, this.#original).replaceAll(this.#folder, dirname(this.#original));
  }

  async write(path: string, content: Buffer): Promise<void> {
    const target = await this.#cleared(path);
    await writeFile(target, content, { flag: 'wx' });
  }

  async link(path: string, leadsTo: string): Promise<void> {
    const target = await this.#cleared(path);
    await symlink(this.#counterpart(resolve(dirname(path), leadsTo)), target);
  }

  async copyOf(path: string, from: string): Promise<void> {
    const target = await this.#cleared(path);
    await copyFile(from, target, constants.COPYFILE_FICLONE);
  }

  // With the folders that it leaves empty: Python would take one for a package.
  async remove(path: string): Promise<void> {
    const target = await this.#cleared(path);
    for (let folder = dirname(target); folder !== this.root; folder = dirname(folder)) {
      if ((await readdir(folder)).length > 0) return;
      await rmdir(folder);
    }
  }

  // Its place in the copy, with nothing there, in a folder of the copy.
  async #cleared(path: string): Promise<string> {
    if (!isInside(this.#original, path)) throw new TypeError(`${path} is not in ${this.#original}`);
    await this.#makeOwn(relative(this.#original, dirname(path)));
    const target = this.copied(path);
    await rm(target, { force: true, recursive: true });
    return target;
  }

  // A linked folder on the way becomes a folder of links.
  async #makeOwn(folder: string): Promise<void> {
    const target = join(this.root, folder);
    if (folder !== '') await this.#makeOwn(relative(this.root, dirname(target)));
    const found = await lstat(target).catch(() => undefined);
    if (found?.isDirectory()) return;
    await rm(target, { force: true });
    await mkdir(target);
    if (found !== undefined) for (const entry of await entriesOf(join(this.#original, folder))) await this.#linkEntry(join(this.#original, folder, entry.name));
  }

  async #mirror(folder: string): Promise<void> {
    if (this.#signal.aborted) throw cancelled();
    const from = join(this.#original, folder);
    await Promise.all(
      (await entriesOf(from)).map(async (entry) => {
        const below = folder === '' ? entry.name : `${folder}/${entry.name}`;
        const path = join(from, entry.name);
        if (VERSION_CONTROL.has(entry.name)) return;
        if (entry.isDirectory() && entry.name === MODULES) return this.#linkModules(path);
        if (entry.isDirectory() && this.#own.has(below)) {
          await mkdir(this.copied(path), { recursive: true });
          return this.#mirror(below);
        }
        return entry.isFile() ? this.#copyFile(path) : this.#linkEntry(path);
      }),
    );
  }

  async #copyFile(path: string): Promise<void> {
    const stats = await stat(path);
    // A pipe has nothing to copy, and would be waited for.
    if (!stats.isFile()) return;
    const { size } = stats;
    const namesPaths = NAMES_PATHS.test(basename(path));
    if (size > LONGEST_COPIED && !namesPaths) return this.#linkEntry(path);
    this.#files += 1;
    this.#bytes += size;
    if (this.#files > MOST_FILES) throw tooManyFiles(this.#files);
    if (this.#bytes > MOST_BYTES) throw new TooLarge(`a copy to check it in would be larger than ${MOST_BYTES / 1024 / 1024} MB.`);
    if (!namesPaths) return copyFile(path, this.copied(path), constants.COPYFILE_FICLONE);
    const text = await readFile(path, 'utf8');
    return writeFile(this.copied(path), text.replaceAll(this.#original, this.root));
  }

  // Packages of a workspace are links to folders of the project: in the copy, to those of the copy.
  async #linkModules(folder: string): Promise<void> {
    const target = this.#placeOf(folder);
    await mkdir(target, { recursive: true });
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name.startsWith('@')) await this.#linkModules(path);
      else await this.#linkEntry(path);
    }
  }

  // Files and folders beside the project that it may lead to with `..`, or that engines look for above it.
  async #linkAround(outer: string): Promise<void> {
    for (const entry of await entriesOf(outer)) {
      const path = join(outer, entry.name);
      if (VERSION_CONTROL.has(entry.name) || isInside(path, this.#original)) continue;
      if (entry.isDirectory() && entry.name === MODULES) await this.#linkModules(path);
      else await this.#linkEntry(path);
    }
  }

  async #linkEntry(path: string): Promise<void> {
    // What is no link itself leads to the original: its counterpart would be the very link that is made here.
    const isLink = (await lstat(path)).isSymbolicLink();
    const leadsTo = isLink ? this.#counterpart(await realpath(path).catch(async () => resolve(dirname(path), await readlink(path)))) : path;
    await symlink(leadsTo, this.#placeOf(path));
  }

  // What belongs to the project is in the copy; dependencies stay where they are, so that each is one file however it is reached.
  #counterpart(path: string): string {
    if (!isInside(this.#original, path)) return path;
    const below = relative(this.#original, path).split(sep);
    return below.includes(MODULES) || !this.#own.has(below.slice(0, -1).join('/')) ? path : this.copied(path);
  }

  // In the copy, also for what is around the project.
  #placeOf(path: string): string {
    return resolve(this.root, relative(this.#original, path));
  }
}

const PREFIX = 'binnacle-copy-';

// What processes that have died have left behind.
export async function removeAbandonedCopies(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (!Number.isNaN(pid) && !isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
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
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

function tooManyFiles(count: number): TooLarge {
  return new TooLarge(
    `a copy to check it in would have more than ${MOST_FILES.toLocaleString('en')} files${count > MOST_FILES + 1 ? ` (${count.toLocaleString('en')})` : ''}.`,
  );
}

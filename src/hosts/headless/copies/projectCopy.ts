// A private copy of a project in a temporary folder: its own files are copied, what it depends on is linked, and nothing is ever written through a link.
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isInside } from '../../../base/files/realFolder.ts';
import { sameStamp, stampIsFresh } from '../../../machine/files/folderTree.ts';
import { ancestorsOf } from './ancestors.ts';
import { type CopyPlaces, copiedText, counterpart, entriesOf, leadsToInCopy, namesPaths, type WantedEntry, wantedEntries } from './wantedEntries.ts';

// Thrown where the project has changed in a way that a copy cannot follow: another one must be made.
export class Outdated extends Error {}

export class ProjectCopy implements AsyncDisposable {
  readonly #folder: string;
  readonly #places: CopyPlaces;
  // What it holds, by the places in it, as of the last look at the project.
  readonly #held = new Map<string, WantedEntry>();
  // Where something else may be by now: what a plan has put there, or somebody else.
  readonly #doubtful = new Set<string>();
  // Every place that was changed here since `forgetWritten`, added before it is.
  readonly #written = new Set<string>();
  // A plan went into what was a link.
  #isTakenApart = false;

  private constructor(folder: string, places: CopyPlaces) {
    this.#folder = folder;
    this.#places = places;
  }

  // `versioned` are the paths of the project's own files, relative with forward slashes. Throws TooLarge.
  static async make(original: string, versioned: readonly string[], signal: AbortSignal): Promise<ProjectCopy> {
    const above = await ancestorsOf(original);
    // The process that it belongs to is in its name, for whoever finds it after that has died.
    const folder = await realpath(await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`)));
    const root = join(folder, basename(above[0] ?? original), ...relative(above[0] ?? original, original).split(sep));
    const copy = new ProjectCopy(folder, { original, root, above });
    try {
      const wanted = await wantedEntries(copy.#places, versioned, signal);
      for (const [place, entry] of wanted) if (entry.kind === 'folder') await copy.#create(place, entry);
      await Promise.all([...wanted].map(async ([place, entry]) => (entry.kind === 'folder' ? undefined : copy.#create(place, entry))));
    } catch (error) {
      await copy[Symbol.asyncDispose]();
      throw error;
    }
    return copy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  // Where the project's root is in the copy.
  get root(): string {
    return this.#places.root;
  }

  // For whoever keeps something about the copy for as long as it is there.
  get stateFolder(): string {
    return join(this.#folder, '.state');
  }

  // Whether it can follow the project. What lies around a project nobody listens to.
  get canFollow(): boolean {
    return this.#places.above.length === 0 && !this.#isTakenApart;
  }

  // Where a file of the project is in the copy.
  copied(path: string): string {
    const { original, root } = this.#places;
    return isInside(original, path) ? join(root, relative(original, path)) : path;
  }

  // Whether a file of the project is reached in the copy only through a link, so that engines of the copy do not hear of its changes.
  isLinked(path: string): boolean {
    for (let place = this.copied(path); isInside(this.root, place); place = dirname(place)) {
      const held = this.#held.get(place);
      if (held !== undefined) return held.kind === 'link';
    }
    return false;
  }

  // Whether it was we who changed this place of the copy.
  hasWritten(place: string): boolean {
    return this.#written.has(place);
  }

  forgetWritten(): void {
    this.#written.clear();
  }

  // Compares this place of the copy with the project before it is used again, however old the file looks.
  doubt(place: string): void {
    this.#doubtful.add(place);
  }

  // The text with paths of the copy as paths of the project.
  named(text: string): string {
    return text.replaceAll(this.root, this.#places.original).replaceAll(this.#folder, dirname(this.#places.original));
  }

  // Makes it what the project is now, without any plan. Throws Outdated, TooLarge.
  async follow(versioned: readonly string[], signal: AbortSignal): Promise<void> {
    const wanted = await wantedEntries(this.#places, versioned, signal);
    const gone = [...new Set([...this.#doubtful, ...this.#held.keys()])].filter((place) => !wanted.has(place));
    // The deepest first, so that a folder is empty when its turn comes.
    for (const place of gone.sort((one, other) => other.length - one.length)) await this.#drop(place);
    for (const [place, entry] of wanted) if (entry.kind === 'folder') await this.#followFolder(place);
    await Promise.all([...wanted].map(async ([place, entry]) => (entry.kind === 'folder' ? undefined : this.#followEntry(place, entry))));
    this.#doubtful.clear();
  }

  async write(path: string, content: Buffer): Promise<void> {
    const target = await this.#cleared(path);
    await writeFile(target, content, { flag: 'wx' });
  }

  async link(path: string, leadsTo: string): Promise<void> {
    const target = await this.#cleared(path);
    await symlink(counterpart(resolve(dirname(path), leadsTo), this.#places, this.#isOwn), target);
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
      this.#doubtful.add(folder);
      await rmdir(folder);
    }
  }

  // Its place in the copy, with nothing there, in a folder of the copy.
  async #cleared(path: string): Promise<string> {
    const { original } = this.#places;
    if (!isInside(original, path)) throw new TypeError(`${path} is not in ${original}`);
    await this.#makeOwn(relative(original, dirname(path)));
    const target = this.copied(path);
    const held = this.#held.get(target);
    if (held !== undefined && held.kind !== 'file') this.#isTakenApart = true;
    this.#writes(target);
    await rm(target, { force: true, recursive: true });
    return target;
  }

  // A linked folder on the way becomes a folder of links.
  async #makeOwn(folder: string): Promise<void> {
    const target = join(this.root, folder);
    if (folder !== '') await this.#makeOwn(relative(this.root, dirname(target)));
    const found = await lstat(target).catch(() => undefined);
    if (found?.isDirectory()) return;
    if (found !== undefined) this.#isTakenApart = true;
    this.#writes(target);
    await rm(target, { force: true });
    await mkdir(target);
    if (found === undefined) return;
    const original = join(this.#places.original, folder);
    for (const { name } of await entriesOf(original)) {
      this.#writes(join(target, name));
      await symlink(await leadsToInCopy(join(original, name), this.#places, this.#isOwn), join(target, name));
    }
  }

  // Of a folder of the project, relative with forward slashes.
  readonly #isOwn = (folder: string): boolean => this.#held.get(join(this.root, folder))?.kind === 'folder';

  #writes(place: string): void {
    this.#written.add(place);
    this.#doubtful.add(place);
  }

  async #create(place: string, entry: WantedEntry): Promise<void> {
    if (entry.kind === 'folder') await mkdir(place, { recursive: true });
    else if (entry.kind === 'link') await symlink(entry.leadsTo, place);
    else if (namesPaths(entry.from)) await writeFile(place, await copiedText(entry.from, this.#places), { flag: 'wx' });
    else await copyFile(entry.from, place, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    this.#held.set(place, entry);
  }

  async #drop(place: string): Promise<void> {
    const held = this.#held.get(place);
    if (held?.kind === 'link') throw new Outdated();
    this.#held.delete(place);
    const found = await lstat(place).catch(() => undefined);
    if (found === undefined) return;
    // What an engine keeps for itself may stay in a folder.
    if (found.isDirectory()) return rmdir(place).catch(() => {});
    this.#written.add(place);
    await rm(place);
  }

  async #followFolder(place: string): Promise<void> {
    const held = this.#held.get(place);
    if (held !== undefined && held.kind !== 'folder') throw new Outdated();
    if (held === undefined || this.#doubtful.has(place)) await mkdir(place, { recursive: true });
    this.#held.set(place, { kind: 'folder' });
  }

  async #followEntry(place: string, entry: Exclude<WantedEntry, { kind: 'folder' }>): Promise<void> {
    const held = this.#held.get(place);
    if (entry.kind === 'link') {
      // Engines keep what they have found behind a link, whoever tells them that it leads elsewhere.
      if (held?.kind !== 'link' || held.leadsTo !== entry.leadsTo) throw new Outdated();
      if (this.#doubtful.has(place) && (await readlink(place)) !== entry.leadsTo) throw new Outdated();
      return;
    }
    if (held !== undefined && held.kind !== 'file') throw new Outdated();
    const isSame = held !== undefined && sameStamp(held.stamp, entry.stamp) && !stampIsFresh(held.stamp);
    if (isSame && !this.#doubtful.has(place)) return;
    const text = await copiedText(entry.from, this.#places);
    const there = await readFile(place).catch(() => undefined);
    if (there === undefined || !there.equals(text)) {
      this.#written.add(place);
      await rm(place, { force: true });
      await writeFile(place, text, { flag: 'wx' });
    }
    this.#held.set(place, entry);
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

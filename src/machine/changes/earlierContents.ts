// What the project's files held before a process ran: what is staged and clean stays with git, everything else is remembered by us, up to a bound.
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathOf } from '../../base/files/fileUri.ts';
import { systemErrorCode } from '../../base/files/systemError.ts';
import type { FileChange } from '../../ide/doors/documents.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import type { VersionedFile } from '../files/diskDocuments.ts';
import { type Stamp, sameStamp, stampOf } from '../files/folderTree.ts';
import { projectPath } from '../files/ignoreChain.ts';
import type { Processes } from '../processes/processes.ts';
import { type FileState, fileStateAt } from './fileState.ts';
import { type GitQuestion, headOf, indexFileOf, stagedContents, stagedFiles, type TrackedFiles, trackedFiles } from './gitContents.ts';
import { type Kept, KeptContents } from './keptContents.ts';
import { inParallel } from './writeSteps.ts';

// What is needed of the room that listens to the disk.
export interface ObservedTree {
  settle(signal: AbortSignal): Promise<unknown>;
  versioned(signal: AbortSignal): Promise<readonly VersionedFile[]>;
  onChanges(listener: (changes: readonly FileChange[]) => void): Disposable;
  ignoredAt(path: string): string | undefined;
}

export interface EarlierContentsOptions {
  readonly root: string;
  // Git may run filters that its configuration names, so it is not asked about what nobody trusts.
  readonly trusted: boolean;
  // Ours, outside the project.
  readonly folder: string;
  readonly tree: ObservedTree;
  readonly processes: Processes;
}

// The moment at which it was asked for, until it is let go.
export interface Earlier extends Disposable {
  readonly git: GitState | undefined;
  // Of those that are known. Paths are relative to the project.
  statesOf(paths: readonly string[]): Promise<States>;
}

type States = ReadonlyMap<string, NonNullable<FileState>>;

export interface GitState {
  readonly index: string;
  // Only for comparing.
  readonly head: string;
}

interface Coverage {
  readonly index: string;
  // What was staged when git was asked which files are clean.
  readonly copy: string;
}

interface FromGit {
  readonly tracked: TrackedFiles;
  readonly coverage: Coverage | undefined;
  readonly stamp: Stamp | undefined;
}

const MEGABYTE = 1024 * 1024;
// Per project, on disk. Only files that git does not know as they are: new ones, edited ones, or all of them where there is no git.
const MOST_KEPT_BYTES = 64 * MEGABYTE;
export const LARGEST_KEPT_FILE = 16 * MEGABYTE;
const MOST_KEPT_FILES = 5_000;
const LARGEST_STORE = 8 * MOST_KEPT_BYTES;
// More than this at once is asked of git again, which knows most of them.
const MANY_HEARD = 1_000;

export class EarlierContents {
  readonly #options: EarlierContentsOptions;
  readonly #question: GitQuestion;
  readonly #contents: KeptContents;
  readonly #heard = new Set<string>();
  // Tracked, but not known to be as staged: git has some other text of these.
  #unlikeStaged = new Set<string>();
  #kept = new Map<string, Kept>();
  #keptBytes = 0;
  #coverage: Coverage | undefined;
  #askedAt: Stamp | undefined;
  #listening: Disposable | undefined;
  #users = 0;
  #copies = 0;

  constructor(options: EarlierContentsOptions) {
    this.#options = options;
    this.#question = options;
    this.#contents = new KeptContents(join(options.folder, 'earlier.contents'));
  }

  // Costs next to nothing when nothing has changed since the last time. What is heard after `settled` was called came later than what is remembered.
  async now(signal: AbortSignal, settled: () => void): Promise<Earlier> {
    const isFirst = this.#listening === undefined;
    this.#listening ??= this.#options.tree.onChanges((changes) => this.#hear(changes));
    await this.#options.tree.settle(signal);
    settled();
    const heard = new Set(this.#heard);
    this.#heard.clear();
    const isWasteful = this.#users === 0 && this.#contents.bytes > 2 * MOST_KEPT_BYTES;
    if (isWasteful) await this.#forget();
    for (const path of heard) {
      this.#drop(path);
      this.#unlikeStaged.add(path);
    }
    if (isFirst || isWasteful || heard.size > MANY_HEARD || !this.#isCovered()) await this.#lookAtAll(signal);
    else if (heard.size > 0) await this.#keepAll((await this.#options.tree.versioned(signal)).filter(({ path }) => heard.has(path)));
    return this.#handOut();
  }

  async close(): Promise<void> {
    this.#listening?.[Symbol.dispose]();
    this.#listening = undefined;
    await this.#removeCopies(undefined);
    await this.#contents.close();
  }

  #handOut(): Earlier {
    const kept = new Map(this.#kept);
    const unlikeStaged = new Set(this.#unlikeStaged);
    const coverage = this.#coverage;
    this.#users += 1;
    let isHeld = true;
    return {
      git: coverage === undefined ? undefined : { index: coverage.index, head: headOf(coverage.index) },
      statesOf: async (paths) => {
        const staged = paths.filter((path) => !kept.has(path) && !unlikeStaged.has(path));
        return new Map([...(await this.#keptStates(paths, kept)), ...(await this.#stagedStates(staged, coverage))]);
      },
      [Symbol.dispose]: () => {
        if (isHeld) this.#users -= 1;
        isHeld = false;
      },
    };
  }

  async #keptStates(paths: readonly string[], kept: ReadonlyMap<string, Kept>): Promise<States> {
    const states = new Map<string, NonNullable<FileState>>();
    await inParallel(paths, async (path) => {
      const known = kept.get(path);
      if (known !== undefined) states.set(path, await this.#contents.read(known));
    });
    return states;
  }

  async #stagedStates(paths: readonly string[], coverage: Coverage | undefined): Promise<States> {
    if (coverage === undefined || paths.length === 0) return new Map();
    return stagedContents(this.#question, within(MOST_KEPT_BYTES, await stagedFiles(this.#question, coverage.copy, paths)));
  }

  #hear(changes: readonly FileChange[]): void {
    for (const { uri } of changes) this.#heard.add(projectPath(this.#options.root, pathOf(uri)));
    // Whoever changes this many makes us look at everything anyhow; the first of them are as good as all.
    if (this.#heard.size > MOST_HEARD) for (const path of [...this.#heard].slice(MANY_HEARD + 1)) this.#forgetHeard(path);
  }

  #forgetHeard(path: string): void {
    this.#heard.delete(path);
    this.#drop(path);
  }

  // Nothing was staged or unstaged since git was asked.
  #isCovered(): boolean {
    const index = this.#index();
    const stamp = index === undefined ? undefined : stampOf(index);
    if (stamp === undefined || this.#askedAt === undefined) return stamp === this.#askedAt;
    return sameStamp(stamp, this.#askedAt);
  }

  #index(): string | undefined {
    return this.#options.trusted ? indexFileOf(this.#options.root) : undefined;
  }

  async #lookAtAll(signal: AbortSignal): Promise<void> {
    const { tracked, coverage, stamp } = await this.#askGit();
    this.#coverage = coverage;
    this.#askedAt = stamp;
    this.#unlikeStaged = new Set(tracked.other);
    if (this.#users === 0) await this.#removeCopies(coverage?.copy);
    const uncovered = (await this.#options.tree.versioned(signal)).filter(({ path }) => !tracked.clean.has(path));
    const wanted = new Set(uncovered.map(({ path }) => path));
    for (const path of [...this.#kept.keys()]) if (!wanted.has(path)) this.#drop(path);
    await this.#keepAll(uncovered.filter(({ path }) => !this.#kept.has(path)));
  }

  async #askGit(): Promise<FromGit> {
    const index = this.#index();
    const stamp = index === undefined ? undefined : stampOf(index);
    if (index === undefined || stamp === undefined) return { tracked: NOTHING_TRACKED, coverage: undefined, stamp: undefined };
    const copy = await this.#copied(index);
    const tracked = copy === undefined ? undefined : await trackedFiles(this.#question);
    const after = stampOf(index);
    // What was staged meanwhile may be clean and not in the copy; then everything is remembered, and the next call asks again.
    if (copy === undefined || tracked === undefined || after === undefined || !sameStamp(stamp, after))
      return { tracked: NOTHING_TRACKED, coverage: undefined, stamp };
    return { tracked, coverage: { index, copy }, stamp };
  }

  // Git replaces its index as a whole, so a copy is never half of one. Undefined on a full disk.
  async #copied(index: string): Promise<string | undefined> {
    const copy = join(this.#options.folder, `${COPY}${++this.#copies}`);
    try {
      await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
      await copyFile(index, copy);
      return copy;
    } catch (error) {
      if (systemErrorCode(error) === undefined) throw error;
      return undefined;
    }
  }

  // Small ones first, so that a bound leaves out as few as possible.
  async #keepAll(files: readonly VersionedFile[]): Promise<void> {
    // Somebody has been observed for so long that nothing could be thrown away meanwhile.
    if (this.#contents.bytes > LARGEST_STORE) return;
    const small = files.filter(({ bytes }) => bytes <= LARGEST_KEPT_FILE);
    const fitting = within(MOST_KEPT_BYTES - this.#keptBytes, small).slice(0, Math.max(0, MOST_KEPT_FILES - this.#kept.size));
    await inParallel(fitting, ({ path }) => this.#keep(path));
  }

  async #keep(path: string): Promise<void> {
    try {
      const state = await fileStateAt(join(this.#options.root, path), path);
      if (state === undefined) return;
      const kept = await this.#contents.keep(state);
      this.#kept.set(path, kept);
      this.#keptBytes += lengthOf(kept);
    } catch (error) {
      // A file that nobody may read, or a full disk: what it held will not be known, and that will be said.
      if (!(error instanceof IdeError) && systemErrorCode(error) === undefined) throw error;
    }
  }

  #drop(path: string): void {
    const kept = this.#kept.get(path);
    if (kept === undefined) return;
    this.#kept.delete(path);
    this.#keptBytes -= lengthOf(kept);
  }

  async #forget(): Promise<void> {
    this.#kept = new Map();
    this.#keptBytes = 0;
    await this.#contents.empty();
  }

  // Those of a daemon that was killed, too.
  async #removeCopies(except: string | undefined): Promise<void> {
    const { folder } = this.#options;
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(COPY));
    for (const copy of names.map((name) => join(folder, name))) if (copy !== except) await rm(copy, { force: true });
  }
}

const COPY = 'earlier.index-';
const MOST_HEARD = 20_000;
const NOTHING_TRACKED: TrackedFiles = { clean: new Set(), other: new Set() };

function lengthOf(kept: Kept): number {
  return kept.kind === 'file' ? kept.length : 0;
}

function within<File extends { readonly bytes: number }>(most: number, files: readonly File[]): readonly File[] {
  const sorted = files.toSorted((a, b) => a.bytes - b.bytes);
  let bytes = 0;
  const tooMany = sorted.findIndex((file) => {
    bytes += file.bytes;
    return bytes > most;
  });
  return tooMany < 0 ? sorted : sorted.slice(0, tooMany);
}

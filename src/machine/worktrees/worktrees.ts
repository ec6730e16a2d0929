// Trees that belong to conversations: made with what a project holds at this moment, found again by later daemons, and taken away when nothing in them is missed.
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { isInside } from '../../base/files/realFolder.ts';
import type { Log } from '../../base/log.ts';
import { isAlive, ownIdentity } from '../../base/processes/processIdentity.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { isolationFailed } from '../../ide/errors/worktreeErrors.ts';
import { folderNameFor, scratchFolder } from '../files/scratchFolder.ts';
import type { Processes } from '../processes/processes.ts';
import { copyFiles } from './copiedFiles.ts';
import { linkDependencies } from './linkedDependencies.ts';
import { giveOwnGit } from './ownGit.ts';
import { projectFiles, repositoryAround } from './projectFiles.ts';
import { TreeRecord } from './treeRecord.ts';
import { agentsIndexIn, MADE, MadeTree, RECORD, Worktree, writeMade } from './worktree.ts';
import { WorktreeGit } from './worktreeGit.ts';

export interface WorktreesOptions {
  readonly stateFolder: string;
  readonly processes: Processes;
  readonly log: Log;
}

const FOLDER = 'worktrees';
const OWNER = 'owner.json';
// By how many milliseconds the times of files may lag behind the clock.
const COARSENESS = 20;
// With who is removing it, whom nobody else helps: two that remove the same folders at once both fail.
const REMOVED = 'removed-';
const REMOVING = /^removed-(\d+)\.([^.]+)\./;
const Owner = z.object({ pid: z.number(), started: z.string() });
// What other rooms keep of a folder that is open as a project.
const KEPT_ELSEWHERE = ['changes', 'debugging', 'testing', 'editor'];
const NEVER = new AbortController().signal;

export class Worktrees {
  readonly #options: WorktreesOptions;
  readonly #folder: string;
  readonly #git: WorktreeGit;
  readonly #listeners: ((id: string) => void)[] = [];
  readonly #opened = new Set<string>();
  // Resolves when what dead processes have left behind is gone.
  readonly reaped: Promise<void>;

  constructor(options: WorktreesOptions) {
    this.#options = options;
    this.#folder = join(options.stateFolder, FOLDER);
    this.#git = new WorktreeGit(options.processes);
    this.reaped = this.#reap().catch((error: unknown) => options.log.warn(`trees that are left behind: ${String(error)}`));
  }

  // How much of which tree is not merged has changed.
  onChange(listener: (id: string) => void): void {
    this.#listeners.push(listener);
  }

  // project: an absolute path through links. Throws isolation_failed, cancelled.
  async make(id: string, project: string, signal: AbortSignal): Promise<Worktree> {
    const asNamed = join(this.#folder, id);
    try {
      mkdirSync(asNamed, { recursive: true, mode: 0o700 });
      own(asNamed);
      return await this.#make(id, realpathSync(asNamed), project, signal);
    } catch (error) {
      await rm(asNamed, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
      throw error instanceof IdeError ? error : isolationFailed(error instanceof Error ? error.message : String(error));
    }
  }

  // Undefined where it is gone.
  open(id: string): Worktree | undefined {
    const place = this.#placeOf(id);
    const made = place === undefined ? undefined : madeIn(place);
    if (place === undefined || made === undefined) return undefined;
    own(place);
    this.#opened.add(place);
    return this.#worktree(place, made);
  }

  async #make(id: string, place: string, project: string, signal: AbortSignal): Promise<Worktree> {
    const record = new TreeRecord(this.#git, join(place, RECORD));
    const around = await repositoryAround(this.#git, project, signal);
    await record.begin(around?.repository.objectFormat ?? 'sha1', signal);
    if (around !== undefined) await record.lean(around.repository.objects, around.repository.excludes);
    const { top, files, dependencies, repository } = await projectFiles(this.#git, project, record.folder, signal);
    const tree = join(place, basename(top) || 'project');
    await copyFiles(top, tree, files, signal);
    await linkDependencies(top, tree, dependencies);
    if (repository !== undefined) await giveOwnGit(this.#git, tree, top, repository, signal);
    // What the tree holds, not what the project held: files may have changed while they were copied.
    const base = await record.snapshot(tree, agentsIndexIn(place), thereIn(tree, files), signal);
    const made = {
      id,
      project,
      top,
      tree,
      folder: join(tree, relative(top, project)),
      base,
      files: 0,
      dependencies: [...dependencies],
      since: Date.now() - COARSENESS,
    };
    mkdirSync(made.folder, { recursive: true });
    writeMade(place, made);
    return this.#worktree(place, made);
  }

  #worktree(place: string, made: MadeTree): Worktree {
    const changed = () => {
      for (const listener of this.#listeners) listener(made.id);
    };
    const remove = async () => {
      await this.#remove(place, made);
      changed();
    };
    return new Worktree(this.#git, place, made, { changed, remove });
  }

  #placeOf(id: string): string | undefined {
    try {
      return realpathSync(join(this.#folder, basename(id)));
    } catch {
      return undefined;
    }
  }

  // From now on nobody finds it; what was opened in it is forgotten too.
  async #remove(place: string, made?: MadeTree): Promise<void> {
    const { stateFolder } = this.#options;
    const { pid, started } = ownIdentity();
    const removed = join(this.#folder, `${REMOVED}${pid}.${started}.${basename(place)}-${Date.now()}`);
    renameSync(place, removed);
    await rm(removed, { recursive: true, force: true, maxRetries: 3 });
    if (made === undefined) return;
    for (const name of KEPT_ELSEWHERE) await rm(join(stateFolder, name, folderNameFor(made.folder)), { recursive: true, force: true, maxRetries: 3 });
    await rm(scratchFolder(stateFolder, made.folder), { recursive: true, force: true, maxRetries: 3 });
  }

  // Work that was not merged stays, whoever has died.
  async #reap(): Promise<void> {
    for (const name of namesIn(this.#folder)) {
      const place = join(this.#folder, name);
      const failed = (error: unknown) => {
        // Another daemon that starts at the same moment may have taken it away first.
        if (existsSync(place)) this.#options.log.warn(`the tree ${name} stays: ${error instanceof Error ? error.message : String(error)}`);
      };
      if (isBeingRemoved(name)) continue;
      if (name.startsWith(REMOVED)) await rm(place, { recursive: true, force: true, maxRetries: 3 }).catch(failed);
      else if (!isOwned(place)) await this.#reapOne(place).catch(failed);
    }
  }

  // Ours from here on: another daemon that starts at the same moment would look with the same index.
  async #reapOne(asNamed: string): Promise<void> {
    own(asNamed);
    const place = realpathSync(asNamed);
    const made = madeIn(place);
    const files = made === undefined ? 0 : await this.#worktree(place, made).look(NEVER);
    // A conversation may have been continued meanwhile, here or in another daemon.
    if (files === 0 && !this.#opened.has(place) && ownerOf(place)?.pid === process.pid) await this.#remove(place, made);
  }
}

function isBeingRemoved(name: string): boolean {
  const [, pid, started] = REMOVING.exec(name) ?? [];
  return pid !== undefined && started !== undefined && isAlive({ pid: Number(pid), started });
}

// The project that a folder in one of our trees was made of.
export function originalOfTree(stateFolder: string, folder: string): string | undefined {
  const trees = realOrNot(join(stateFolder, FOLDER));
  if (!isInside(trees, folder)) return undefined;
  const [id = ''] = relative(trees, folder).split(sep);
  const made = id === '' ? undefined : madeIn(join(trees, id));
  return made !== undefined && isInside(made.tree, folder) ? made.project : undefined;
}

function madeIn(place: string): MadeTree | undefined {
  try {
    return MadeTree.parse(JSON.parse(readFileSync(join(place, MADE), 'utf8')));
  } catch {
    // It was never finished.
    return undefined;
  }
}

function own(place: string): void {
  writeFileSync(join(place, OWNER), JSON.stringify(ownIdentity()), { mode: 0o600 });
}

function isOwned(place: string): boolean {
  const owner = ownerOf(place);
  return owner !== undefined && isAlive(owner);
}

function ownerOf(place: string): z.infer<typeof Owner> | undefined {
  try {
    return Owner.parse(JSON.parse(readFileSync(join(place, OWNER), 'utf8')));
  } catch {
    return undefined;
  }
}

function thereIn(tree: string, files: readonly string[]): readonly string[] {
  return files.filter((file) => lstatSync(join(tree, file), { throwIfNoEntry: false })?.isDirectory() === false);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // None was ever made.
    return [];
  }
}

function realOrNot(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

// One tree: what changed in it since it was made or merged last, what a merge would make of the project, and its end.
import { createHash } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { uriOf } from '../../base/files/fileUri.ts';
import { Turns } from '../../base/waiting/turns.ts';
import type { AgentIsolation, ProposedMerge, TreeConflict } from '../../ide/doors/agents.ts';
import { treeGone } from '../../ide/errors/worktreeErrors.ts';
import type { FileOperation } from '../../ide/workspaceEdit.ts';
import { projectFiles } from './projectFiles.ts';
import { writtenInShared } from './sharedPackages.ts';
import { isExecutable, isLink, type RecordedChange, type RecordedFile, TreeRecord } from './treeRecord.ts';
import type { WorktreeGit } from './worktreeGit.ts';

export const MadeTree = z.object({
  id: z.string(),
  // Of the person: the project, and the top of its repository.
  project: z.string(),
  top: z.string(),
  // The same in the tree.
  folder: z.string(),
  tree: z.string(),
  // What it began with, or was merged last.
  base: z.string(),
  // How many were other than that when somebody looked last.
  files: z.number(),
  // What in it is only linked, and when; absent in those of earlier versions.
  dependencies: z.array(z.string()).exactOptional(),
  since: z.number().exactOptional(),
});
export type MadeTree = z.infer<typeof MadeTree>;

export const MADE = 'made.json';
export const RECORD = 'record.git';
const AGENTS_INDEX = 'index.agents';
const PERSONS_INDEX = 'index.persons';

export interface WorktreeOwner {
  // What nobody has merged is another, or gone.
  changed(): void;
  remove(): Promise<void>;
}

export class Worktree implements AgentIsolation {
  readonly #git: WorktreeGit;
  readonly #place: string;
  readonly #record: TreeRecord;
  readonly #owner: WorktreeOwner;
  // Two questions at once would write one index.
  readonly #turns = new Turns();
  #made: MadeTree;

  constructor(git: WorktreeGit, place: string, made: MadeTree, owner: WorktreeOwner) {
    this.#git = git;
    this.#place = place;
    this.#made = made;
    this.#record = new TreeRecord(git, join(place, RECORD));
    this.#owner = owner;
  }

  get folder(): string {
    return this.#made.folder;
  }

  get files(): number {
    return this.#made.files;
  }

  get isThere(): boolean {
    return existsSync(join(this.#place, MADE));
  }

  // How many files are other than what it began with.
  look(signal: AbortSignal): Promise<number> {
    return this.#turns.take(async () => {
      if (!this.isThere) return 0;
      const { files, nested } = await this.#filesNow(signal);
      const now = await this.#agents(files, signal);
      const changed = (await this.#record.difference(this.#made.base, now, signal)).length + nested.length;
      if (changed !== this.#made.files) this.#keep({ files: changed });
      return changed;
    });
  }

  shared(signal: AbortSignal): Promise<readonly string[]> {
    const { top, tree, dependencies = [], since } = this.#made;
    return since === undefined ? Promise.resolve([]) : writtenInShared({ top, tree, dependencies, since }, signal);
  }

  merge(signal: AbortSignal): Promise<ProposedMerge> {
    return this.#turns.take(() => this.#merge(signal));
  }

  // With everything that was not merged.
  discard(): Promise<void> {
    return this.#turns.take(() => this.#owner.remove());
  }

  async #merge(signal: AbortSignal): Promise<ProposedMerge> {
    const { id, base, top, project } = this.#made;
    if (!this.isThere) throw treeGone(id);
    const { files, nested } = await this.#filesNow(signal);
    const agents = await this.#agents(files, signal);
    const persons = await this.#persons(signal);
    const { tree, conflicts: found } = await this.#record.merged(base, persons, agents, id, signal);
    const prefix = relative(top, project).split(sep).join('/');
    const isInProject = (path: string) => prefix === '' || path.startsWith(`${prefix}/`);
    const conflicts: TreeConflict[] = found.map(({ paths, why }) => ({ files: paths.map((path) => named(path, prefix)), why }));
    const outside: string[] = [];
    const operations: FileOperation[] = [];
    for (const change of await this.#record.changes(persons, tree, signal)) {
      if (!isInProject(change.path) || !isInProject(change.movedFrom ?? change.path)) outside.push(change.path);
      else if (change.before === undefined && (await isTaken(join(top, change.path))))
        conflicts.push({ files: [named(change.path, prefix)], why: 'a file that version control does not see is there already' });
      else operations.push(...(await this.#operations(top, change, signal)));
    }
    const isAll = conflicts.length === 0 && outside.length === 0;
    return {
      edit: { operations },
      conflicts,
      outside,
      nested,
      shared: await this.shared(signal),
      taken: (uris, isWhole) => this.#turns.take(() => this.#taken({ persons, agents, tree, isAll }, uris, isWhole, signal)),
    };
  }

  async #operations(top: string, { path, movedFrom, before, after }: RecordedChange, signal: AbortSignal): Promise<readonly FileOperation[]> {
    const uri = uriOf(join(top, path));
    if (after === undefined) return [{ kind: 'delete', uri, ifMissing: 'skip' }];
    const moved: readonly FileOperation[] = movedFrom === undefined ? [] : [{ kind: 'move', uri: uriOf(join(top, movedFrom)), to: uri, ifExists: 'fail' }];
    if (before !== undefined && before.id === after.id && before.mode === after.mode) return moved;
    const bytes = await this.#record.bytes(after.id, signal);
    const replaces = before === undefined ? undefined : await this.#hash(before, signal);
    const exact = isLink(after)
      ? { link: bytes.toString('utf8') }
      : {
          base64: bytes.toString('base64'),
          ...((before === undefined || isExecutable(before) !== isExecutable(after)) && { executable: isExecutable(after) }),
        };
    return [
      ...moved,
      {
        kind: 'create',
        uri,
        text: '',
        ifExists: before === undefined ? 'fail' : 'overwrite',
        exact: { ...exact, ...(replaces !== undefined && { replaces }) },
      },
    ];
  }

  // As changes computes it.
  async #hash(file: RecordedFile, signal: AbortSignal): Promise<string> {
    const bytes = await this.#record.bytes(file.id, signal);
    const hash = createHash('sha256');
    return (isLink(file) ? hash.update('link ').update(bytes) : hash.update(bytes)).digest('hex');
  }

  // What was taken is what later merges begin with. Of what was left out it stays different, and comes with the next.
  async #taken(
    { persons, agents, tree, isAll }: { persons: string; agents: string; tree: string; isAll: boolean },
    uris: readonly string[],
    isWhole: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { base, top } = this.#made;
    let next = agents;
    if (!isAll || !isWhole) {
      const [old, theirs, mine, result] = await Promise.all([base, agents, persons, tree].map((each) => this.#record.filesIn(each, signal)));
      const took = new Set(uris);
      const files = new Map<string, RecordedFile | undefined>();
      for (const path of await this.#record.difference(base, agents, signal)) {
        const after = theirs?.get(path);
        const isAgreed = isSame(result?.get(path), mine?.get(path)) && isSame(mine?.get(path), after);
        if (!isAgreed && !took.has(uriOf(join(top, path)))) continue;
        // A part of a text was taken without what became of its mode.
        const mode = old?.get(path)?.mode ?? '100644';
        files.set(path, isWhole || isAgreed || after === undefined || isLink(after) || mode === after.mode ? after : { mode, id: after.id });
      }
      next = await this.#record.with(base, files, signal);
    }
    this.#keep({ base: next, files: (await this.#record.difference(next, agents, signal)).length });
  }

  #keep(what: Partial<Pick<MadeTree, 'base' | 'files'>>): void {
    this.#made = { ...this.#made, ...what };
    writeMade(this.#place, this.#made);
    this.#owner.changed();
  }

  #filesNow(signal: AbortSignal) {
    return this.#record.filesNow(this.#made.tree, this.#index(AGENTS_INDEX), signal);
  }

  #agents(files: readonly string[], signal: AbortSignal): Promise<string> {
    return this.#record.snapshot(this.#made.tree, this.#index(AGENTS_INDEX), files, signal);
  }

  async #persons(signal: AbortSignal): Promise<string> {
    const { top, project } = this.#made;
    const { files } = await projectFiles(this.#git, project, this.#record.folder, signal);
    return this.#record.snapshot(top, this.#index(PERSONS_INDEX), files, signal);
  }

  #index(name: string): string {
    return join(this.#record.folder, name);
  }
}

export function agentsIndexIn(place: string): string {
  return join(place, RECORD, AGENTS_INDEX);
}

// Whole or not at all.
export function writeMade(place: string, made: MadeTree): void {
  const file = join(place, MADE);
  writeFileSync(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function isSame(one: RecordedFile | undefined, other: RecordedFile | undefined): boolean {
  return one?.id === other?.id && one?.mode === other?.mode;
}

function named(path: string, prefix: string): string {
  return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : path;
}

async function isTaken(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

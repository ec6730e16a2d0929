// A repository that is as its script says: files are staged, committed, put away and pushed in memory.

import type * as port from '../../ide/doors/git.ts';
import { fileNotFound } from '../../ide/errors/errors.ts';
import {
  branchExists,
  noCommits,
  noRepository,
  nothingToCommit,
  nothingToStash,
  unknownBranch,
  unknownRemote,
  unknownRevision,
  unknownStash,
} from '../../ide/errors/gitErrors.ts';
import type { Project } from '../../ide/ide.ts';

export interface ScriptedRepository {
  readonly head?: port.GitHead;
  // Paths as keys of what git says about them.
  readonly files?: Readonly<Record<string, Omit<port.StatusFile, 'uri'>>>;
  readonly diff?: readonly (Omit<port.DiffFile, 'uri'> & { readonly path: string })[];
  // Newest first.
  readonly commits?: readonly Partial<port.Commit>[];
  readonly branches?: readonly string[];
  readonly stashes?: readonly string[];
  readonly remotes?: readonly string[];
  readonly blame?: port.GitBlame;
  // By revision and path, as in "HEAD:src/cart.ts".
  readonly contents?: Readonly<Record<string, string>>;
  readonly notes?: readonly string[];
  // What the next pull or unstash stumbles over.
  readonly conflicts?: readonly string[];
}

const TIME = '2026-01-31T12:00:00+01:00';

export class ScriptedGit implements port.Git, port.GitChanges {
  readonly #project: Project;
  readonly #script: ScriptedRepository | undefined;
  #head: port.GitHead;
  #files: Map<string, port.StatusFile>;
  #commits: port.Commit[];
  #branches: string[];
  #stashes: port.Stash[];

  constructor(project: Project, script: ScriptedRepository | undefined) {
    this.#project = project;
    this.#script = script;
    this.#head = script?.head ?? { branch: 'main', commit: 'c0ffee1' };
    this.#files = new Map(Object.entries(script?.files ?? {}).map(([path, file]) => [path, { ...file, uri: this.#uri(path) }]));
    this.#commits = (script?.commits ?? []).map((given, index) => ({ ...this.#commit(`subject ${index}`), id: `c0ffee${index}`, ...given }));
    this.#branches = [...(script?.branches ?? ['main'])];
    this.#stashes = (script?.stashes ?? []).map((message, index) => ({ index, commit: `57a5h${index}`, message, time: TIME }));
  }

  async status({ paths }: port.StatusQuery): Promise<port.GitStatus> {
    const { notes = [] } = this.#repository();
    const files = [...this.#files].filter(([path]) => isAmong(path, paths)).map(([, file]) => file);
    return { head: this.#head, stashes: this.#stashes.length, files, notes };
  }

  async diff({ between, paths }: port.DiffQuery): Promise<port.GitDiff> {
    const { diff = [], notes = [] } = this.#repository();
    if (typeof between !== 'string') this.#revision(between.range);
    const files = diff.filter(({ path }) => isAmong(path, paths)).map(({ path, ...file }) => ({ ...file, uri: this.#uri(path) }));
    return { files, notes };
  }

  async log({ range, skip, limit, author }: port.LogQuery): Promise<port.GitLog> {
    this.#repository();
    if (range !== undefined) this.#revision(range);
    const commits = this.#commits.filter((commit) => author === undefined || commit.author.includes(author));
    return { commits: commits.slice(skip, skip + limit), tips: this.#commits[0]?.id ?? '' };
  }

  async show({ revision, paths }: port.ShowQuery): Promise<port.ShownCommit> {
    const { files } = await this.diff({ between: 'unstaged', paths, context: 3, ignoreWhitespace: false, words: false });
    return { commit: this.#revision(revision), files };
  }

  async contents(uri: string, revision: string): Promise<string> {
    this.#revision(revision);
    const path = uri.slice(this.#project.uri.length + 1);
    const text = this.#repository().contents?.[`${revision}:${path}`];
    if (text === undefined) throw fileNotFound(`${path} in ${revision}`);
    return text;
  }

  async blame({ lines }: port.BlameQuery): Promise<port.GitBlame> {
    const { commits, parts } = this.#repository().blame ?? { commits: new Map(), parts: [] };
    const { start = 0, end = Number.POSITIVE_INFINITY } = lines ?? {};
    return { commits, parts: parts.filter((part) => part.line < end && part.line + part.lines.length > start) };
  }

  async stage({ paths }: port.StageSelection): Promise<void> {
    this.#repository();
    for (const [path, file] of this.#files) if (isAmong(path, paths)) this.#files.set(path, { uri: file.uri, staged: kindOf(file) });
  }

  async unstage({ paths }: port.StageSelection): Promise<void> {
    this.#repository();
    for (const [path, file] of this.#files) if (isAmong(path, paths)) this.#files.set(path, { uri: file.uri, unstaged: kindOf(file) });
  }

  async commit({ message, amend, all, paths, author }: port.CommitRequest): Promise<port.Committed> {
    this.#repository();
    if (amend && this.#commits.length === 0) throw noCommits('To amend');
    const taken = [...this.#files].filter(([path, file]) => file.staged !== undefined || all || (paths.length > 0 && isAmong(path, paths)));
    if (taken.length === 0 && !amend) throw nothingToCommit('no changes added to commit');
    for (const [path] of taken) this.#files.delete(path);
    const old = amend ? this.#commits.shift() : undefined;
    const [subject = '', ...body] = (message ?? old?.subject ?? '').split('\n');
    const files = taken.map(([, { uri }]) => ({ uri, added: 1, removed: 0 }));
    const made = { ...this.#commit(subject), body: body.join('\n').trim(), ...(author !== undefined && { author }), ...(files.length > 0 && { files }) };
    this.#commits.unshift(made);
    this.#head = { ...this.#head, commit: made.id };
    return { commit: made, head: this.#head };
  }

  async branches(): Promise<readonly port.Branch[]> {
    this.#repository();
    return this.#branches.map((name) => ({ name, commit: 'c0ffee1', subject: 'subject', time: TIME, isRemote: false, isCurrent: name === this.#head.branch }));
  }

  async createBranch({ name, from }: { name: string; from?: string | undefined }): Promise<void> {
    this.#repository();
    if (from !== undefined) this.#revision(from);
    if (this.#branches.includes(name)) throw branchExists(name);
    this.#branches.push(name);
  }

  async switchTo({ name }: { name: string }): Promise<port.GitHead> {
    this.#repository();
    if (!this.#branches.includes(name)) throw unknownBranch(name, []);
    this.#head = { ...this.#head, branch: name };
    return this.#head;
  }

  async deleteBranch({ name }: { name: string }): Promise<string> {
    this.#repository();
    if (!this.#branches.includes(name)) throw unknownBranch(name, []);
    this.#branches = this.#branches.filter((branch) => branch !== name);
    return 'c0ffee1';
  }

  async stashes(): Promise<readonly port.Stash[]> {
    this.#repository();
    return this.#stashes;
  }

  async stash({ message, untracked }: port.StashRequest): Promise<port.Stash> {
    this.#repository();
    const taken = [...this.#files].filter(([, { unstaged }]) => untracked || unstaged !== 'untracked');
    if (taken.length === 0) throw nothingToStash();
    for (const [path] of taken) this.#files.delete(path);
    const made = { index: 0, commit: '57a5h9', message: message ?? 'WIP', time: TIME };
    this.#stashes = [made, ...this.#stashes].map((stash, index) => ({ ...stash, index }));
    return made;
  }

  async unstash({ index, drop }: { index: number; drop: boolean }): Promise<port.Unstashed> {
    const { conflicts = [] } = this.#repository();
    const stash = this.#stashAt(index);
    if (drop && conflicts.length === 0) this.#stashes = this.#stashes.filter((other) => other !== stash);
    return { stash, conflicts: conflicts.map((path) => this.#uri(path)) };
  }

  async dropStash(index: number): Promise<port.Stash> {
    this.#repository();
    const stash = this.#stashAt(index);
    this.#stashes = this.#stashes.filter((other) => other !== stash);
    return stash;
  }

  async push({ remote, branch, force, remove }: port.PushRequest): Promise<port.Pushed> {
    const result = remove ? 'deleted' : force ? 'forced' : 'updated';
    return { remote: this.#remote(remote), refs: [{ name: branch ?? this.#head.branch ?? '', result, summary: 'c0ffee0..c0ffee1' }] };
  }

  async pull({ remote }: port.PullRequest): Promise<port.Pulled> {
    const { conflicts = [] } = this.#repository();
    this.#remote(remote);
    return { head: this.#head, before: 'c0ffee0', after: 'c0ffee1', conflicts: conflicts.map((path) => this.#uri(path)) };
  }

  async fetch({ remote }: port.FetchRequest): Promise<port.Fetched> {
    const from = this.#remote(remote);
    return { remote: from, refs: [{ name: `${from}/main`, before: 'c0ffee0', after: 'c0ffee1' }] };
  }

  #repository(): ScriptedRepository {
    if (this.#script === undefined) throw noRepository(this.#project.path);
    return this.#script;
  }

  #revision(revision: string): port.Commit {
    const [first] = this.#commits;
    const found = this.#commits.find(({ id }) => id === revision) ?? (/HEAD|main/.test(revision) ? first : undefined);
    if (found === undefined) throw unknownRevision(revision);
    return found;
  }

  #remote(given: string | undefined): string {
    const { remotes = ['origin'] } = this.#repository();
    const meant = given ?? remotes[0];
    if (meant === undefined || !remotes.includes(meant)) throw unknownRemote(meant ?? 'to speak to', remotes);
    return meant;
  }

  #stashAt(index: number): port.Stash {
    const stash = this.#stashes[index];
    if (stash === undefined) throw unknownStash(index, this.#stashes.length);
    return stash;
  }

  #commit(subject: string): port.Commit {
    const ada = { name: 'Ada', email: 'ada@example.com', time: TIME };
    return { id: 'c0ffee9', parents: ['c0ffee1'], author: ada.name, email: ada.email, time: TIME, committer: ada, subject, body: '', refs: [] };
  }

  #uri(path: string): string {
    return `${this.#project.uri}/${path}`;
  }
}

function isAmong(path: string, paths: port.Pathspecs): boolean {
  return paths.length === 0 || paths.some((each) => path === each || path.startsWith(`${each}/`));
}

function kindOf({ staged, unstaged }: port.StatusFile): port.FileKind {
  if (staged !== undefined) return staged;
  return unstaged === undefined || unstaged === 'ignored' ? 'modified' : unstaged === 'untracked' ? 'added' : unstaged;
}

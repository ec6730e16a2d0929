// The doors to version control: what git knows of a project, and what it is asked to do. What cannot be is thrown from gitErrors.ts.
import type { Progress } from './languages.ts';

export interface Git {
  status(query: StatusQuery, signal: AbortSignal): Promise<GitStatus>;
  diff(query: DiffQuery, signal: AbortSignal): Promise<GitDiff>;
  log(query: LogQuery, signal: AbortSignal): Promise<GitLog>;
  show(query: ShowQuery, signal: AbortSignal): Promise<ShownCommit>;
  // What a file held in a revision.
  contents(uri: string, revision: string, signal: AbortSignal): Promise<string>;
  blame(query: BlameQuery, signal: AbortSignal): Promise<GitBlame>;
  branches(query: { readonly remote: boolean }, signal: AbortSignal): Promise<readonly Branch[]>;
  stashes(signal: AbortSignal): Promise<readonly Stash[]>;
}

// A door of its own, because a host may read a repository that it does not change.
export interface GitChanges {
  stage(selection: StageSelection, signal: AbortSignal): Promise<void>;
  unstage(selection: StageSelection, signal: AbortSignal): Promise<void>;
  commit(request: CommitRequest, signal: AbortSignal): Promise<Committed>;

  createBranch(request: { readonly name: string; readonly from?: string | undefined }, signal: AbortSignal): Promise<void>;
  // A branch, or a branch of a remote that is made a local one; any other revision detaches the head. With discard, changes that are in the way are lost.
  switchTo(request: { readonly name: string; readonly discard: boolean }, signal: AbortSignal): Promise<GitHead>;
  // Returns the commit at which it was. With force also where its commits are on no other branch.
  deleteBranch(request: { readonly name: string; readonly force: boolean }, signal: AbortSignal): Promise<string>;

  stash(request: StashRequest, signal: AbortSignal): Promise<Stash>;
  // Puts a stash back into the tree; with drop it is gone then, unless it did not fit.
  unstash(request: { readonly index: number; readonly drop: boolean }, signal: AbortSignal): Promise<Unstashed>;
  dropStash(index: number, signal: AbortSignal): Promise<Stash>;

  push(request: PushRequest, signal: AbortSignal, progress: Progress): Promise<Pushed>;
  pull(request: PullRequest, signal: AbortSignal, progress: Progress): Promise<Pulled>;
  fetch(request: FetchRequest, signal: AbortSignal, progress: Progress): Promise<Fetched>;
}

// Files, folders or globs, relative to the project; one that begins with ! is left out. None: everything in the project.
export type Pathspecs = readonly string[];

// Where the checked out tree stands, and what git is in the middle of.
export interface GitHead {
  // Absent while the head is detached.
  readonly branch?: string;
  // Absent before the first commit.
  readonly commit?: string;
  readonly upstream?: string;
  // Absent when there is no upstream, or it is gone.
  readonly ahead?: number;
  readonly behind?: number;
  readonly operation?: GitOperation;
  // The project lies in a linked worktree, or in a submodule of another repository.
  readonly place?: 'worktree' | 'submodule';
  // The URI of the repository's folder where that is not the project's.
  readonly top?: string;
}

export interface GitOperation {
  readonly kind: 'merge' | 'rebase' | 'am' | 'cherry-pick' | 'revert' | 'bisect';
  readonly step?: number;
  readonly steps?: number;
  // The branch that is being rebased.
  readonly branch?: string;
}

export interface StatusQuery {
  readonly paths: Pathspecs;
  readonly ignored: boolean;
  // Each file, not only the topmost folder in which everything is untracked.
  readonly eachUntracked: boolean;
}

export interface GitStatus {
  readonly head: GitHead;
  readonly stashes: number;
  readonly files: readonly StatusFile[];
  // What the answer does not see, in sentences.
  readonly notes: readonly string[];
}

export type FileKind = 'modified' | 'added' | 'deleted' | 'renamed' | 'copied' | 'type changed';

export interface StatusFile {
  readonly uri: string;
  // A folder in which everything is untracked, or ignored.
  readonly isFolder?: true;
  readonly staged?: FileKind;
  readonly unstaged?: FileKind | 'untracked' | 'ignored';
  readonly from?: string;
  // As in "both modified".
  readonly conflict?: string;
  // What differs in a submodule.
  readonly submodule?: readonly ('commit' | 'modified' | 'untracked')[];
}

export interface DiffOptions {
  readonly paths: Pathspecs;
  readonly context: number;
  readonly ignoreWhitespace: boolean;
  // Words are marked in their line: [-gone-]{+come+}.
  readonly words: boolean;
}

export interface DiffQuery extends DiffOptions {
  // The tree against the index, the index against the last commit, or as git reads a revision or range.
  readonly between: 'unstaged' | 'staged' | { readonly range: string };
}

export interface GitDiff {
  readonly files: readonly DiffFile[];
  readonly notes: readonly string[];
}

export interface DiffFile {
  readonly uri: string;
  readonly kind: FileKind;
  readonly from?: string;
  readonly added: number;
  readonly removed: number;
  readonly binary?: true;
  readonly submodule?: true;
  // Not merged; the hunks compare with our side.
  readonly conflict?: true;
  // As in "100644 → 100755".
  readonly mode?: string;
  readonly hunks: readonly DiffHunk[];
}

export interface DiffHunk {
  // For stage and unstage; absent where a part of the file cannot be taken alone.
  readonly id?: string;
  // As in "@@ -1,4 +1,5 @@ function total()".
  readonly header: string;
  readonly text: string;
}

export interface LogQuery {
  // As git reads it: main, main..feature, v1...v2; absent: what is checked out.
  readonly range?: string | undefined;
  readonly paths: Pathspecs;
  // Parts of names and messages, as regular expressions without case.
  readonly author?: string | undefined;
  readonly message?: string | undefined;
  // Dates as git reads them: 2026-01-31, 2 weeks ago.
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly firstParent: boolean;
  // Through renames; of one file only.
  readonly follow: boolean;
  // Also which files each commit changed.
  readonly files: boolean;
  readonly skip: number;
  readonly limit: number;
}

export interface GitLog {
  readonly commits: readonly Commit[];
  // The same while the range begins and ends where it did.
  readonly tips: string;
}

export interface Commit {
  // As short as it can be.
  readonly id: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly email: string;
  // When it was written, as in 2026-11-16T05:14:00+01:00.
  readonly time: string;
  // Who made the commit of it, and when: another where it was applied, rebased or cherry-picked.
  readonly committer: { readonly name: string; readonly email: string; readonly time: string };
  readonly subject: string;
  readonly body: string;
  // Branches, tags and HEAD that point at it.
  readonly refs: readonly string[];
  readonly files?: readonly CountedFile[];
}

export interface CountedFile {
  readonly uri: string;
  readonly from?: string;
  readonly added: number;
  readonly removed: number;
  readonly binary?: true;
}

export interface ShowQuery extends DiffOptions {
  readonly revision: string;
}

// Of a merge, what it changed for its first parent.
export interface ShownCommit {
  readonly commit: Commit;
  readonly files: readonly DiffFile[];
}

export interface BlameQuery {
  readonly uri: string;
  readonly revision?: string | undefined;
  // From 0, the end exclusive; without it to the last one.
  readonly lines?: { readonly start: number; readonly end?: number | undefined } | undefined;
  readonly ignoreWhitespace: boolean;
  // What the file holds, where that is not what is on disk.
  readonly text?: string | undefined;
}

export interface GitBlame {
  readonly commits: ReadonlyMap<string, BlamedCommit>;
  readonly parts: readonly BlamedPart[];
}

export interface BlamedCommit {
  readonly author: string;
  readonly time: string;
  readonly subject: string;
}

// Lines that one commit has brought, one below the other.
export interface BlamedPart {
  // A key of commits; undefined for what is not committed.
  readonly commit: string | undefined;
  // From 0.
  readonly line: number;
  // What the file was called then, relative to the repository, where that differs.
  readonly from?: string;
  readonly lines: readonly string[];
}

// All of it where neither paths nor hunks are given.
export interface StageSelection {
  readonly paths: Pathspecs;
  // Ids of a diff.
  readonly hunks: readonly string[];
}

export interface CommitRequest {
  // Absent only with amend, which keeps the old one.
  readonly message?: string | undefined;
  readonly amend: boolean;
  // Every change of a tracked file, staged or not.
  readonly all: boolean;
  // Only these files, as they are in the tree, whatever else is staged.
  readonly paths: Pathspecs;
  readonly signOff: boolean;
  readonly author?: string | undefined;
  readonly allowEmpty: boolean;
}

export interface Committed {
  readonly commit: Commit;
  readonly head: GitHead;
}

export interface Branch {
  readonly name: string;
  readonly commit: string;
  readonly subject: string;
  readonly time: string;
  readonly isRemote: boolean;
  readonly isCurrent: boolean;
  readonly upstream?: string;
  readonly ahead?: number;
  readonly behind?: number;
  readonly upstreamGone?: true;
  // Checked out in another worktree: its folder.
  readonly worktree?: string;
}

export interface Stash {
  readonly index: number;
  readonly commit: string;
  readonly message: string;
  readonly time: string;
}

export interface StashRequest {
  readonly message?: string | undefined;
  readonly untracked: boolean;
  // What is staged stays.
  readonly keepIndex: boolean;
  readonly paths: Pathspecs;
}

export interface Unstashed {
  readonly stash: Stash;
  // URIs of files that did not fit; the stash is kept then.
  readonly conflicts: readonly string[];
}

export interface PushRequest {
  readonly remote?: string | undefined;
  // Absent: the branch that is checked out.
  readonly branch?: string | undefined;
  // Only while the remote is where we last saw it.
  readonly force: boolean;
  readonly setUpstream: boolean;
  readonly tags: boolean;
  // Deletes the branch there.
  readonly remove: boolean;
}

export interface Pushed {
  readonly remote: string;
  readonly refs: readonly PushedRef[];
}

export interface PushedRef {
  readonly name: string;
  readonly result: 'up to date' | 'new' | 'updated' | 'forced' | 'deleted' | 'rejected';
  // As git says it, as in "1a2b3c..4d5e6f".
  readonly summary: string;
}

export interface PullRequest {
  readonly remote?: string | undefined;
  readonly branch?: string | undefined;
  // How diverged branches come together; absent: as git is configured.
  readonly manner?: 'merge' | 'rebase' | 'ff-only' | undefined;
}

export interface Pulled {
  readonly head: GitHead;
  // Commits before and after; equal when there was nothing new.
  readonly before?: string;
  readonly after?: string;
  readonly conflicts: readonly string[];
}

export interface FetchRequest {
  // Absent: the upstream's, or origin.
  readonly remote?: string | undefined;
  readonly prune: boolean;
  readonly tags: boolean;
}

export interface Fetched {
  readonly remote: string;
  readonly refs: readonly FetchedRef[];
}

export interface FetchedRef {
  readonly name: string;
  // Absent when it is new, or gone.
  readonly before?: string;
  readonly after?: string;
}

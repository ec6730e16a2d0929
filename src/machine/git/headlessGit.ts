// Version control of one project with the machine's own git.

import type * as port from '../../ide/doors/git.ts';
import type { Progress } from '../../ide/doors/languages.ts';
import { whyNothingRuns } from '../../ide/execution.ts';
import type { Project } from '../../ide/ide.ts';
import { branchesOf, createBranch, deleteBranch, dropStash, stash, stashesOf, switchTo, unstash } from './branches.ts';
import { type GitDependencies, GitProgram } from './gitProgram.ts';
import { blameOf, contentsOf, diffOf, logOf, shownCommit, statusOf } from './reading.ts';
import { fetch, pull, push } from './remotes.ts';
import { commit, stage, unstage } from './staging.ts';

export class HeadlessGit implements port.Git, port.GitChanges {
  readonly #git: GitProgram;
  readonly #project: Project;

  constructor(room: GitDependencies) {
    this.#git = new GitProgram(room);
    this.#project = room.project;
  }

  get #mayExecute(): boolean {
    return whyNothingRuns(this.#project) === undefined;
  }

  status(query: port.StatusQuery, signal: AbortSignal): Promise<port.GitStatus> {
    return statusOf(this.#git, this.#mayExecute, query, signal);
  }

  diff(query: port.DiffQuery, signal: AbortSignal): Promise<port.GitDiff> {
    return diffOf(this.#git, this.#mayExecute, query, signal);
  }

  log(query: port.LogQuery, signal: AbortSignal): Promise<port.GitLog> {
    return logOf(this.#git, query, signal);
  }

  show(query: port.ShowQuery, signal: AbortSignal): Promise<port.ShownCommit> {
    return shownCommit(this.#git, this.#mayExecute, query, signal);
  }

  contents(uri: string, revision: string, signal: AbortSignal): Promise<string> {
    return contentsOf(this.#git, uri, revision, signal);
  }

  blame(query: port.BlameQuery, signal: AbortSignal): Promise<port.GitBlame> {
    return blameOf(this.#git, query, signal);
  }

  stage(selection: port.StageSelection, signal: AbortSignal): Promise<void> {
    return stage(this.#git, selection, signal);
  }

  unstage(selection: port.StageSelection, signal: AbortSignal): Promise<void> {
    return unstage(this.#git, selection, signal);
  }

  commit(request: port.CommitRequest, signal: AbortSignal): Promise<port.Committed> {
    return commit(this.#git, request, signal);
  }

  branches({ remote }: { readonly remote: boolean }, signal: AbortSignal): Promise<readonly port.Branch[]> {
    return branchesOf(this.#git, remote, signal);
  }

  createBranch(request: { readonly name: string; readonly from?: string | undefined }, signal: AbortSignal): Promise<void> {
    return createBranch(this.#git, request, signal);
  }

  switchTo(request: { readonly name: string; readonly discard: boolean }, signal: AbortSignal): Promise<port.GitHead> {
    return switchTo(this.#git, request, signal);
  }

  deleteBranch(request: { readonly name: string; readonly force: boolean }, signal: AbortSignal): Promise<string> {
    return deleteBranch(this.#git, request, signal);
  }

  stashes(signal: AbortSignal): Promise<readonly port.Stash[]> {
    return stashesOf(this.#git, signal);
  }

  stash(request: port.StashRequest, signal: AbortSignal): Promise<port.Stash> {
    return stash(this.#git, request, signal);
  }

  unstash(request: { readonly index: number; readonly drop: boolean }, signal: AbortSignal): Promise<port.Unstashed> {
    return unstash(this.#git, request, signal);
  }

  dropStash(index: number, signal: AbortSignal): Promise<port.Stash> {
    return dropStash(this.#git, index, signal);
  }

  push(request: port.PushRequest, signal: AbortSignal, progress: Progress): Promise<port.Pushed> {
    return push(this.#git, request, signal, progress);
  }

  pull(request: port.PullRequest, signal: AbortSignal, progress: Progress): Promise<port.Pulled> {
    return pull(this.#git, request, signal, progress);
  }

  fetch(request: port.FetchRequest, signal: AbortSignal, progress: Progress): Promise<port.Fetched> {
    return fetch(this.#git, request, signal, progress);
  }
}

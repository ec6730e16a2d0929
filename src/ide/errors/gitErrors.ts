// The ways in which git and its tools say no; errors.ts has all others.
import { IdeError } from './errors.ts';

export const gitMissing = () => new IdeError('git_missing', 'There is no git on the PATH.', 'Ask a person to install git, then call again.');

export const noRepository = (root: string, why = 'neither it nor a folder above it is one') =>
  new IdeError('no_repository', `${root} is not in a git repository: ${why}.`, 'Open the project that is, or begin one there with: git init.');

export const gitFailed = (command: string, output: string) =>
  new IdeError('git_failed', `git ${command} failed: ${output || 'it said nothing'}`, 'Fix what it says, and call again.');

export const repositoryBusy = (output: string) =>
  new IdeError(
    'repository_busy',
    `Another git is at work in this repository: ${output}`,
    'Call again in a moment. If no git runs, a person may delete the lock that is named.',
  );

export const noCommits = (what: string) =>
  new IdeError('no_commits', `${what} needs a commit, and this repository has none yet.`, 'Stage files with git_stage and make the first with git_commit.');

export const unknownRevision = (revision: string, near: readonly string[] = []) =>
  new IdeError(
    'unknown_revision',
    `There is no revision ${revision}.`,
    near.length > 0
      ? `Did you mean ${near.join(' or ')}?`
      : 'Pass a commit, branch or tag as git_log and git_branch tell them. A file is passed by its own argument.',
    near.length > 0 ? { candidates: near } : {},
  );

export const invalidName = (name: string, what: string) =>
  new IdeError('invalid_name', `${JSON.stringify(name)} cannot be the name of a ${what}.`, 'Use letters, digits, dashes and slashes, as in feature/voucher.');

export const branchExists = (name: string) =>
  new IdeError('branch_exists', `There is a branch ${name} already.`, "Choose another name, or pass action: 'switch' to use it.");

export const unknownBranch = (name: string, near: readonly string[]) =>
  new IdeError(
    'unknown_branch',
    `There is no branch ${name}.`,
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : "git_branch with action: 'list' tells which there are.",
    near.length > 0 ? { candidates: near } : {},
  );

export const branchInUse = (name: string, where: string) =>
  new IdeError('branch_in_use', `The branch ${name} is checked out in ${where}.`, 'Switch to another branch there first.');

export const branchNotMerged = (name: string) =>
  new IdeError('branch_not_merged', `The branch ${name} has commits that are on no other branch.`, 'Merge or push it first, or pass force: true to lose them.');

export const wouldOverwrite = (what: string, files: readonly string[]) =>
  new IdeError(
    'would_overwrite',
    `${what} would overwrite changes that are in no commit${files.length === 0 ? '' : `: ${files.slice(0, 20).join(', ')}`}. Nothing was changed.`,
    'Commit them, or put them away with git_stash.',
    { files },
  );

export const operationInProgress = (what: string, operation: string) =>
  new IdeError(
    'operation_in_progress',
    `${what} is not possible in the middle of a ${operation}.`,
    `Finish it (resolve, git_stage, git_commit) or give it up with: git ${operation} --abort.`,
  );

export const unmergedFiles = (what: string, files: readonly string[]) =>
  new IdeError(
    'unmerged_files',
    `${what} is not possible while files are not merged: ${files.join(', ')}.`,
    'Edit each, then mark it as resolved with git_stage.',
    {
      files,
    },
  );

export const nothingToCommit = (why: string) =>
  new IdeError('nothing_to_commit', `There is nothing to commit: ${why}.`, 'Stage changes with git_stage, pass all: true, or paths.');

export const nothingToStash = () => new IdeError('nothing_to_stash', 'There are no local changes to put away.', 'New files go along with untracked: true.');

export const unknownStash = (index: number, count: number) =>
  new IdeError('unknown_stash', `There is no stash ${index}; there ${count === 1 ? 'is 1' : `are ${count}`}.`, "git_stash with action: 'list' tells them.");

export const hunkNotFound = (ids: readonly string[]) =>
  new IdeError(
    'hunk_not_found',
    `No change has the id ${ids.join(', ')}: the file has changed since, or it is staged already. Nothing was changed.`,
    'Call git_diff again and use the ids of its answer.',
  );

export const pathsMatchNothing = (paths: readonly string[]) =>
  new IdeError('no_such_files', `Git knows no file that matches ${paths.join(', ')}.`, 'git_status tells what has changed; ignored files cannot be staged.');

export const hookRefused = (what: string, output: string) =>
  new IdeError('hook_refused', `A hook of this repository refused the ${what}: ${output}`, 'Fix what it says, and call again.');

export const noIdentity = (output: string) =>
  new IdeError(
    'no_identity',
    `Git does not know who commits: ${output}`,
    'Ask a person for name and address, then: git config user.name "…" and git config user.email "…".',
  );

export const unknownRemote = (name: string, remotes: readonly string[]) =>
  new IdeError(
    'unknown_remote',
    `There is no remote ${name}.`,
    remotes.length > 0
      ? `There ${remotes.length === 1 ? 'is' : 'are'} ${remotes.join(', ')}.`
      : 'This repository has none; a person can add one with: git remote add.',
    { remotes },
  );

export const noUpstream = (branch: string) =>
  new IdeError(
    'no_upstream',
    `The branch ${branch} follows no branch of a remote.`,
    'Pass remote and branch; git_push with set_upstream: true makes it follow.',
  );

export const notOnBranch = (what: string) =>
  new IdeError('not_on_branch', `${what} needs a branch, and the head is detached.`, 'Pass branch, or switch to one with git_branch.');

export const pushRejected = (ref: string, why: string) =>
  new IdeError('push_rejected', `The remote did not take ${ref}: ${why}.`, 'git_pull first, so that its commits are in yours, and push again.');

export const branchesDiverged = (output: string) =>
  new IdeError(
    'branches_diverged',
    `The branches have diverged, and git is not told how to bring them together: ${output}`,
    "Pass manner: 'merge' or 'rebase'.",
  );

export const remoteUnreachable = (remote: string, output: string) =>
  new IdeError(
    'remote_unreachable',
    `The remote ${remote} could not be reached: ${output}`,
    'Check the network and the access; nobody can be asked for a password here.',
  );

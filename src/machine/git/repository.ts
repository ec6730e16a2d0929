// Which repository a project lies in, and what git is in the middle of there, read from its files without asking git.
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { readSmallFile } from '../../base/files/smallFile.ts';
import type { GitOperation } from '../../ide/doors/git.ts';
import { noRepository } from '../../ide/errors/gitErrors.ts';

export interface Repository {
  // The folder of the checked out tree; absolute.
  readonly top: string;
  // What belongs to this tree alone: HEAD, the index, a merge under way.
  readonly gitFolder: string;
  // From the top to the project, with forward slashes and one at its end; empty where they are the same.
  readonly prefix: string;
  readonly place?: 'worktree' | 'submodule';
}

// Throws no_repository.
export function repositoryOf(root: string): Repository {
  for (let folder = root; ; folder = dirname(folder)) {
    const git = join(folder, '.git');
    const stats = statSync(git, { throwIfNoEntry: false });
    if (stats !== undefined) return repositoryAt(folder, stats.isDirectory() ? git : pointedFolder(git), root);
    if (folder === root && isBare(root)) throw noRepository(root, 'it is a bare one, without files');
    if (dirname(folder) === folder) throw noRepository(root);
  }
}

// Whether the repository that .git leads to knows this tree: else anybody's history could be read through a folder that merely points at it.
export function isOwn({ top, gitFolder }: Repository): boolean {
  const entry = lstatSync(join(top, '.git'));
  if (entry.isDirectory()) return true;
  if (entry.isSymbolicLink()) return false;
  const ofWorktree = textAt(join(gitFolder, 'gitdir')).trim();
  const ofSubmodule = /^\s*worktree\s*=\s*(.+?)\s*$/m.exec(textAt(join(gitFolder, 'config')))?.[1];
  return (ofWorktree !== '' && resolve(gitFolder, ofWorktree) === join(top, '.git')) || (ofSubmodule !== undefined && resolve(gitFolder, ofSubmodule) === top);
}

// By name, without the examples that git lays there. All worktrees have the same.
export function hooksOf({ gitFolder }: Repository): readonly string[] {
  const common = resolve(gitFolder, textAt(join(gitFolder, 'commondir')).trim() || '.');
  try {
    return readdirSync(join(common, 'hooks')).filter((name) => !name.endsWith('.sample'));
  } catch {
    // A repository need not have such a folder.
    return [];
  }
}

export function operationIn({ gitFolder }: Repository): GitOperation | undefined {
  const has = (name: string) => statSync(join(gitFolder, name), { throwIfNoEntry: false }) !== undefined;
  if (has('rebase-merge')) return { kind: 'rebase', ...rebaseIn(join(gitFolder, 'rebase-merge'), 'msgnum', 'end') };
  if (has('rebase-apply')) {
    const kind = has(join('rebase-apply', 'applying')) ? 'am' : 'rebase';
    return { kind, ...rebaseIn(join(gitFolder, 'rebase-apply'), 'next', 'last') };
  }
  if (has('MERGE_HEAD')) return { kind: 'merge' };
  if (has('CHERRY_PICK_HEAD')) return { kind: 'cherry-pick' };
  if (has('REVERT_HEAD')) return { kind: 'revert' };
  return has('BISECT_LOG') ? { kind: 'bisect' } : undefined;
}

function repositoryAt(top: string, gitFolder: string, root: string): Repository {
  const below = relative(top, root).split(sep).join('/');
  const place = /[\\/]worktrees[\\/][^\\/]+$/.test(gitFolder) ? 'worktree' : /[\\/]modules[\\/]/.test(gitFolder) ? 'submodule' : undefined;
  return { top, gitFolder, prefix: below === '' ? '' : `${below}/`, ...(place !== undefined && { place }) };
}

function rebaseIn(folder: string, step: string, steps: string): Omit<GitOperation, 'kind'> {
  const numberIn = (name: string) => Number.parseInt(textAt(join(folder, name)), 10);
  const branch = /^refs\/heads\/(.+)$/.exec(textAt(join(folder, 'head-name')).trim())?.[1];
  return {
    ...(Number.isInteger(numberIn(step)) && { step: numberIn(step) }),
    ...(Number.isInteger(numberIn(steps)) && { steps: numberIn(steps) }),
    ...(branch !== undefined && { branch }),
  };
}

// Of worktrees and submodules, .git is a file that says where their own folder is.
function pointedFolder(gitFile: string): string {
  return resolve(dirname(gitFile), /^gitdir: (.*)$/m.exec(textAt(gitFile))?.[1]?.trim() ?? '.');
}

function isBare(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined);
}

function textAt(file: string): string {
  try {
    return readSmallFile(file);
  } catch {
    return '';
  }
}

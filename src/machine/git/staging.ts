// What is staged, hunk by hunk where it is wanted, and committed.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { WAITING_FILES_GLOB } from '../../base/files/waitingFile.ts';
import type { CommitRequest, Committed, StageSelection } from '../../ide/doors/git.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { hookRefused, noCommits } from '../../ide/errors/gitErrors.ts';
import { DIFF_ARGUMENTS, readRawDiff } from './diffFormat.ts';
import { type GitCall, type GitEnd, type GitProgram, succeeded } from './gitProgram.ts';
import { idsByContext, patchOf } from './hunkPatches.ts';
import { COMMIT_FORMAT, readCommits } from './logFormat.ts';
import { pathspecsFor } from './names.ts';
import { headOf } from './reading.ts';

// What waits for its place at this moment is no file of the project.
const WITHOUT_WAITING = `:(top,exclude,glob)${WAITING_FILES_GLOB}`;

export async function stage(git: GitProgram, { paths, hunks }: StageSelection, signal: AbortSignal): Promise<void> {
  const patches = await patchesOf(git, hunks, [], 'old', signal);
  if (paths.length > 0 || hunks.length === 0) await git.do({ args: ['add', '--all', '--', ...specsOf(git, paths), WITHOUT_WAITING] }, signal);
  for (const { context, patch } of patches) await git.do(applying(context, patch), signal);
}

export async function unstage(git: GitProgram, { paths, hunks }: StageSelection, signal: AbortSignal): Promise<void> {
  const patches = await patchesOf(git, hunks, ['--cached'], 'new', signal);
  await known(git, paths, signal);
  if (paths.length > 0 || hunks.length === 0) await git.do({ args: ['reset', '--quiet', '--', ...specsOf(git, paths)] }, signal);
  for (const { context, patch } of patches) await git.do(applying(context, patch, '--reverse'), signal);
}

// Git resets a path that nobody has without a word. The last commit is looked at too, because a staged deletion is not in the index.
async function known(git: GitProgram, paths: readonly string[], signal: AbortSignal): Promise<void> {
  const named = paths.filter((path) => !path.startsWith('!') && !/^\.?[\\/]?$/.test(path));
  if (named.length === 0) return;
  const { commit: head } = await headOf(git, signal);
  const withHead = head === undefined ? [] : ['--with-tree=HEAD'];
  await git.do({ args: ['ls-files', '--error-unmatch', ...withHead, '--', ...specsOf(git, named)] }, signal);
}

export async function commit(git: GitProgram, request: CommitRequest, signal: AbortSignal): Promise<Committed> {
  const { message, author } = request;
  const head = await headOf(git, signal);
  if (request.amend && head.commit === undefined) throw noCommits('To amend');
  const specs = request.paths.length === 0 ? [] : pathspecsFor(git.root, git.repository(), request.paths);
  // Of a project that is a part of the repository, all is all of that part.
  const isPart = git.repository().prefix !== '';
  if (request.all && isPart) await git.do({ args: ['add', '--update', '--', ...specsOf(git, [])] }, signal);
  const args = [
    'commit',
    '--quiet',
    ...(message === undefined ? ['--no-edit'] : ['--file=-']),
    ...(request.amend ? ['--amend'] : []),
    ...(request.all && !isPart ? ['--all'] : []),
    ...(request.signOff ? ['--signoff'] : []),
    ...(author === undefined ? [] : [`--author=${author}`]),
    ...(request.allowEmpty ? ['--allow-empty'] : []),
    '--',
    ...specs,
  ];
  const call = { args, input: message ?? '' };
  await checkedHooks(git, ['pre-commit', 'prepare-commit-msg', 'commit-msg'], call, await git.work(call, signal), signal);
  const shown = await git.ask(
    {
      args: [
        'log',
        '-1',
        '-z',
        COMMIT_FORMAT,
        '--encoding=UTF-8',
        '--decorate=short',
        '--numstat',
        '--find-renames',
        '-m',
        '--first-parent',
        '--root',
        '--no-ext-diff',
        '--no-textconv',
        '--no-relative',
        'HEAD',
        '--',
      ],
    },
    signal,
  );
  const [made] = readCommits(git.repository(), shown);
  if (made === undefined) throw new TypeError('git has made a commit and does not show it');
  return { commit: made, head: await headOf(git, signal) };
}

// A refusal that git itself has no words for is a hook's, where there is one.
export async function checkedHooks(git: GitProgram, hooks: readonly string[], call: GitCall, end: GitEnd, signal: AbortSignal): Promise<void> {
  try {
    succeeded(call, end);
  } catch (error) {
    const isUnknown = error instanceof IdeError && error.code === 'git_failed';
    if (!isUnknown || !(await hasHook(git, hooks, signal))) throw error;
    throw hookRefused(call.args[0] ?? '', [end.stderr, end.stdout.toString('utf8')].join('\n').trim().slice(0, LONGEST_OUTPUT));
  }
}

const LONGEST_OUTPUT = 2_000;

async function hasHook(git: GitProgram, hooks: readonly string[], signal: AbortSignal): Promise<boolean> {
  const { stdout } = await git.try({ args: ['rev-parse', '--path-format=absolute', '--git-path', 'hooks'] }, signal);
  return hooks.some((hook) => statSync(join(stdout.toString('utf8').trim(), hook), { throwIfNoEntry: false }) !== undefined);
}

interface SomeHunks {
  readonly context: number;
  readonly patch: Buffer;
}

// Before anything is changed: an id that is not there refuses all of it.
async function patchesOf(
  git: GitProgram,
  ids: readonly string[],
  between: readonly string[],
  appliedTo: 'old' | 'new',
  signal: AbortSignal,
): Promise<readonly SomeHunks[]> {
  const patches: SomeHunks[] = [];
  for (const [context, own] of idsByContext(ids)) {
    const output = await git.ask({ args: ['diff', ...DIFF_ARGUMENTS, '--no-renames', `--unified=${context}`, ...between, '--', ...specsOf(git, [])] }, signal);
    patches.push({ context, patch: patchOf(readRawDiff(output), own, context, appliedTo) });
  }
  return patches;
}

function applying(context: number, patch: Buffer, ...how: readonly string[]): GitCall {
  return { args: ['apply', '--cached', '--whitespace=nowarn', ...(context === 0 ? ['--unidiff-zero'] : []), ...how, '-'], input: patch };
}

// All of the project where nothing is named.
function specsOf(git: GitProgram, paths: readonly string[]): string[] {
  const specs = pathspecsFor(git.root, git.repository(), paths);
  return specs.length === 0 ? [':(top)'] : specs;
}

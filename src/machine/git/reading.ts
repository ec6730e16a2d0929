// What git is asked that changes nothing: each question is one run of git, read from its formats for programs.

import { relative, sep } from 'node:path';
import { pathOf, uriOf } from '../../base/files/fileUri.ts';
import { isWaitingFile } from '../../base/files/waitingFile.ts';
import type {
  BlameQuery,
  DiffOptions,
  DiffQuery,
  GitBlame,
  GitDiff,
  GitHead,
  GitLog,
  GitStatus,
  LogQuery,
  ShownCommit,
  ShowQuery,
  StatusQuery,
} from '../../ide/doors/git.ts';
import { binaryFile, fileNotFound, IdeError, lineOutOfRange } from '../../ide/errors/errors.ts';
import { unknownRevision } from '../../ide/errors/gitErrors.ts';
import { readBlame } from './blameFormat.ts';
import { DIFF_ARGUMENTS, readDiff } from './diffFormat.ts';
import type { GitEnd, GitProgram } from './gitProgram.ts';
import { succeeded } from './gitProgram.ts';
import { COMMIT_FIELDS, COMMIT_FORMAT, commitOf, readCommits } from './logFormat.ts';
import { pathspecsFor, revisionOf, uriIn } from './names.ts';
import { operationIn, type Repository } from './repository.ts';
import { readStatus } from './statusFormat.ts';

// Of a submodule in a project that nobody trusts, only which commit it is at: its own settings may name programs too.
function submodulesOf(isTrusted: boolean): string[] {
  return isTrusted ? [] : ['--ignore-submodules=dirty'];
}

export async function statusOf(git: GitProgram, isTrusted: boolean, query: StatusQuery, signal: AbortSignal): Promise<GitStatus> {
  const repository = git.repository();
  const args = [
    'status',
    '--porcelain=v2',
    '--branch',
    '--show-stash',
    '-z',
    `--untracked-files=${query.eachUntracked ? 'all' : 'normal'}`,
    ...(query.ignored ? ['--ignored=traditional'] : []),
    ...submodulesOf(isTrusted),
    '--',
    ...pathspecsFor(git.root, repository, query.paths),
  ];
  const { head, stashes, files } = readStatus(repository, await git.ask({ args }, signal));
  return { head: { ...head, ...placeOf(repository) }, stashes, files: files.filter(({ uri }) => !isWaitingFile(uri)), notes: [] };
}

// Where the tree stands, without looking through it.
export async function headOf(git: GitProgram, signal: AbortSignal): Promise<GitHead> {
  const repository = git.repository();
  const args = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=no', '--ignore-submodules=all', '--', ':(top,literal).git'];
  return { ...readStatus(repository, await git.ask({ args }, signal)).head, ...placeOf(repository) };
}

export async function conflictsOf(git: GitProgram, signal: AbortSignal): Promise<readonly string[]> {
  const output = await git.ask({ args: ['diff', '--name-only', '--no-relative', '--diff-filter=U', '-z'] }, signal);
  return output
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => uriIn(git.repository(), path));
}

function placeOf(repository: Repository): Pick<GitHead, 'operation' | 'place' | 'top'> {
  const operation = operationIn(repository);
  return {
    ...(operation !== undefined && { operation }),
    ...(repository.place !== undefined && { place: repository.place }),
    ...(repository.prefix !== '' && { top: uriOf(repository.top) }),
  };
}

export async function diffOf(git: GitProgram, isTrusted: boolean, query: DiffQuery, signal: AbortSignal): Promise<GitDiff> {
  const repository = git.repository();
  // Against our side, where a file is not merged: git's combined view of all sides in one has no hunks that could be used.
  const between = query.between === 'unstaged' ? ['--ours'] : query.between === 'staged' ? ['--cached'] : [revisionOf(query.between.range)];
  const args = ['diff', ...diffArguments(query), ...submodulesOf(isTrusted), ...between, '--', ...pathspecsFor(git.root, repository, query.paths)];
  const end = succeeded({ args }, await git.try({ args }, signal));
  const idsWith = typeof query.between === 'string' && !query.words && !query.ignoreWhitespace ? { idsWith: query.context } : {};
  const files = readDiff(repository, end.stdout, { words: query.words, ...idsWith });
  return { files: query.ignoreWhitespace ? files.filter(isMoreThanSpace) : files, notes: notesOn(end) };
}

function diffArguments({ context, ignoreWhitespace, words }: DiffOptions): string[] {
  return [
    ...DIFF_ARGUMENTS,
    '--find-renames',
    `--unified=${context}`,
    ...(ignoreWhitespace ? ['--ignore-all-space'] : []),
    ...(words ? ['--word-diff=porcelain'] : []),
  ];
}

function isMoreThanSpace({ kind, hunks, binary, mode, submodule }: GitDiff['files'][number]): boolean {
  return kind !== 'modified' || hunks.length > 0 || binary === true || mode !== undefined || submodule === true;
}

function notesOn({ isCut }: GitEnd): string[] {
  return isCut ? ['The diff has more than 64 MB; only its beginning is shown. Pass paths.'] : [];
}

export async function logOf(git: GitProgram, query: LogQuery, signal: AbortSignal): Promise<GitLog> {
  const repository = git.repository();
  const range = query.range === undefined ? 'HEAD' : revisionOf(query.range);
  const filters = {
    '--author': query.author,
    '--grep': query.message,
    '--since': query.since,
    '--until': query.until,
  };
  const args = [
    'log',
    '-z',
    COMMIT_FORMAT,
    '--encoding=UTF-8',
    '--decorate=short',
    '--regexp-ignore-case',
    `--skip=${query.skip}`,
    `--max-count=${query.limit}`,
    ...Object.entries(filters).flatMap(([option, value]) => (value === undefined ? [] : [`${option}=${value}`])),
    ...(query.firstParent ? ['--first-parent'] : []),
    ...(query.follow ? ['--follow'] : []),
    ...(query.files ? ['--numstat', '--find-renames', '--no-ext-diff', '--no-textconv', '--no-relative'] : []),
    range,
    '--',
    ...(query.paths.length === 0 ? [] : query.follow ? followed(git, repository, query.paths) : pathspecsFor(git.root, repository, query.paths)),
  ];
  const [end, tips] = await Promise.all([git.try({ args }, signal), git.try({ args: ['rev-parse', '--revs-only', range, '--'] }, signal)]);
  if (end.code !== 0 && query.range === undefined && isEmpty(args, end)) return { commits: [], tips: '' };
  return { commits: readCommits(repository, succeeded({ args }, end).stdout), tips: tips.stdout.toString('latin1') };
}

// Git follows a plain path only, not one with a pathspec's words before it.
function followed(git: GitProgram, repository: Repository, paths: readonly string[]): string[] {
  return pathspecsFor(git.root, repository, paths).map((spec) => spec.replace(/^:\(top,literal\)/, ':(top)'));
}

function isEmpty(args: readonly string[], end: GitEnd): boolean {
  try {
    succeeded({ args }, end);
    return false;
  } catch (error) {
    return error instanceof IdeError && error.code === 'no_commits';
  }
}

export async function shownCommit(git: GitProgram, isTrusted: boolean, query: ShowQuery, signal: AbortSignal): Promise<ShownCommit> {
  const repository = git.repository();
  const revision = `${revisionOf(query.revision)}^{commit}`;
  const asked = ['show', '-z', COMMIT_FORMAT, '--encoding=UTF-8', '--decorate=short'];
  const changes = ['-m', '--first-parent', '--root', ...diffArguments(query), ...submodulesOf(isTrusted)];
  const specs = pathspecsFor(git.root, repository, query.paths);
  // Git prints nothing of a commit that does not touch the paths, so it is asked for what it is alone.
  const isPart = query.paths.length > 0;
  const whole = await git.ask({ args: isPart ? [...asked, '--no-patch', revision, '--'] : [...asked, ...changes, revision, '--'] }, signal);
  const { fields, rest } = fieldsAndRest(whole);
  const diff = isPart ? fieldsAndRest(await git.ask({ args: [...asked, ...changes, revision, '--', ...specs] }, signal)).rest : rest;
  return { commit: commitOf(fields), files: readDiff(repository, diff, { words: query.words }) };
}

function fieldsAndRest(output: Buffer): { fields: string[]; rest: Buffer } {
  const fields: string[] = [];
  let at = 0;
  while (fields.length < COMMIT_FIELDS && at < output.length) {
    const end = output.indexOf(0, at);
    fields.push(output.toString('utf8', at, end === -1 ? output.length : end));
    at = end === -1 ? output.length : end + 1;
  }
  return { fields, rest: output.subarray(output[at] === LINE_FEED ? at + 1 : at) };
}

const LINE_FEED = 10;

export async function contentsOf(git: GitProgram, uri: string, revision: string, signal: AbortSignal): Promise<string> {
  const path = pathInRepository(git, uri);
  const args = ['cat-file', 'blob', `${revisionOf(revision)}:${path}`];
  const end = await git.try({ args }, signal);
  if (end.code !== 0) {
    const known = await git.try({ args: ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`] }, signal);
    if (known.code !== 0) throw unknownRevision(revision);
    throw fileNotFound(`${path} in ${revision}`);
  }
  if (end.stdout.includes(0)) throw binaryFile(`${path} in ${revision}`);
  return end.stdout.toString('utf8');
}

export async function blameOf(git: GitProgram, query: BlameQuery, signal: AbortSignal): Promise<GitBlame> {
  const path = pathInRepository(git, query.uri);
  const args = [
    'blame',
    '--porcelain',
    '--no-textconv',
    ...(query.ignoreWhitespace ? ['-w'] : []),
    ...(query.lines === undefined ? [] : ['-L', `${query.lines.start + 1},${query.lines.end ?? ''}`]),
    ...(query.text === undefined ? [] : ['--contents', '-']),
    ...(query.revision === undefined ? [] : [revisionOf(query.revision)]),
    '--',
    path.slice(git.repository().prefix.length),
  ];
  const end = await git.try({ args, ...(query.text !== undefined && { input: query.text }) }, signal);
  const [, lineCount] = /has only (\d+) lines?/.exec(end.stderr) ?? [];
  if (lineCount !== undefined) throw lineOutOfRange(path, query.lines?.end ?? (query.lines?.start ?? 0) + 1, Number(lineCount));
  if (/no such path/.test(end.stderr)) throw fileNotFound(`${path} in ${query.revision ?? 'HEAD'}`);
  return readBlame(succeeded({ args }, end).stdout, path);
}

function pathInRepository(git: GitProgram, uri: string): string {
  return relative(git.repository().top, pathOf(uri)).split(sep).join('/');
}

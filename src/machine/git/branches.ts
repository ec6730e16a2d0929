// Branches and stashes: which there are, made, changed to and deleted.
import { closest } from '../../base/text/closest.ts';
import type { Branch, GitHead, Stash, StashRequest, Unstashed } from '../../ide/doors/git.ts';
import { nothingToStash, unknownBranch, unknownStash } from '../../ide/errors/gitErrors.ts';
import { type GitProgram, succeeded } from './gitProgram.ts';
import { BRANCH_FORMAT, readBranches, readStashes, STASH_FORMAT } from './logFormat.ts';
import { pathspecsFor, refName, revisionOf } from './names.ts';
import { conflictsOf, headOf } from './reading.ts';

// The last to be worked on first.
export async function branchesOf(git: GitProgram, remote: boolean, signal: AbortSignal): Promise<readonly Branch[]> {
  git.repository();
  const args = ['for-each-ref', '--sort=-committerdate', BRANCH_FORMAT, 'refs/heads', ...(remote ? ['refs/remotes'] : [])];
  return readBranches(await git.ask({ args }, signal));
}

export async function createBranch(git: GitProgram, { name, from }: { name: string; from?: string | undefined }, signal: AbortSignal): Promise<void> {
  git.repository();
  await git.do({ args: ['branch', refName(name, 'branch'), ...(from === undefined ? [] : [revisionOf(from)])] }, signal);
}

export async function switchTo(git: GitProgram, { name, discard }: { name: string; discard: boolean }, signal: AbortSignal): Promise<GitHead> {
  git.repository();
  const how = [...(discard ? ['--discard-changes'] : []), ...(await switchOptions(git, revisionOf(name), signal))];
  await git.do({ args: ['switch', '--quiet', ...how] }, signal);
  return headOf(git, signal);
}

export async function deleteBranch(git: GitProgram, { name, force }: { name: string; force: boolean }, signal: AbortSignal): Promise<string> {
  git.repository();
  const found = await git.try({ args: ['rev-parse', '--verify', '--quiet', '--short', `refs/heads/${refName(name, 'branch')}`] }, signal);
  if (found.code !== 0) throw unknownBranch(name, await namesLike(git, name, signal));
  await git.do({ args: ['branch', force ? '-D' : '-d', '--', name] }, signal);
  return found.stdout.toString('latin1').trim();
}

// A branch of ours, one that a remote has and that becomes ours, or a commit that the head is put on alone.
async function switchOptions(git: GitProgram, name: string, signal: AbortSignal): Promise<string[]> {
  const exists = async (ref: string) => (await git.try({ args: ['rev-parse', '--verify', '--quiet', ref] }, signal)).code === 0;
  if (await exists(`refs/heads/${name}`)) return ['--no-guess', name];
  const remote = (await branchesOf(git, true, signal)).some((branch) => branch.isRemote && branch.name.replace(/^[^/]+\//, '') === name);
  if (remote) return ['--guess', name];
  if (await exists(`${name}^{commit}`)) return ['--detach', name];
  throw unknownBranch(name, await namesLike(git, name, signal));
}

async function namesLike(git: GitProgram, name: string, signal: AbortSignal): Promise<string[]> {
  return closest(
    name,
    (await branchesOf(git, false, signal)).map((branch) => branch.name),
    3,
  );
}

export async function stashesOf(git: GitProgram, signal: AbortSignal): Promise<readonly Stash[]> {
  git.repository();
  return readStashes(await git.ask({ args: ['stash', 'list', '-z', STASH_FORMAT] }, signal));
}

export async function stash(git: GitProgram, request: StashRequest, signal: AbortSignal): Promise<Stash> {
  const specs = pathspecsFor(git.root, git.repository(), request.paths);
  const args = [
    'stash',
    'push',
    ...(request.untracked ? ['--include-untracked'] : []),
    ...(request.keepIndex ? ['--keep-index'] : []),
    ...(request.message === undefined ? [] : [`--message=${request.message}`]),
    '--',
    ...specs,
  ];
  const { stdout } = await git.do({ args }, signal);
  const [made] = await stashesOf(git, signal);
  if (made === undefined || /^No local changes to save/m.test(stdout.toString('utf8'))) throw nothingToStash();
  return made;
}

export async function unstash(git: GitProgram, { index, drop }: { index: number; drop: boolean }, signal: AbortSignal): Promise<Unstashed> {
  const meant = await stashAt(git, index, signal);
  const args = ['stash', drop ? 'pop' : 'apply', '--quiet', `stash@{${index}}`];
  const end = await git.work({ args }, signal);
  const conflicts = end.code === 0 ? [] : await conflictsOf(git, signal);
  // Git fails where it has put back what it could and marked the rest.
  if (!/^CONFLICT /m.test(end.stdout.toString('utf8')) && conflicts.length === 0) succeeded({ args }, end);
  return { stash: meant, conflicts };
}

export async function dropStash(git: GitProgram, index: number, signal: AbortSignal): Promise<Stash> {
  const meant = await stashAt(git, index, signal);
  await git.do({ args: ['stash', 'drop', '--quiet', `stash@{${index}}`] }, signal);
  return meant;
}

async function stashAt(git: GitProgram, index: number, signal: AbortSignal): Promise<Stash> {
  const stashes = await stashesOf(git, signal);
  const meant = stashes[index];
  if (meant === undefined) throw unknownStash(index, stashes.length);
  return meant;
}

// What is brought to other repositories and fetched from them. Only remotes that the repository is configured with are spoken to.
import { seconds } from '../../base/waiting/duration.ts';
import type { Fetched, FetchedRef, FetchRequest, Pulled, PullRequest, Pushed, PushedRef, PushRequest } from '../../ide/doors/git.ts';
import type { Progress } from '../../ide/doors/languages.ts';
import { notOnBranch, noUpstream, pushRejected, unknownBranch, unknownRemote } from '../../ide/errors/gitErrors.ts';
import { type GitProgram, succeeded } from './gitProgram.ts';
import { refName } from './names.ts';
import { conflictsOf, headOf } from './reading.ts';
import { checkedHooks } from './staging.ts';

export async function push(git: GitProgram, request: PushRequest, signal: AbortSignal, progress: Progress): Promise<Pushed> {
  git.repository();
  const branch = request.branch === undefined ? await currentBranch(git, 'A push', signal) : refName(request.branch, 'branch');
  const remote = await remoteFor(git, request.remote, branch, signal);
  const ref = `refs/heads/${branch}`;
  if (!request.remove && (await git.try({ args: ['rev-parse', '--verify', '--quiet', ref] }, signal)).code !== 0) throw unknownBranch(branch, []);
  const args = [
    'push',
    '--porcelain',
    ...(request.force ? ['--force-with-lease'] : []),
    ...(request.setUpstream ? ['--set-upstream'] : []),
    ...(request.tags ? ['--tags'] : []),
    '--',
    remote,
    request.remove ? `:${ref}` : `${ref}:${ref}`,
  ];
  const title = `git push ${remote} ${branch}`;
  const end = await pulsing(progress, title, () => git.work({ args }, signal));
  const refs = readPushed(end.stdout.toString('utf8'));
  const rejected = refs.find(({ result }) => result === 'rejected');
  if (rejected !== undefined) throw pushRejected(rejected.name, rejected.summary);
  await checkedHooks(git, ['pre-push'], { args }, end, signal);
  return { remote, refs };
}

export async function pull(git: GitProgram, request: PullRequest, signal: AbortSignal, progress: Progress): Promise<Pulled> {
  const before = await headOf(git, signal);
  if (before.branch === undefined) throw notOnBranch('A pull');
  if (request.remote === undefined && request.branch === undefined && before.upstream === undefined) throw noUpstream(before.branch);
  const remote = request.remote === undefined && request.branch === undefined ? [] : [await remoteFor(git, request.remote, before.branch, signal)];
  const branch = request.branch === undefined ? [] : [refName(request.branch, 'branch')];
  const strategy = request.manner === undefined ? [] : [{ merge: '--no-rebase', rebase: '--rebase', 'ff-only': '--ff-only' }[request.manner]];
  const args = ['pull', '--no-edit', ...strategy, '--', ...remote, ...branch];
  const end = await pulsing(progress, ['git pull', ...remote, ...branch].join(' '), () => git.work({ args }, signal));
  const conflicts = end.code === 0 ? [] : await conflictsOf(git, signal);
  const head = await headOf(git, signal);
  // A merge or rebase that stopped at conflicts is an answer: what has been done stays until somebody goes on.
  if (head.operation?.kind === before.operation?.kind || conflicts.length === 0) succeeded({ args }, end);
  return {
    head,
    ...(before.commit !== undefined && { before: before.commit }),
    ...(head.commit !== undefined && { after: head.commit }),
    conflicts,
  };
}

export async function fetch(git: GitProgram, request: FetchRequest, signal: AbortSignal, progress: Progress): Promise<Fetched> {
  const { branch } = await headOf(git, signal);
  const remote = await remoteFor(git, request.remote, branch, signal);
  const before = await refsOf(git, signal);
  const args = ['fetch', ...(request.prune ? ['--prune'] : []), ...(request.tags ? ['--tags'] : []), '--', remote];
  await pulsing(progress, `git fetch ${remote}`, () => git.do({ args }, signal));
  const after = await refsOf(git, signal);
  const names = [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)).sort();
  return { remote, refs: names.map((name) => refOf(name, before.get(name), after.get(name))) };
}

// The one that was named, the one that the branch follows, origin, or the only one. Throws unknown_remote.
async function remoteFor(git: GitProgram, given: string | undefined, branch: string | undefined, signal: AbortSignal): Promise<string> {
  const remotes = (await git.ask({ args: ['remote'] }, signal))
    .toString('utf8')
    .split('\n')
    .filter((name) => name !== '');
  const followed =
    given === undefined && branch !== undefined
      ? (await git.try({ args: ['config', '--get', `branch.${branch}.remote`] }, signal)).stdout.toString('utf8').trim()
      : '';
  const [only] = remotes.length === 1 ? remotes : [];
  const meant = given ?? [followed, 'origin', only].find((name) => name !== undefined && remotes.includes(name));
  if (meant === undefined || !remotes.includes(meant)) throw unknownRemote(meant ?? 'to speak to', remotes);
  return meant;
}

async function currentBranch(git: GitProgram, what: string, signal: AbortSignal): Promise<string> {
  const { code, stdout } = await git.try({ args: ['symbolic-ref', '--quiet', '--short', 'HEAD'] }, signal);
  if (code !== 0) throw notOnBranch(what);
  return stdout.toString('utf8').trim();
}

async function refsOf(git: GitProgram, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const listed = await git.ask({ args: ['for-each-ref', '--format=%(refname)%00%(objectname:short)', 'refs/remotes', 'refs/tags'] }, signal);
  const lines = listed
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('\0')), line.slice(line.indexOf('\0') + 1)]));
}

function refOf(ref: string, before: string | undefined, after: string | undefined): FetchedRef {
  return { name: ref.replace(/^refs\/(?:remotes|tags)\//, ''), ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

// "<flag>\t<from>:<to>\t<summary>", between lines that say where it went.
function readPushed(output: string): readonly PushedRef[] {
  return [...output.matchAll(/^([ +\-*!=])\t[^\t\n]*?:([^\t\n]*)\t(.*)$/gm)].map(([, flag = '', to = '', summary = '']) => ({
    name: to.replace(/^refs\/(?:heads|tags)\//, ''),
    result: RESULTS[flag] ?? 'updated',
    summary: summary.replace(/^\[(.*?)\]/, '$1'),
  }));
}

const RESULTS: Readonly<Record<string, PushedRef['result']>> = {
  ' ': 'updated',
  '+': 'forced',
  '-': 'deleted',
  '*': 'new',
  '!': 'rejected',
  '=': 'up to date',
};

// A person should see that it is not stuck.
async function pulsing<Value>(progress: Progress, title: string, work: () => Promise<Value>): Promise<Value> {
  progress(title);
  const started = performance.now();
  const pulse = setInterval(() => progress(`${title} (${Math.round((performance.now() - started) / seconds(1))} s)`), seconds(2));
  try {
    return await work();
  } finally {
    clearInterval(pulse);
  }
}

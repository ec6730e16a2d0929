// What git log -z prints with our format: so many fields for each commit, and behind them its files where they were asked for.
import type { Branch, Commit, CountedFile, Stash } from '../../ide/doors/git.ts';
import { uriIn } from './names.ts';
import type { Repository } from './repository.ts';

export const COMMIT_FORMAT = '--format=%h%x00%p%x00%aN%x00%aE%x00%aI%x00%cN%x00%cE%x00%cI%x00%D%x00%s%x00%b';
export const COMMIT_FIELDS = 11;

export function readCommits(repository: Repository, output: Buffer): readonly Commit[] {
  const tokens = output.toString('utf8').split('\0');
  const commits: Commit[] = [];
  let at = 0;
  while (at + COMMIT_FIELDS <= tokens.length) {
    const commit = commitOf(tokens.slice(at, at + COMMIT_FIELDS));
    at += COMMIT_FIELDS;
    const { files, next } = countedFiles(repository, tokens, at);
    at = next;
    commits.push(files.length === 0 ? commit : { ...commit, files });
  }
  return commits;
}

// The fields of one commit, without the NUL behind the last.
export function commitOf(fields: readonly string[]): Commit {
  const [id = '', parents = '', author = '', email = '', time = '', name = '', address = '', committed = '', refs = '', subject = '', body = ''] = fields;
  const words = (text: string, between: string) => (text === '' ? [] : text.split(between));
  const committer = { name, email: address, time: committed };
  return { id, parents: words(parents, ' '), author, email, time, committer, subject, body: body.trim(), refs: words(refs, ', ') };
}

// "\n3\t1\tfile\0", and of what was renamed "3\t1\t\0old\0new\0"; where that ends begins the hash of the next commit.
function countedFiles(repository: Repository, tokens: readonly string[], from: number): { files: readonly CountedFile[]; next: number } {
  const files: CountedFile[] = [];
  let at = from;
  if (tokens[at]?.startsWith('\n') !== true) return { files, next: at };
  for (let found = COUNTS.exec(tokens[at] ?? ''); found !== null; found = COUNTS.exec(tokens[at] ?? '')) {
    const [, added = '', removed = '', path = ''] = found;
    const counts = { added: Number(added) || 0, removed: Number(removed) || 0, ...(added === '-' && { binary: true as const }) };
    if (path === '') files.push({ uri: uriIn(repository, tokens[at + 2] ?? ''), from: uriIn(repository, tokens[at + 1] ?? ''), ...counts });
    else files.push({ uri: uriIn(repository, path), ...counts });
    at += path === '' ? 3 : 1;
  }
  return { files, next: at };
}

const COUNTS = /^\n?(\d+|-)\t(\d+|-)\t([\s\S]*)$/;

export const BRANCH_FORMAT =
  '--format=%(refname)%00%(objectname:short)%00%(upstream:short)%00%(upstream:track)%00%(HEAD)%00%(worktreepath)%00%(committerdate:iso-strict)%00%(symref)%00%(contents:subject)%00';

export function readBranches(output: Buffer): readonly Branch[] {
  const fields = output.toString('utf8').split('\0');
  const branches: Branch[] = [];
  for (let at = 0; at + 9 <= fields.length; at += 9) {
    const [ref = '', commit = '', upstream = '', track = '', head = '', worktree = '', time = '', symref = '', subject = ''] = fields.slice(at, at + 9);
    const [, place = '', name = ''] = /^\n?refs\/(heads|remotes)\/(.+)$/.exec(ref) ?? [];
    // origin/HEAD only says which branch of the remote is its first.
    if (name === '' || symref !== '') continue;
    branches.push({
      name,
      commit,
      subject,
      time,
      isRemote: place === 'remotes',
      isCurrent: head === '*',
      ...(upstream !== '' && { upstream }),
      ...(upstream !== '' && track !== '[gone]' && { ahead: numberAfter(track, 'ahead'), behind: numberAfter(track, 'behind') }),
      ...(track === '[gone]' && { upstreamGone: true }),
      ...(worktree !== '' && head !== '*' && { worktree }),
    });
  }
  return branches;
}

function numberAfter(track: string, word: string): number {
  return Number(new RegExp(`${word} (\\d+)`).exec(track)?.[1] ?? 0);
}

export const STASH_FORMAT = '--format=%h%x00%aI%x00%gs';

export function readStashes(output: Buffer): readonly Stash[] {
  const fields = output.toString('utf8').split('\0');
  const stashes: Stash[] = [];
  for (let at = 0; at + 3 <= fields.length; at += 3) {
    const [commit = '', time = '', message = ''] = fields.slice(at, at + 3);
    stashes.push({ index: stashes.length, commit, time, message });
  }
  return stashes;
}

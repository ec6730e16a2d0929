// What git status --porcelain=v2 -z prints, entry by entry.
import type { FileKind, GitHead, StatusFile } from '../../ide/doors/git.ts';
import { uriIn } from './names.ts';
import type { Repository } from './repository.ts';

export interface ReadStatus {
  readonly head: Pick<GitHead, 'branch' | 'commit' | 'upstream' | 'ahead' | 'behind'>;
  readonly stashes: number;
  readonly files: readonly StatusFile[];
}

export function readStatus(repository: Repository, output: Buffer): ReadStatus {
  const entries = output.toString('utf8').split('\0');
  const files: StatusFile[] = [];
  const heads = new Map<string, string>();
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] ?? '';
    if (entry.startsWith('# ')) heads.set(entry.slice(2, entry.indexOf(' ', 2)), entry.slice(entry.indexOf(' ', 2) + 1));
    // Where it was stands behind the NUL of where it is.
    else if (entry.startsWith('2 ')) files.push(renamed(repository, entry, entries[++index] ?? ''));
    else if (entry !== '') files.push(fileOf(repository, entry));
  }
  return { head: headOf(heads), stashes: Number(heads.get('stash') ?? 0), files };
}

function headOf(heads: ReadonlyMap<string, string>): ReadStatus['head'] {
  const branch = heads.get('branch.head');
  const commit = heads.get('branch.oid');
  const upstream = heads.get('branch.upstream');
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(heads.get('branch.ab') ?? '') ?? [];
  return {
    ...(branch !== undefined && branch !== '(detached)' && { branch }),
    ...(commit !== undefined && commit !== '(initial)' && { commit }),
    ...(upstream !== undefined && { upstream }),
    ...(ahead !== undefined && { ahead: Number(ahead), behind: Number(behind) }),
  };
}

function fileOf(repository: Repository, entry: string): StatusFile {
  const kind = entry[0];
  if (kind === '?' || kind === '!') {
    const path = entry.slice(2);
    const isFolder = path.endsWith('/');
    return { uri: uriIn(repository, isFolder ? path.slice(0, -1) : path), ...(isFolder && { isFolder }), unstaged: kind === '?' ? 'untracked' : 'ignored' };
  }
  // "1 XY sub mH mI mW hH hI path", and with "u" two more modes and hashes.
  const { states, submodule, path } = fieldsOf(entry, kind === 'u' ? 10 : 8);
  if (kind === 'u') return { uri: uriIn(repository, path), conflict: CONFLICTS[states] ?? states };
  return { uri: uriIn(repository, path), ...kindsOf(states), ...submoduleOf(submodule) };
}

function renamed(repository: Repository, entry: string, from: string): StatusFile {
  const { states, submodule, path } = fieldsOf(entry, 9);
  return { uri: uriIn(repository, path), ...kindsOf(states), from: uriIn(repository, from), ...submoduleOf(submodule) };
}

// Everything behind the last of so many spaces is the path, which may hold spaces itself.
function fieldsOf(entry: string, spaces: number): { states: string; submodule: string; path: string } {
  let at = -1;
  for (let count = 0; count < spaces; count++) at = entry.indexOf(' ', at + 1);
  return { states: entry.slice(2, 4), submodule: entry.slice(5, 9), path: entry.slice(at + 1) };
}

function kindsOf(states: string): Pick<StatusFile, 'staged' | 'unstaged'> {
  const staged = KINDS[states[0] ?? ''];
  const unstaged = KINDS[states[1] ?? ''];
  return { ...(staged !== undefined && { staged }), ...(unstaged !== undefined && { unstaged }) };
}

// "N..." for what is none, "SCMU" with a dot for what is not so.
function submoduleOf(field: string): Pick<StatusFile, 'submodule'> {
  if (!field.startsWith('S')) return {};
  const differs = (['commit', 'modified', 'untracked'] as const).filter((_, index) => field[index + 1] !== '.');
  return { submodule: differs };
}

export const KINDS: Readonly<Record<string, FileKind>> = { M: 'modified', A: 'added', D: 'deleted', R: 'renamed', C: 'copied', T: 'type changed' };

const CONFLICTS: Readonly<Record<string, string>> = {
  DD: 'both deleted',
  AU: 'added by us',
  UD: 'deleted by them',
  UA: 'added by them',
  DU: 'deleted by us',
  AA: 'both added',
  UU: 'both modified',
};

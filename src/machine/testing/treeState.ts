// Which commit a project is at, and how its files differ from it: what results belong to.
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { uriOf } from '../../base/files/fileUri.ts';
import { Bound } from '../../base/waiting/abort.ts';
import { seconds } from '../../base/waiting/duration.ts';
import type { ChangedLines } from '../../ide/coverage.ts';
import type { TreeState } from '../../ide/doors/testing.ts';
import type { Processes } from '../processes/processes.ts';
import { SpawnError } from '../processes/spawnedProcess.ts';
import type { GeneratedFolders } from './generatedFolders.ts';

const LONGEST_ANSWER = seconds(20);
// Settings of a repository can start programs; nothing here needs them. Prompts would wait for nobody.
const SAFELY = ['-c', 'core.fsmonitor=false', '-c', 'core.quotepath=false', '-c', 'diff.external=', '-c', 'core.hooksPath=/dev/null'];
const ENVIRONMENT = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_PAGER: 'cat', LC_ALL: 'C' };

export interface TreeStateDependencies {
  readonly root: string;
  readonly processes: Processes;
  // What is installed or built is no change of anybody's, whether git ignores it or not.
  readonly generated: GeneratedFolders;
}

export async function treeState(room: TreeStateDependencies, signal: AbortSignal): Promise<TreeState> {
  const status = await git(room, ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--', '.'], signal);
  if (status === undefined) return {};
  const entries = status.split('\0').filter((entry) => entry !== '');
  const head = (name: string) => entries.find((entry) => entry.startsWith(`# branch.${name} `))?.slice(`# branch.${name} `.length);
  const changed = entries.filter((entry) => /^[12u?] /.test(entry) && !room.generated.holds(pathIn(entry) ?? ''));
  const commit = head('oid');
  const branch = head('head');
  const hash = createHash('sha1').update(commit ?? '');
  for (const entry of changed) hash.update(entry).update(stampOf(room.root, entry));
  return {
    ...(commit !== undefined && commit !== '(initial)' && { commit }),
    ...(branch !== undefined && branch !== '(detached)' && { branch }),
    uncommittedFiles: changed.length,
    fingerprint: hash.digest('hex').slice(0, 16),
  };
}

export interface UncommittedFile extends ChangedLines {
  readonly path: string;
  // Lines of the committed text that are gone or were replaced, from 0; undefined for a file that is new.
  readonly old: readonly number[] | undefined;
  readonly deleted: boolean;
}

// What differs from the last commit, line by line. Undefined outside a repository.
export async function uncommittedFiles(
  room: TreeStateDependencies,
  lineCount: (path: string) => number,
  signal: AbortSignal,
): Promise<readonly UncommittedFile[] | undefined> {
  const head = await git(room, ['rev-parse', '--verify', '-q', 'HEAD'], signal);
  if (head === undefined) return undefined;
  const diff = await git(room, ['diff', '--no-ext-diff', '--no-textconv', '--no-color', '--no-renames', '--relative', '-U0', 'HEAD', '--', '.'], signal);
  const others = await git(room, ['ls-files', '--others', '--exclude-standard', '-z', '--', '.'], signal);
  if (diff === undefined || others === undefined) return undefined;
  const untracked = others.split('\0').filter((path) => path !== '' && !room.generated.holds(path));
  const tracked = hunkedFiles(diff).filter(({ path }) => !room.generated.holds(path));
  return [
    ...tracked.map((file) => ({ ...file, uri: uriOf(join(room.root, file.path)) })),
    ...untracked.map((path) => ({
      path,
      uri: uriOf(join(room.root, path)),
      lines: Array.from({ length: lineCount(path) }, (_, index) => index),
      old: undefined,
      deleted: false,
    })),
  ];
}

// Undefined where the last commit has no such file.
export async function committedText(room: TreeStateDependencies, path: string, signal: AbortSignal): Promise<string | undefined> {
  return git(room, ['show', '--no-textconv', `HEAD:./${path}`], signal);
}

export function hunkedFiles(diff: string): Omit<UncommittedFile, 'uri'>[] {
  const files: { path: string; lines: number[]; old: number[] | undefined; deleted: boolean }[] = [];
  for (const part of diff.split(/^diff --git /m).slice(1)) {
    const before = /^--- (?:"?a\/(.*?)"?|\/dev\/null)\t?$/m.exec(part);
    const after = /^\+\+\+ (?:"?b\/(.*?)"?|\/dev\/null)\t?$/m.exec(part);
    const path = after?.[1] ?? before?.[1];
    if (path === undefined) continue;
    const file = { path, lines: range(), old: before?.[1] === undefined ? undefined : range(), deleted: after?.[1] === undefined };
    for (const [, oldStart, oldCount = '1', newStart, newCount = '1'] of part.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)) {
      file.lines.push(...range(Number(newStart) - 1, Number(newCount)));
      // Lines that only come in stand between two old ones: the one before is where they are.
      file.old?.push(...(oldCount === '0' ? [Math.max(0, Number(oldStart) - 1)] : range(Number(oldStart) - 1, Number(oldCount))));
    }
    files.push(file);
  }
  return files;
}

function range(start = 0, count = 0): number[] {
  return Array.from({ length: count }, (_, index) => start + index);
}

function stampOf(root: string, entry: string): string {
  const path = pathIn(entry);
  const stats = path === undefined ? undefined : statSync(join(root, path), { throwIfNoEntry: false });
  return stats === undefined ? 'gone' : `${stats.mtimeMs} ${stats.size}`;
}

function pathIn(entry: string): string | undefined {
  return /^(?:\? |1 (?:\S+ ){7}|2 (?:\S+ ){8}|u (?:\S+ ){9})(.*)$/s.exec(entry)?.[1];
}

async function git(
  { root, processes }: Pick<TreeStateDependencies, 'root' | 'processes'>,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  using bound = new Bound(signal, LONGEST_ANSWER);
  try {
    const { code, stdout } = await processes.run({ program: 'git', args: [...SAFELY, ...args], cwd: root, environment: ENVIRONMENT }, bound.signal);
    return code === 0 ? stdout : undefined;
  } catch (error) {
    // No git, or one that hangs: nothing is known of commits then.
    if (error instanceof SpawnError || (bound.passed && !signal.aborted)) return undefined;
    throw error;
  }
}

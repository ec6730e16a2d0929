// What git knows of a project's files: which are as they were staged, and the contents of those, also after they have changed.
import { realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isInside } from '../../base/files/realFolder.ts';
import { readSmallFile } from '../../base/files/smallFile.ts';
import { currentEnvironment } from '../../base/processes/environment.ts';
import { Bound } from '../../base/waiting/abort.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { onlyIdentity } from '../git/gitVariables.ts';
import type { Processes } from '../processes/processes.ts';
import { SpawnError } from '../processes/spawnedProcess.ts';
import { pathOfProgram } from '../programs/machinePrograms.ts';
import type { FileState } from './fileState.ts';

// A repository of a hundred thousand files is looked through in less than a second; who waits for a network disk longer than this does without.
const LONGEST_ANSWER = seconds(10);
// Git ends the options of one call at about a megabyte; a longer list is cheaper to filter.
const FEW_PATHS = 200;
// Each starts a program.
const MOST_CONVERSIONS = 100;
const LARGEST_ANSWER = 256 * 1024 * 1024;

export interface GitQuestion {
  readonly root: string;
  readonly processes: Processes;
}

export interface StagedFile {
  // Relative to the project.
  readonly path: string;
  readonly mode: number;
  readonly object: string;
  // How long the file was on disk when git last looked at it; 0 when git does not trust its own look.
  readonly bytes: number;
}

// The file in which git keeps what is staged; undefined outside a repository, and before anything was staged.
export function indexFileOf(root: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const git = join(folder, '.git');
    const stats = statSync(git, { throwIfNoEntry: false });
    if (stats !== undefined) {
      const index = join(stats.isDirectory() ? git : pointedFolder(git), 'index');
      return statSync(index, { throwIfNoEntry: false }) === undefined ? undefined : index;
    }
    if (dirname(folder) === folder) return undefined;
  }
}

// Which branch and commit is checked out, without asking git; only for comparing.
export function headOf(index: string): string {
  const folder = dirname(index);
  const head = textAt(join(folder, 'HEAD'));
  const branch = /^ref: (.*)$/m.exec(head)?.[1]?.trim();
  if (branch === undefined) return head;
  // A worktree has its own HEAD, and its branches with all others.
  const common = textAt(join(folder, 'commondir')).trim();
  return head + textAt(join(folder, branch)) + (common === '' ? '' : textAt(join(resolve(folder, common), branch)));
}

export interface TrackedFiles {
  // Paths relative to the project whose contents are the staged ones, and those whose contents are not, or may not be.
  readonly clean: ReadonlySet<string>;
  readonly other: ReadonlySet<string>;
}

// Undefined when git cannot say.
export async function trackedFiles(question: GitQuestion): Promise<TrackedFiles | undefined> {
  const listed = await asked(question, ['ls-files', '-z', '-v', '--cached', '--modified']);
  if (listed === undefined) return undefined;
  const clean = new Set<string>();
  const other = new Set<string>();
  // A file is named once for being tracked, and once more for being modified or deleted. Small letters: git was asked not to look.
  for (const entry of listed.toString('utf8').split('\0')) (entry.startsWith('H ') ? clean : other).add(entry.slice(2));
  for (const path of other) clean.delete(path);
  return { clean, other };
}

// What an index, which may be a copy from earlier, says about these files.
export async function stagedFiles(question: GitQuestion, index: string, paths: readonly string[]): Promise<readonly StagedFile[]> {
  const few = paths.length <= FEW_PATHS ? ['--', ...paths] : [];
  const listed = await asked(question, ['--literal-pathspecs', 'ls-files', '-z', '--stage', '--debug', ...few], { index });
  const wanted = new Set(paths);
  // "100644 <object> 0\tname\0" and then lines about the file on disk, of which the last says "size: 12\tflags: 0".
  const entries = (listed ?? Buffer.alloc(0)).toString('utf8').matchAll(/(\d{6}) ([0-9a-f]{40,64}) 0\t([^\0]*)\0(?: {2}.*\n)*? {2}size: (\d+)\tflags: .*\n/g);
  return [...entries]
    .map(([, mode = '', object = '', path = '', bytes = '']) => ({ path, mode: Number.parseInt(mode, 8), object, bytes: Number(bytes) }))
    .filter(({ path }) => wanted.has(path));
}

// The files as they were on disk. One is missing where git would not give back the same bytes, because it converts line ends for example.
export async function stagedContents(question: GitQuestion, staged: readonly StagedFile[]): Promise<ReadonlyMap<string, NonNullable<FileState>>> {
  const found = new Map<string, NonNullable<FileState>>();
  const plain = staged.filter(({ mode }) => (mode & FILE_TYPE) === REGULAR || (mode & FILE_TYPE) === LINK);
  if (plain.length === 0) return found;
  const printed = await asked(question, ['cat-file', '--batch'], { input: plain.map(({ object }) => `${object}\n`).join('') });
  if (printed === undefined) return found;
  const conversions = { left: MOST_CONVERSIONS };
  let at = 0;
  for (const file of plain) {
    const lineEnd = printed.indexOf(LINE_FEED, at);
    const length = Number(/ blob (\d+)$/.exec(printed.toString('latin1', at, lineEnd))?.[1] ?? Number.NaN);
    at = lineEnd + 1;
    // An object that is gone has no contents behind its line.
    if (Number.isNaN(length)) continue;
    const bytes = printed.subarray(at, at + length);
    at += length + 1;
    const state = await stateOf(question, file, Buffer.from(bytes), conversions);
    if (state !== undefined) found.set(file.path, state);
  }
  return found;
}

// Git keeps lines with \n and may write them with \r\n; filters of a repository may do anything else. The length on disk shows which it was.
async function stateOf(question: GitQuestion, file: StagedFile, stored: Buffer, conversions: { left: number }): Promise<NonNullable<FileState> | undefined> {
  if ((file.mode & FILE_TYPE) === LINK) return { kind: 'link', target: stored.toString('utf8') };
  const mode = (file.mode & 0o111) === 0 ? 0o666 & ~process.umask() : 0o777 & ~process.umask();
  if (stored.length === file.bytes) return { kind: 'file', bytes: stored, mode };
  const windows = stored.includes(CARRIAGE_RETURN) ? stored : Buffer.from(stored.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
  if (windows.length === file.bytes) return { kind: 'file', bytes: windows, mode };
  if (conversions.left === 0) return undefined;
  conversions.left -= 1;
  const written = await asked(question, ['cat-file', '--filters', `--path=${file.path}`, file.object]);
  const isCertain = written !== undefined && (file.bytes === 0 ? written.equals(stored) : written.length === file.bytes);
  // A filter that fails once, because it wants a network for example, would fail slowly for every file.
  if (written === undefined) conversions.left = 0;
  return isCertain ? { kind: 'file', bytes: written, mode } : undefined;
}

const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const LINK = 0o120000;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

// Undefined when there is no git, or it fails: then nothing is known from it.
async function asked(
  { root, processes }: GitQuestion,
  args: readonly string[],
  { index, input }: { index?: string; input?: string } = {},
): Promise<Buffer | undefined> {
  using bound = new Bound(new AbortController().signal, LONGEST_ANSWER);
  // Nobody else's variables may lead elsewhere, and no hook of a monitor is run.
  const environment = { ...onlyIdentity(), GIT_OPTIONAL_LOCKS: '0', GIT_INDEX_FILE: index, LC_ALL: 'C' };
  try {
    // By its path: Windows would look for it in the project first.
    const git = pathOfProgram({ program: 'git' }, currentEnvironment(), (path) => !isInside(root, path) && !isInside(root, realpathSync(path)));
    if (git === undefined) return undefined;
    const spawned = await processes.spawn({ program: git, args: ['-c', 'core.fsmonitor=false', ...args], cwd: root, environment });
    const kill = () => spawned.kill();
    bound.signal.addEventListener('abort', kill, { once: true });
    spawned.stdin.end(input ?? '');
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of spawned.stdout) {
      if (!Buffer.isBuffer(chunk)) continue;
      length += chunk.length;
      if (length > LARGEST_ANSWER) spawned.kill();
      else chunks.push(chunk);
    }
    return (await spawned.exited).code === 0 ? Buffer.concat(chunks) : undefined;
  } catch (error) {
    if (error instanceof SpawnError) return undefined;
    throw error;
  }
}

// A worktree's .git is a file that says where its own folder is.
function pointedFolder(gitFile: string): string {
  return resolve(dirname(gitFile), /^gitdir: (.*)$/m.exec(textAt(gitFile))?.[1]?.trim() ?? '.');
}

function textAt(file: string): string {
  try {
    return readSmallFile(file);
  } catch {
    return '';
  }
}

// Files become new all together or not at all: new contents are laid beside the old ones first, then each takes its place.
import { randomBytes } from 'node:crypto';
import { type BigIntStats, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { systemErrorCode } from '../../../base/systemError.ts';
import { changedMeanwhile, fileNotWritable, IdeError } from '../../../ide/errors.ts';
import { type FileState, fileStateAt, hashOf, holds, isSameState, type PlainFile } from './fileState.ts';
import { synchroniseFolder } from './journal.ts';
import { refuseLinkOnTheWay } from './plainWay.ts';
import { isClosed, isClosedMode, READ_ONLY } from './readOnlyFiles.ts';
import type { ChangeRecord, FileStep, RecordSummary } from './record.ts';

interface Laid {
  readonly step: FileStep;
  readonly path: string;
  // Where the new contents wait; undefined where the file goes.
  readonly waiting: string | undefined;
}

const PLACED_IN_ONE_TURN = 100;

// Nothing takes its place before `recorded` is kept. Throws changed_meanwhile or file_not_writable, also halfway: whoever calls takes the steps back then.
export async function writeSteps(root: string, record: ChangeRecord, recorded: Promise<void>, signal: AbortSignal): Promise<void> {
  for (const folder of record.newFolders) await makeFolder(root, folder);
  const laid: Laid[] = [];
  await inParallel(record.steps, async (step) => void laid.push(await lay(root, record.id, step)));
  await recorded;
  signal.throwIfAborted();
  const stamps = await guards(laid);
  // From here on it takes less time to finish than to take back.
  signal.throwIfAborted();
  // Without waiting between the look and the move, so that hardly anybody can come between them; other calls have their turn now and then.
  for (const [index, each] of laid.entries()) {
    if (index % PLACED_IN_ONE_TURN === PLACED_IN_ONE_TURN - 1) await nextTurn();
    if (stampOf(each.path) !== stamps.get(each.path)) throw changedMeanwhile([each.step.path]);
    refuseLinkOnTheWay(root, each.path);
    await place(each);
  }
  for (const folder of record.oldFolders) await removeIfEmpty(resolve(root, folder));
  await synchroniseFolders(root, record);
}

// Puts back what a record says was there, wherever its own doing still stands. Returns the paths where something else stands now.
export async function takeBackSteps(root: string, record: ChangeRecord): Promise<readonly string[]> {
  const foreign: string[] = [];
  for (const folder of record.oldFolders.toReversed()) await mkdir(resolve(root, folder), { recursive: true });
  await inParallel(record.steps, async (step) => {
    const path = resolve(root, step.path);
    await removeWaiting(waitingPlace(path, record.id));
    const now = await unlessFolder(path, step.path);
    if (isSameState(now, step.before)) return;
    if (!isSameState(now, step.after)) {
      foreign.push(step.path);
      return;
    }
    const { waiting } = await lay(root, record.id, { ...step, after: step.before });
    if (waiting === undefined) await unlink(path);
    else await moveInto(waiting, path);
  });
  for (const folder of record.newFolders.toReversed()) await removeIfEmpty(resolve(root, folder));
  await synchroniseFolders(root, record);
  return foreign.sort();
}

// Takes away what waits for a change that was never recorded as a whole; nothing has taken its place yet.
export async function removeWaitingSteps(root: string, { id, steps, newFolders }: Pick<RecordSummary, 'id' | 'newFolders' | 'steps'>): Promise<void> {
  await inParallel(steps, ({ path }) => removeWaiting(waitingPlace(resolve(root, path), id)));
  for (const folder of newFolders.toReversed()) await removeIfEmpty(resolve(root, folder));
}

export function newChangeId(): string {
  return randomBytes(6).toString('hex');
}

// A name that no tool of the project takes for a source file, and that says whose it is.
export function waitingPlace(path: string, id: string): string {
  return join(dirname(path), `.binnacle-${id}-${hashOf({ kind: 'link', target: path }).slice(0, 12)}.tmp`);
}

async function lay(root: string, id: string, step: FileStep): Promise<Laid> {
  const path = resolve(root, step.path);
  refuseLinkOnTheWay(root, path);
  if (step.after === undefined) return { step, path, waiting: undefined };
  const waiting = waitingPlace(path, id);
  try {
    if (step.after.kind === 'link') await symlink(step.after.target, waiting);
    else await writeSynchronised(waiting, step.after, step.before === undefined ? undefined : ownerOf(path));
    return { step, path, waiting };
  } catch (error) {
    await removeWaiting(waiting);
    throw notLaid(step.path, error);
  }
}

// Without its folder there is no place for it.
function notLaid(path: string, error: unknown): Error {
  const code = systemErrorCode(error);
  return code === 'ENOENT' ? changedMeanwhile([path]) : fileNotWritable(path, code ?? String(error));
}

async function writeSynchronised(path: string, { bytes, mode }: PlainFile, owner: Owner | undefined): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(bytes);
    if (owner !== undefined) await giveTo(file, owner);
    // Opening took the process's mask into account; the file's own mode must not depend on it.
    if (process.platform !== 'win32') await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

// Only where it is somebody else, as on a person's files in a container that runs as root.
function ownerOf(path: string): Owner | undefined {
  const stats = process.platform === 'win32' ? undefined : statsOf(path);
  if (stats === undefined) return undefined;
  const [uid, gid] = [Number(stats.uid), Number(stats.gid)];
  return uid === process.geteuid?.() && gid === process.getegid?.() ? undefined : { uid, gid };
}

// Who may write a file of somebody else but not give it away becomes its owner, as with any editor that saves by renaming.
async function giveTo(file: FileHandle, { uid, gid }: Owner): Promise<void> {
  try {
    await file.chown(uid, gid);
  } catch (error) {
    if (systemErrorCode(error) !== 'EPERM') throw error;
  }
}

// Every file must still hold what the change was planned from. The stamps show whether one changes after that.
async function guards(laid: readonly Laid[]): Promise<ReadonlyMap<string, Stamp>> {
  const stamps = new Map<string, Stamp>();
  const changed: string[] = [];
  await inParallel(laid, async ({ step, path }) => {
    const stats = statsOf(path);
    stamps.set(path, stampOfStats(stats));
    if (!(await stillHolds(path, step, stats))) changed.push(step.path);
    else if (step.before?.kind === 'file' && isClosedMode(Number(stats?.mode)) && !isClosed(step.before)) throw fileNotWritable(step.path, READ_ONLY);
  });
  if (changed.length > 0) throw changedMeanwhile(changed.sort());
  return stamps;
}

// As fileStateAt and isSameState would say, with the least that the disk must be asked: of a change over many files this is a good part of it.
async function stillHolds(path: string, { path: asNamed, before }: FileStep, stats: BigIntStats | undefined): Promise<boolean> {
  if (before === undefined) return stats === undefined;
  if (before.kind === 'link' || stats === undefined || !stats.isFile()) return isSameState(await unlessFolder(path, asNamed), before);
  return stats.size === BigInt(before.bytes.length) && holds(path, before.bytes);
}

// No link has such a target, so it is the same as no state that a record knows.
const NO_FILE: FileState = { kind: 'link', target: '\0' };

// A folder where a file should be is somebody else's doing, like any other text.
async function unlessFolder(path: string, asNamed: string): Promise<FileState> {
  try {
    return await fileStateAt(path, asNamed);
  } catch (error) {
    if (error instanceof IdeError && error.code === 'is_a_folder') return NO_FILE;
    throw error;
  }
}

async function place({ step, path, waiting }: Laid): Promise<void> {
  try {
    if (waiting === undefined) unlinkSync(path);
    else await moveInto(waiting, path);
  } catch (error) {
    throw fileNotWritable(step.path, systemErrorCode(error) ?? String(error));
  }
}

// Where a folder is a file by now, nothing waits.
async function removeWaiting(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  }
}

// On Windows a virus scanner or an editor may hold the old file for a moment.
async function moveInto(waiting: string, path: string): Promise<void> {
  if (process.platform !== 'win32') return renameSync(waiting, path);
  for (let tries = 0; ; tries++) {
    try {
      return await rename(waiting, path);
    } catch (error) {
      const code = systemErrorCode(error);
      if (tries >= 10 || (code !== 'EPERM' && code !== 'EBUSY' && code !== 'EACCES')) throw error;
      await pause(20 * (tries + 1));
    }
  }
}

async function makeFolder(root: string, asNamed: string): Promise<void> {
  const path = resolve(root, asNamed);
  refuseLinkOnTheWay(root, path);
  try {
    await mkdir(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'EEXIST') throw notLaid(asNamed, error);
  }
}

async function removeIfEmpty(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  }
}

async function synchroniseFolders(root: string, { steps, newFolders }: ChangeRecord): Promise<void> {
  const folders = new Set([...steps.map(({ path }) => dirname(resolve(root, path))), ...newFolders.map((folder) => dirname(resolve(root, folder)))]);
  await inParallel([...folders], async (folder) => {
    // What was taken away needs no name.
    if (stampOf(folder) !== 'absent') await synchroniseFolder(folder);
  });
}

type Stamp = string;

function stampOf(path: string): Stamp {
  return stampOfStats(statsOf(path));
}

function stampOfStats(stats: BigIntStats | undefined): Stamp {
  return stats === undefined ? 'absent' : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}

function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

// The disk takes several at once; without an end, a rename over a whole repository would open as many files.
const AT_ONCE = 16;

// All of them run even if one fails, so that nothing is under way any more when the first error is thrown.
export async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      try {
        await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  if (errors.length > 0) throw errors[0];
}

// Files become new all together or not at all: new contents are laid beside the old ones first, then each takes its place.

import { randomBytes } from 'node:crypto';
import { type BigIntStats, lstatSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { type FileHandle, open, rename, symlink, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { meansAbsent, systemErrorCode } from '../../base/files/systemError.ts';
import { waitingFileName } from '../../base/files/waitingFile.ts';
import { changedMeanwhile, fileNotWritable, IdeError } from '../../ide/errors/errors.ts';
import { type FileState, fileStateAt, hashOf, holds, isSameState, type RegularFile } from './fileState.ts';
import { type HeldPlace, holdFolderOf } from './heldFolder.ts';
import { synchroniseFolder } from './journal.ts';
import { isClosed, isClosedMode, READ_ONLY } from './readOnlyFiles.ts';
import type { ChangeRecord, FileStep, RecordSummary } from './record.ts';

interface Laid {
  readonly step: FileStep;
  readonly path: string;
  // The name beside it under which the new contents wait; undefined where the file goes.
  readonly waiting: string | undefined;
}

const PLACED_IN_ONE_TURN = 100;

// Nothing takes its place before `recorded` is kept. Throws changed_meanwhile or file_not_writable, also halfway: whoever calls takes the steps back then.
export async function writeSteps(root: string, record: ChangeRecord, recorded: Promise<void>, signal: AbortSignal): Promise<void> {
  for (const folder of record.newFolders) makeFolder(root, folder);
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
    await place(root, each, stamps.get(each.path));
  }
  for (const folder of record.oldFolders) removeIfEmpty(root, folder);
  await synchroniseFolders(root, record);
}

// Puts back what a record says was there, wherever its own doing still stands. Returns the paths where something else stands now, or a link on the way.
export async function takeBackSteps(root: string, record: ChangeRecord): Promise<readonly string[]> {
  const foreign: string[] = [];
  for (const folder of record.oldFolders.toReversed()) await unlessElsewhere(() => makeFolders(root, folder));
  await inParallel(record.steps, async (step) => {
    const isBack = await unlessElsewhere(() => takeBack(root, record.id, step));
    if (isBack === false || (isBack === undefined && step.before !== undefined)) foreign.push(step.path);
  });
  for (const folder of record.newFolders.toReversed()) removeIfEmpty(root, folder);
  await synchroniseFolders(root, record);
  return foreign.sort();
}

// Whether it is as it was before.
async function takeBack(root: string, id: string, step: FileStep): Promise<boolean> {
  const path = resolve(root, step.path);
  using held = holdFolderOf(root, path);
  await removeWaiting(held.beside(waitingName(path, id)));
  const now = await unlessFolder(held.path(), step.path);
  if (isSameState(now, step.before)) return true;
  if (!isSameState(now, step.after)) return false;
  const waiting = await layAt(held, path, id, { ...step, after: step.before });
  if (waiting === undefined) unlinkSync(held.path());
  else await moveInto(held, waiting);
  return true;
}

// Takes away what waits for a change that was never recorded as a whole; nothing has taken its place yet.
export async function removeWaitingSteps(root: string, { id, steps, newFolders }: Pick<RecordSummary, 'id' | 'newFolders' | 'steps'>): Promise<void> {
  await inParallel(steps, (step) =>
    unlessElsewhere(async () => {
      const path = resolve(root, step.path);
      using held = holdFolderOf(root, path);
      await removeWaiting(held.beside(waitingName(path, id)));
    }),
  );
  for (const folder of newFolders.toReversed()) removeIfEmpty(root, folder);
}

// Undefined where the way leads elsewhere by now, or nowhere: nothing of ours is there.
async function unlessElsewhere<Value>(work: () => Value | Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isElsewhere(error)) return undefined;
    throw error;
  }
}

function isElsewhere(error: unknown): boolean {
  return meansAbsent(error) || (error instanceof IdeError && error.code === 'changed_meanwhile');
}

export function newChangeId(): string {
  return randomBytes(6).toString('hex');
}

export function waitingPlace(path: string, id: string): string {
  return join(dirname(path), waitingName(path, id));
}

function waitingName(path: string, id: string): string {
  return waitingFileName(id, hashOf({ kind: 'link', target: path }).slice(0, 12));
}

async function lay(root: string, id: string, step: FileStep): Promise<Laid> {
  const path = resolve(root, step.path);
  try {
    using held = holdFolderOf(root, path);
    return { step, path, waiting: await layAt(held, path, id, step) };
  } catch (error) {
    throw notLaid(step.path, error);
  }
}

// The name under which it waits.
async function layAt(held: HeldPlace, path: string, id: string, step: FileStep): Promise<string | undefined> {
  if (step.after === undefined) return undefined;
  const waiting = waitingName(path, id);
  try {
    if (step.after.kind === 'link') await symlink(step.after.target, held.beside(waiting));
    else await writeSynchronised(held.beside(waiting), step.after, step.before === undefined ? undefined : ownerOf(held.path()));
    return waiting;
  } catch (error) {
    await removeWaiting(held.beside(waiting));
    throw notLaid(step.path, error);
  }
}

// Without its folder there is no place for it.
function notLaid(path: string, error: unknown): Error {
  if (error instanceof IdeError) return error;
  const code = systemErrorCode(error);
  return code === 'ENOENT' ? changedMeanwhile([path]) : fileNotWritable(path, code ?? String(error));
}

async function writeSynchronised(path: string, { bytes, mode }: RegularFile, owner: Owner | undefined): Promise<void> {
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

async function place(root: string, { step, path, waiting }: Laid, guarded: Stamp | undefined): Promise<void> {
  try {
    using held = holdFolderOf(root, path);
    if (stampOf(held.path()) !== guarded) throw changedMeanwhile([step.path]);
    if (waiting === undefined) unlinkSync(held.path());
    else await moveInto(held, waiting);
  } catch (error) {
    if (error instanceof IdeError) throw error;
    throw fileNotWritable(step.path, systemErrorCode(error) ?? String(error));
  }
}

// Where a folder is a file by now, nothing waits.
async function removeWaiting(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!meansAbsent(error)) throw error;
  }
}

// On Windows a virus scanner or an editor may hold the old file for a moment.
async function moveInto(held: HeldPlace, waiting: string): Promise<void> {
  if (process.platform !== 'win32') return renameSync(held.beside(waiting), held.path());
  for (let tries = 0; ; tries++) {
    try {
      return await rename(held.beside(waiting), held.path());
    } catch (error) {
      const code = systemErrorCode(error);
      if (tries >= 10 || (code !== 'EPERM' && code !== 'EBUSY' && code !== 'EACCES')) throw error;
      await pause(20 * (tries + 1));
    }
  }
}

function makeFolder(root: string, asNamed: string): void {
  try {
    using held = holdFolderOf(root, resolve(root, asNamed));
    mkdirSync(held.path());
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw notLaid(asNamed, error);
  }
}

// With those around it, should somebody have taken them away.
function makeFolders(root: string, asNamed: string): void {
  const parts = asNamed.split('/');
  for (let length = 1; length <= parts.length; length++) makeFolder(root, parts.slice(0, length).join('/'));
}

function removeIfEmpty(root: string, asNamed: string): void {
  try {
    using held = holdFolderOf(root, resolve(root, asNamed));
    rmdirSync(held.path());
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && !isElsewhere(error)) throw error;
  }
}

async function synchroniseFolders(root: string, { steps, newFolders }: ChangeRecord): Promise<void> {
  const inEachFolder = new Map([...steps.map(({ path }) => path), ...newFolders].map((path) => [dirname(path), resolve(root, path)]));
  await inParallel([...inEachFolder.values()], async (path) => {
    // What was taken away needs no name.
    await unlessElsewhere(async () => {
      using held = holdFolderOf(root, path);
      await synchroniseFolder(dirname(held.path()));
    });
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

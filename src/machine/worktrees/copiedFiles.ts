// The files of a project in a place of their own: to the byte, with their modes and times, and links that stay in the project lead into the copy.
import { constants, type Stats } from 'node:fs';
import { copyFile, lstat, mkdir, readlink, symlink, utimes } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { isInside } from '../../base/files/realFolder.ts';
import { meansAbsent } from '../../base/files/systemError.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import { isolationFailed } from '../../ide/errors/worktreeErrors.ts';

// Copying more takes minutes and a disk.
const MOST_FILES = 200_000;
const MOST_BYTES = 8 * 1024 ** 3;
const AT_ONCE = 32;

// Throws isolation_failed where there is too much.
export async function copyFiles(from: string, to: string, files: readonly string[], signal: AbortSignal): Promise<void> {
  if (files.length > MOST_FILES)
    throw isolationFailed(`the project has ${files.length.toLocaleString('en')} files, more than ${MOST_FILES.toLocaleString('en')}.`);
  const folders = new Map<string, Promise<unknown>>();
  const folderOf = (path: string) => {
    const folder = dirname(path);
    const made = folders.get(folder) ?? mkdir(folder, { recursive: true });
    folders.set(folder, made);
    return made;
  };
  await mkdir(to, { recursive: true });
  let next = 0;
  let bytes = 0;
  const worker = async () => {
    for (let file = files[next++]; file !== undefined; file = files[next++]) {
      if (signal.aborted) throw cancelled();
      const [source, target] = [join(from, file), join(to, file)];
      const stats = await lstatIfThere(source);
      if (stats === undefined) continue;
      bytes += stats.size;
      if (bytes > MOST_BYTES) throw isolationFailed(`the project has more than ${MOST_BYTES / 1024 ** 3} GB in its files.`);
      await folderOf(target);
      await copyOne(source, target, stats, { from, to });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function copyOne(source: string, target: string, stats: Stats, places: { readonly from: string; readonly to: string }): Promise<void> {
  if (stats.isSymbolicLink()) return link(target, await readlink(source), source, places);
  // A folder in the place of a tracked file, or what cannot be read as a file, such as a pipe.
  if (!stats.isFile()) return;
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  // What compares times, as make does, must not find everything new.
  await utimes(target, stats.atime, stats.mtime);
}

// One that leads elsewhere leads there from the copy too, and none leads back into the original, where it would be written through.
async function link(target: string, leadsTo: string, source: string, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  const meant = resolve(dirname(source), leadsTo);
  const same = isInside(from, meant) ? (isAbsolute(leadsTo) ? join(to, relative(from, meant)) : leadsTo) : meant;
  await linkTo(same, target);
}

// Windows lets nobody make links to files without a right that few have.
export async function linkTo(leadsTo: string, place: string): Promise<void> {
  if (process.platform !== 'win32') return symlink(leadsTo, place);
  const meant = resolve(dirname(place), leadsTo);
  const stats = await lstatIfThere(meant);
  if (stats?.isDirectory()) await symlink(meant, place, 'junction');
  else if (stats?.isFile()) await copyFile(meant, place);
  else await symlink(leadsTo, place, 'file');
}

export async function lstatIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (meansAbsent(error)) return undefined;
    throw error;
  }
}

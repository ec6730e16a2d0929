// Where a path really leads, through every symlink, also when nothing is there yet.
import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../../base/files/realFolder.ts';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { fileNotFound, outsideProject } from '../../ide/errors/errors.ts';

// More links than this in a row are a loop, for Linux and for us.
const MOST_LINKS = 40;

// The absolute path of an existing or possible file, or outside_project. `file` is relative to the root, or absolute; it may lie in the other folder too.
export async function pathInside(root: string, file: string, other?: string): Promise<string> {
  // No system takes a path with a NUL, and on Windows a second colon names a hidden stream of the file.
  if (file.includes('\0') || (process.platform === 'win32' && /^.{2,}:/.test(file))) throw fileNotFound(file.replaceAll('\0', '\\0'));
  const path = await realPath(resolve(root, file), MOST_LINKS, file);
  if (!isInside(root, path) && (other === undefined || !isInside(other, path))) throw outsideProject(file, root);
  return path;
}

async function realPath(path: string, linksLeft: number, asWritten: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw fileNotFound(asWritten);
  }
  const parent = dirname(path);
  if (parent === path) return path;
  // A link to nowhere: writing to it would create its target, so the target is what counts.
  if (await isLink(path)) {
    if (linksLeft === 0) throw fileNotFound(asWritten);
    return realPath(resolve(parent, await readlink(path)), linksLeft - 1, asWritten);
  }
  return join(await realPath(parent, linksLeft, asWritten), basename(path));
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}

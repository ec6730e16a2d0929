// Which folders of a project lie inside of others, by their paths relative to it.
import { posix } from 'node:path';

export function outermost(folders: readonly string[]): string[] {
  return folders.filter((folder) => !folders.some((other) => other !== folder && isIn(folder, other))).toSorted();
}

export function isIn(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${posix.normalize(folder)}/`);
}

// The way to a file that a change writes: plain folders all along, or the write would land where a link leads.
import { lstatSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { changedMeanwhile } from '../../../ide/errors.ts';

// Plans name files by their own names. A link on the way was put there since, by somebody else, and may lead out of the project.
export function refuseLinkOnTheWay(root: string, path: string): void {
  const below = relative(root, dirname(path));
  let folder = root;
  for (const name of below === '' ? [] : below.split(sep)) {
    folder = join(folder, name);
    if (isLink(folder)) throw changedMeanwhile([relative(root, folder).replaceAll(sep, '/')]);
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    // A file where a folder was: whoever writes below it is told so.
    return false;
  }
}

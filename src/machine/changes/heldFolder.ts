// The folder in which a change reads and writes: held while it does, so that what it does lands there and not where a link leads that took the folder's place.
import { closeSync, constants, existsSync, lstatSync, openSync, readlinkSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { changedMeanwhile } from '../../ide/errors/errors.ts';

// On Linux a folder that is open can be named by its number, and whatever is done below that name is done in that very folder. Where a system has no
// such names (macOS, Windows), and in a folder that may be written but not read, the way is looked at right before each single step: a link that comes
// between that look and the step, some microseconds later, would be followed there.
const DESCRIPTORS = '/proc/self/fd';
const CAN_HOLD = process.platform === 'linux' && existsSync(DESCRIPTORS);
const OPEN_FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);

export interface HeldPlace extends Disposable {
  // Another name of the path, to be asked for right before it is used and valid while the folder is held.
  path(): string;
  // The same of another file in this folder.
  beside(name: string): string;
}

// Plans name files by their own names. A link on the way was put there since, by somebody else, and may lead out of the project: changed_meanwhile.
// A folder that is not there is the system's own error.
export function holdFolderOf(root: string, path: string): HeldPlace {
  const folder = dirname(path);
  const descriptor = CAN_HOLD ? openedFolder(folder) : undefined;
  if (descriptor === undefined) {
    const beside = (name: string) => {
      refuseLinkOnTheWay(root, path);
      return join(folder, name);
    };
    return { path: () => beside(basename(path)), beside, [Symbol.dispose]: () => {} };
  }
  const held = join(DESCRIPTORS, String(descriptor));
  try {
    refuseOtherFolder(root, path, readlinkSync(held));
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  return { path: () => join(held, basename(path)), beside: (name) => join(held, name), [Symbol.dispose]: () => closeSync(descriptor) };
}

// The first folder on the way that is a link, relative to the project.
export function linkOnTheWay(root: string, path: string): string | undefined {
  const below = relative(root, dirname(path));
  let folder = root;
  for (const name of below === '' ? [] : below.split(sep)) {
    folder = join(folder, name);
    if (isLink(folder)) return relative(root, folder).replaceAll(sep, '/');
  }
  return undefined;
}

function refuseLinkOnTheWay(root: string, path: string): void {
  const link = linkOnTheWay(root, path);
  if (link !== undefined) throw changedMeanwhile([link]);
}

// The system itself says what was opened. Some disks call a folder by the capitals with which somebody asked for it first.
function refuseOtherFolder(root: string, path: string, opened: string): void {
  const folder = dirname(path);
  if (opened === folder) return;
  if (opened.toLowerCase() !== folder.toLowerCase()) throw changedMeanwhile([linkOnTheWay(root, path) ?? relative(root, path).replaceAll(sep, '/')]);
  refuseLinkOnTheWay(root, path);
}

function openedFolder(folder: string): number | undefined {
  try {
    return openSync(folder, OPEN_FOLDER);
  } catch (error) {
    if (systemErrorCode(error) === 'EACCES') return undefined;
    throw error;
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    // A file where a folder was: whoever writes below it gets that as the error.
    return false;
  }
}

// Where files for trying something out lie: outside the project, in the daemon's own folder, one folder for each project.
import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';

// Symlinks are resolved, as they are in every path that is compared with it.
export function scratchFolder(stateFolder: string, root: string): string {
  return join(existsSync(stateFolder) ? realpathSync(stateFolder) : stateFolder, 'scratch', folderNameFor(root));
}

// For people who look into the state folder, with enough of a hash to be unique.
export function folderNameFor(root: string): string {
  return `${basename(root).replaceAll(/[^\w.-]/g, '_')}-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`;
}

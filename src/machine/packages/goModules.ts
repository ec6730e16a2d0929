// Where a Go module lies: vendored into the project, or in the cache of all modules.
import { join, posix } from 'node:path';
import { pathOf, uriOf } from '../../base/files/fileUri.ts';
import { isInside } from '../../base/files/realFolder.ts';
import type { FoundPackage, WantedPackage } from '../../ide/doors/packages.ts';
import { isFolder, namesIn, outwards } from './disk.ts';

export function findGoModule({ name, version, folderUri }: WantedPackage, root: string, cache: string): readonly FoundPackage[] {
  const vendored = outwards(pathOf(folderUri))
    .filter((folder) => isInside(root, folder))
    .map((folder) => join(folder, 'vendor', ...name.split('/')))
    .filter(isFolder)
    .map((folder) => ({ uri: uriOf(folder), ...(version !== undefined && { version }) }));
  return [...vendored, ...inCache(cache, name, version)];
}

function inCache(cache: string, name: string, version: string | undefined): FoundPackage[] {
  const escaped = escapedPath(name);
  const folder = join(cache, ...posix.dirname(escaped).split('/'));
  const prefix = `${posix.basename(escaped)}@`;
  return namesIn(folder)
    .filter((entry) => entry.startsWith(prefix) && (version === undefined || entry === `${prefix}${escapedPath(version)}`))
    .reverse()
    .map((entry) => ({
      uri: uriOf(join(folder, entry)),
      version: entry.slice(prefix.length).replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    }));
}

// The cache lies on file systems that ignore capitals.
function escapedPath(path: string): string {
  return path.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

// Looking for packages on disk, where most of what is looked for is not there.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { smallFile } from '../../base/files/smallFile.ts';
import type { FoundPackage } from '../../ide/doors/packages.ts';

// Manifests and metadata; what is larger is not read for a description.
const LARGEST = 8 * 1024 * 1024;

export function textAt(path: string): string | undefined {
  return smallFile(path, LARGEST);
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // Not there, or closed to us: nothing is in it for us.
    return [];
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

// The folder itself, then those around it, up to the topmost.
export function outwards(folder: string): string[] {
  const outer = dirname(folder);
  return outer === folder ? [folder] : [folder, ...outwards(outer)];
}

// Folders below, so many levels down, that match at each level.
export function foldersBelow(folder: string, ...levels: readonly ((name: string) => boolean)[]): string[] {
  const [matches, ...deeper] = levels;
  if (matches === undefined) return [folder];
  return namesIn(folder)
    .filter(matches)
    .flatMap((name) => foldersBelow(join(folder, name), ...deeper));
}

export function withoutRepetition(found: readonly FoundPackage[]): readonly FoundPackage[] {
  return found.filter(({ uri }, index) => found.findIndex((other) => other.uri === uri) === index);
}

// Files of the person's own packages that were written since a tree was made: the tree only links them, so an agent that writes through a link changes the original.
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isInside } from '../../base/files/realFolder.ts';

// More than the largest projects install; a folder that never ends holds up nobody.
const MOST_LOOKED_AT = 400_000;
const MOST_NAMED = 100;
// Written by whoever imports a module.
const OWN_NOTES = new Set(['__pycache__']);

export interface LinkedFolders {
  // Of the person, and the same in the tree.
  readonly top: string;
  readonly tree: string;
  // Relative to both.
  readonly dependencies: readonly string[];
  // Milliseconds.
  readonly since: number;
}

// As paths of the tree, the first of them.
export async function writtenInShared({ top, tree, dependencies, since }: LinkedFolders, signal: AbortSignal): Promise<readonly string[]> {
  const packages = new Map<string, string>();
  for (const folder of dependencies) for (const [real, path] of await linksIn(join(tree, folder), { top, tree }, signal)) packages.set(real, path);
  const written: string[] = [];
  let left = MOST_LOOKED_AT;
  for (const [real, path] of packages) {
    // A module of one file is linked as that.
    if ((await writtenAt(real)) > since) written.push(path);
    const waiting = [{ real, path }];
    for (let at = waiting.pop(); at !== undefined && left > 0 && written.length < MOST_NAMED; at = waiting.pop()) {
      signal.throwIfAborted();
      const folder = at;
      const entries = (await entriesOf(folder.real)).filter(({ name }) => !OWN_NOTES.has(name));
      left -= entries.length;
      for (const entry of entries) if (entry.isDirectory()) waiting.push({ real: join(folder.real, entry.name), path: `${folder.path}/${entry.name}` });
      const files = entries.filter((entry) => !entry.isDirectory());
      const times = await Promise.all(files.map(({ name }) => writtenAt(join(folder.real, name))));
      files.forEach(({ name }, index) => {
        if ((times[index] ?? 0) > since) written.push(`${folder.path}/${name}`);
      });
    }
  }
  return written.slice(0, MOST_NAMED);
}

// By where they lead: only what is the person's.
async function linksIn(
  folder: string,
  { top, tree }: { readonly top: string; readonly tree: string },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const waiting = [folder];
  const take = async (path: string) => {
    const real = await realpath(path).catch(() => undefined);
    if (real !== undefined && isInside(top, real) && !isInside(tree, real)) found.set(real, relative(tree, path).split(sep).join('/'));
  };
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    signal.throwIfAborted();
    const own = at;
    const stats = await lstat(own).catch(() => undefined);
    if (stats?.isSymbolicLink() === true) await take(own);
    if (stats?.isDirectory() !== true) continue;
    for (const entry of await entriesOf(own)) {
      if (entry.isSymbolicLink()) await take(join(own, entry.name));
      else if (entry.isDirectory()) waiting.push(join(own, entry.name));
    }
  }
  return found;
}

// A link may lead to a file, and what is gone was not written.
async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function writtenAt(path: string): Promise<number> {
  const stats = await lstat(path).catch(() => undefined);
  return stats === undefined || stats.isDirectory() ? 0 : stats.mtimeMs;
}

// The packages that read components, where Binnacle looks for those that it has fetched: in a cache of the test.
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { MARK } from '../../src/machine/servers/serverFolders.ts';
import { needs, type Skippable } from './testTools.ts';

// Ends with the test. Without packages it is a machine on which nobody has fetched them.
export async function emptyCache(): Promise<string> {
  const cache = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-cache-')));
  const before = process.env['XDG_CACHE_HOME'];
  process.env['XDG_CACHE_HOME'] = cache;
  onTestFinished(async () => {
    if (before === undefined) delete process.env['XDG_CACHE_HOME'];
    else process.env['XDG_CACHE_HOME'] = before;
    await rm(cache, { recursive: true, force: true });
  });
  return cache;
}

export async function fetchedComponents(context: Skippable): Promise<void> {
  const { folder, version } = await needs(context, 'components');
  const cache = await emptyCache();
  const place = join(cache, 'binnacle', 'servers', 'components', version);
  await mkdir(place, { recursive: true });
  await writeFile(join(place, MARK), JSON.stringify({ name: '@vue/language-core', version }));
  await symlink(modulesOf(folder, 2), join(place, 'node_modules'), 'junction');
}

// The node_modules that a package lies in, so many levels above it.
export function modulesOf(folder: string, levels: number): string {
  return levels === 0 ? folder : modulesOf(dirname(folder), levels - 1);
}

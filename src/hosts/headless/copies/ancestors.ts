// How far around a project its files may lead: up to the root of the repository that it is a part of, or to where its packages are installed.
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const FARTHEST = 6;

// The folders above, outermost first; none for a project that stands alone.
export async function ancestorsOf(root: string): Promise<readonly string[]> {
  if (await exists(join(root, '.git'))) return [];
  const above = foldersAbove(root);
  for (const [index, folder] of above.entries()) if (await exists(join(folder, '.git'))) return above.slice(0, index + 1).reverse();
  const installed = await Promise.all(above.map((folder) => exists(join(folder, 'node_modules'))));
  return above.slice(0, installed.lastIndexOf(true) + 1).reverse();
}

function foldersAbove(root: string): readonly string[] {
  const above: string[] = [];
  for (let folder = dirname(root); above.length < FARTHEST && folder !== dirname(folder) && folder !== homedir(); folder = dirname(folder)) above.push(folder);
  return above;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

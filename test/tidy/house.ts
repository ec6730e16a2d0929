// The files of this repository, as the tidy tests read them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';

export const root = fileURLToPath(new URL('../..', import.meta.url));

// What git does not hold or what is only data for tests.
const foreign = new Set(['node_modules', '.git', 'dist', 'coverage', 'workspaces']);

// Paths from the root, with forward slashes, sorted.
export function filesUnder(folder: string, ...extensions: readonly string[]): string[] {
  return walk(join(root, folder))
    .map((path) => path.slice(root.length).split(sep).join('/'))
    .filter((path) => extensions.length === 0 || extensions.some((extension) => path.endsWith(extension)))
    .sort();
}

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

// Everything that we wrote as code.
export function sources(): string[] {
  return ['src', 'dashboard', 'test', 'bench', 'scripts', 'bin', 'extension'].flatMap((folder) => filesUnder(folder, '.ts', '.tsx', '.mjs', '.cjs'));
}

export async function roomNames(): Promise<string[]> {
  return Object.keys(await lawOfRooms());
}

export async function lawOfRooms(): Promise<Record<string, string[]>> {
  const law: unknown = await import(pathToFileURL(join(root, 'rooms.mjs')).href);
  return z.object({ rooms: z.record(z.string(), z.array(z.string())) }).parse(law).rooms;
}

function walk(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (foreign.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : entry.isFile() ? [path] : [];
  });
}

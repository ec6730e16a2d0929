// Whether git tracks a file, read from its index without asking git: what comes with the code is not run by reads and edits, though the project be trusted.
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isInside } from '../../base/files/realFolder.ts';
import { readSmallFile } from '../../base/files/smallFile.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { repositoryOf } from './repository.ts';

// An index of a million files; reading it takes longer than anybody wants to wait, and no longer.
const LARGEST_INDEX = 256 * 1024 * 1024;
// As long as the index is the same.
const known = new Map<string, { readonly stamp: string; readonly isTracked: boolean }>();
const MOST_KNOWN = 1_000;

// The first of these programs, or files that decide what they do, that is in the project and tracked, relative to the project.
export function trackedAmong(root: string, paths: readonly string[]): string | undefined {
  const own = paths.find((path) => [path, realOf(path)].some((place) => isInside(root, place) && isTracked(place)));
  return own === undefined ? undefined : relative(root, own).split(sep).join('/');
}

// As the end of a sentence.
export function whyNotTracked(path: string): string {
  return `git tracks ${path}, and what comes with the code is not run by reads and edits`;
}

function isTracked(path: string): boolean {
  const repository = repositoryAround(path);
  if (repository === undefined) return false;
  const index = join(repository.gitFolder, 'index');
  const stats = statSync(index, { throwIfNoEntry: false });
  if (stats === undefined || stats.size > LARGEST_INDEX) return false;
  const stamp = stampOf(stats);
  const before = known.get(path);
  if (before?.stamp === stamp) return before.isTracked;
  const name = relative(repository.top, path).split(sep).join('/');
  const isSha256 = /^\s*objectformat\s*=\s*sha256\s*$/im.test(textAt(join(repository.gitFolder, 'config')));
  const found = [index, ...sharedIndexes(repository.gitFolder)].some((file) => holds(readFileSync(file), name, isSha256 ? 32 : 20));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(path, { stamp, isTracked: found });
  return found;
}

// Each entry is times, numbers and the object, then flags, then the name; from version 4 on the name is written by what differs from the one before.
function holds(index: Buffer, name: string, objectBytes: number): boolean {
  if (index.toString('latin1', 0, 4) !== 'DIRC') return false;
  const [version, count] = [index.readUInt32BE(4), index.readUInt32BE(8)];
  const wanted = Buffer.from(name);
  let before: Buffer = Buffer.alloc(0);
  let at = 12;
  for (let entry = 0; entry < count && at + 42 + objectBytes < index.length; entry++) {
    const start = at;
    const flags = index.readUInt16BE(start + 40 + objectBytes);
    at = start + 42 + objectBytes + ((flags & EXTENDED) === 0 ? 0 : 2);
    let kept = 0;
    if (version >= 4) {
      const dropped = numberAt(index, at);
      at = dropped.end;
      kept = Math.max(0, before.length - dropped.value);
    }
    const end = index.indexOf(0, at);
    if (end < 0) return false;
    before = kept === 0 ? index.subarray(at, end) : Buffer.concat([before.subarray(0, kept), index.subarray(at, end)]);
    if (before.equals(wanted)) return true;
    // Up to version 3 entries are filled up with zeros, at least one, to a multiple of eight.
    at = version >= 4 ? end + 1 : start + (Math.floor((end - start) / 8) + 1) * 8;
  }
  return false;
}

const EXTENDED = 0x4000;

// As git writes numbers in its packs: seven bits each, and one is added for every further byte.
function numberAt(buffer: Buffer, from: number): { readonly value: number; readonly end: number } {
  let at = from;
  let byte = buffer[at++] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = buffer[at++] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, end: at };
}

function repositoryAround(path: string): ReturnType<typeof repositoryOf> | undefined {
  try {
    return repositoryOf(dirname(path));
  } catch (error) {
    if (error instanceof IdeError) return undefined;
    throw error;
  }
}

// Where git keeps what seldom changes apart.
function sharedIndexes(gitFolder: string): readonly string[] {
  return readdirSync(gitFolder)
    .filter((name) => name.startsWith('sharedindex.'))
    .map((name) => join(gitFolder, name));
}

function stampOf({ mtimeMs, size, ino }: Stats): string {
  return `${mtimeMs} ${size} ${ino}`;
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function textAt(file: string): string {
  try {
    return readSmallFile(file);
  } catch {
    return '';
  }
}

// Files that a project names, read so that none of them can hold up the process: a pipe is not waited for, a device is not read, a gigabyte is not loaded.
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';

// More than any manifest, configuration or report that somebody wrote or generated.
const LARGEST = 64 * 1024 * 1024;

// Its text. Throws as reading does, and where it is not a regular file or too large.
export function readSmallFile(path: string, largest = LARGEST): string {
  return readSmallBytes(path, largest).toString('utf8');
}

export function readSmallBytes(path: string, largest = LARGEST): Buffer {
  // A pipe that nobody writes to would be waited for in the opening already. Windows has no such files.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    refuseOthers(path, fstatSync(descriptor), largest);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

// The same without holding up others while a large one is read.
export async function readBytes(path: string, largest: number, signal: AbortSignal): Promise<Buffer> {
  await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  refuseOthers(path, await file.stat(), largest);
  return await file.readFile({ signal });
}

function refuseOthers(path: string, stats: Stats, largest: number): void {
  if (!stats.isFile()) throw new Error(`${path} is not a file that can be read`);
  if (stats.size > largest) throw new Error(`${path} has ${stats.size} bytes, which is too large to be read`);
}

// Undefined where there is nothing to read: it is not there, closed to us, no file, or too large.
export function smallFile(path: string, largest = LARGEST): string | undefined {
  try {
    return readSmallFile(path, largest);
  } catch {
    return undefined;
  }
}

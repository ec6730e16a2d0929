// The bytes of a regular file on disk: of nothing else, because reading a pipe or a device could wait for ever, and never more than asked for.
import { lstatSync, type Stats } from 'node:fs';
import { readBytes, readSmallBytes } from '../../base/files/smallFile.ts';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { cancelled, fileTooLarge, fileUnreadable, isAFolder } from '../../ide/errors/errors.ts';

// Small files are read at once: 0.03 ms instead of 0.15 ms through the thread pool. Large ones must not hold up other calls.
const SMALL_FILE = 256 * 1024;
const MEGABYTE = 1024 * 1024;

// Undefined when there is no file.
export async function regularFileBytes(path: string, asNamed: string, largest: number, signal: AbortSignal): Promise<Buffer | undefined> {
  if (signal.aborted) throw cancelled();
  const stats = statsOf(path, asNamed);
  if (stats === undefined) return undefined;
  if (stats.isDirectory()) throw isAFolder(asNamed);
  if (!stats.isFile()) throw fileUnreadable(asNamed, 'it is a socket, a pipe or a device');
  refuseLarger(stats, largest, asNamed);
  return bytesOf(path, asNamed, { size: stats.size, largest }, signal);
}

export function statsOf(path: string, asNamed: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw fileUnreadable(asNamed, systemErrorCode(error) ?? String(error));
  }
}

export function refuseLarger({ size }: Stats, largest: number, asNamed: string): void {
  if (size > largest) throw fileTooLarge(asNamed, `${Math.ceil(size / MEGABYTE)} MB`, `${largest / MEGABYTE} MB`);
}

// Refuses also what has grown beyond it since its size was asked for.
export async function bytesOf(
  path: string,
  asNamed: string,
  { size, largest }: { readonly size: number; readonly largest: number },
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  try {
    return size <= SMALL_FILE ? readSmallBytes(path, largest) : await readBytes(path, largest, signal);
  } catch (error) {
    if (signal.aborted) throw cancelled();
    if (isAbsence(error)) return undefined;
    throw fileUnreadable(asNamed, systemErrorCode(error) ?? String(error));
  }
}

function isAbsence(error: unknown): boolean {
  const code = systemErrorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENAMETOOLONG';
}

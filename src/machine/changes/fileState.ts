// What stands at a path: nothing, a file with its bytes and mode, or a link. Two states are the same when their hashes are.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink } from 'node:fs/promises';
import { meansAbsent, systemErrorCode } from '../../base/files/systemError.ts';
import { fileTooLarge, fileUnreadable, IdeError, isAFolder } from '../../ide/errors/errors.ts';

export type FileState = RegularFile | LinkState | undefined;

export interface RegularFile {
  readonly kind: 'file';
  readonly bytes: Buffer;
  // Permission bits only.
  readonly mode: number;
}

export interface LinkState {
  readonly kind: 'link';
  readonly target: string;
}

// Twice this is held in memory while a change is written, and as much goes into the history.
const LARGEST_FILE = 64 * 1024 * 1024;

export async function fileStateAt(path: string, asNamed: string): Promise<FileState> {
  try {
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) return { kind: 'link', target: await readlink(path) };
    if (stats.isDirectory()) throw isAFolder(asNamed);
    if (!stats.isFile()) throw fileUnreadable(asNamed, 'it is a device, a pipe or a socket');
    if (stats.size > LARGEST_FILE) throw fileTooLarge(asNamed, `${Math.ceil(stats.size / MEGABYTE)} MB`, `${LARGEST_FILE / MEGABYTE} MB`);
    return { kind: 'file', bytes: await bytesOf(path, stats.size), mode: stats.mode & 0o7777 };
  } catch (error) {
    if (error instanceof IdeError) throw error;
    if (meansAbsent(error)) return undefined;
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    throw fileUnreadable(asNamed, code);
  }
}

const MEGABYTE = 1024 * 1024;

// The contents alone: a changed mode is no reason to call an edit stale.
export function hashOf(state: FileState): string {
  if (state === undefined) return ABSENT;
  const hash = createHash('sha256');
  return (state.kind === 'link' ? hash.update('link ').update(state.target) : hash.update(state.bytes)).digest('hex');
}

const ABSENT = 'absent';

// As their hashes would say, without computing them: of a change over many files those would take longer than everything else that is not the disk's.
export function isSameState(one: FileState, other: FileState): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.kind === 'link') return other.kind === 'link' && one.target === other.target;
  return other.kind === 'file' && one.bytes.equals(other.bytes);
}

// By its owner.
export function isExecutable(state: FileState): boolean {
  return state?.kind === 'file' && (state.mode & 0o100) !== 0;
}

const READ_PLAIN_FILE = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

// Without following a link that takes the file's place between the look and the reading.
async function bytesOf(path: string, expected: number): Promise<Buffer> {
  const file = await open(path, READ_PLAIN_FILE);
  try {
    // One question instead of three, of which a change over many files asks thousands; one byte more shows whether it has grown.
    const found = Buffer.allocUnsafeSlow(expected + 1);
    const length = await filled(file, found, expected);
    return length === expected ? found.subarray(0, length) : await file.readFile();
  } finally {
    await file.close();
  }
}

// Whether a file has these bytes and no more. One that is gone, or that nobody may read, has not.
export async function holds(path: string, bytes: Buffer): Promise<boolean> {
  const file = await open(path, READ_PLAIN_FILE).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const found = Buffer.allocUnsafe(bytes.length + 1);
    const length = await filled(file, found, bytes.length);
    return length === bytes.length && found.subarray(0, length).equals(bytes);
  } finally {
    await file.close();
  }
}

// How much there is to read, up to the size of the buffer. Where `enough` is reached, less than was asked for means the end of the file.
async function filled(file: FileHandle, buffer: Buffer, enough: number): Promise<number> {
  let length = 0;
  do {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  } while (length < enough);
  return length;
}

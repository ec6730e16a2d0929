// Where a daemon listens for doors of this machine: a socket file that fits the system's limit, or a named pipe.
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateFolder } from '../folders.ts';

// The kernel's limit for a socket's path is 108 bytes on Linux and 104 on macOS, with the ending zero.
const LONGEST_PATH = 100;

export function localAddress(state: string, pid: number): string {
  // A file that a dead daemon left can never be in the way of a new one.
  const name = `${pid}-${randomBytes(4).toString('hex')}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\binnacle-${name}`;
  const fitting = [join(state, 'sockets'), ...shorterFolders(state)].find((folder) => Buffer.byteLength(join(folder, `${name}.sock`)) <= LONGEST_PATH);
  return join(ownFolder(fitting ?? join(state, 'sockets')), `${name}.sock`);
}

// Where others may make folders too, one of them can have been there first, to look at who comes or to lead us elsewhere. Then it is a new one, of our own.
function ownFolder(folder: string): string {
  privateFolder(folder);
  const stats = lstatSync(folder);
  const isOurs = stats.isDirectory() && stats.uid === process.getuid?.();
  if (!isOurs) return mkdtempSync(`${folder}-`);
  if ((stats.mode & OTHERS) !== 0) chmodSync(folder, 0o700);
  return folder;
}

const OTHERS = 0o077;

// One folder for each state folder, so that two of them (a test, another user under the same /tmp) never meet.
function shorterFolders(state: string): string[] {
  const short = createHash('sha256').update(state).digest('hex').slice(0, 12);
  const runtime = process.env['XDG_RUNTIME_DIR'];
  return [...(runtime ? [join(runtime, `binnacle-${short}`)] : []), join(tmpdir(), `binnacle-${process.getuid?.() ?? 0}-${short}`)];
}

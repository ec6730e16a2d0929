// Where a daemon listens for doors of this machine: a socket file that fits the system's limit, or a named pipe.
import { createHash, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateFolder } from './folders.ts';

// The kernel's limit for a socket's path is 108 bytes on Linux and 104 on macOS, with the ending zero.
const LONGEST_PATH = 100;

export function localAddress(state: string, pid: number): string {
  // A file that a dead daemon left can never be in the way of a new one.
  const name = `${pid}-${randomBytes(4).toString('hex')}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\binnacle-${name}`;
  const [address] = [join(state, 'sockets'), ...shorterFolders(state)]
    .map((folder) => join(folder, `${name}.sock`))
    .filter((path) => Buffer.byteLength(path) <= LONGEST_PATH);
  if (address === undefined) return join(state, 'sockets', `${name}.sock`);
  privateFolder(join(address, '..'));
  return address;
}

// One folder for each state folder, so that two of them (a test, another user under the same /tmp) never meet.
function shorterFolders(state: string): string[] {
  const short = createHash('sha256').update(state).digest('hex').slice(0, 12);
  const runtime = process.env['XDG_RUNTIME_DIR'];
  return [...(runtime ? [join(runtime, `binnacle-${short}`)] : []), join(tmpdir(), `binnacle-${process.getuid?.() ?? 0}-${short}`)];
}

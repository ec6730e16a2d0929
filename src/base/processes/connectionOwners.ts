// Which processes hold the other end of a TCP connection to this machine's own loopback address.
import { readdir, readFile, readlink } from 'node:fs/promises';
import { outputOf } from './ancestors.ts';

// Ours is not among them. Empty where the system does not say: the other end is another user's, or gone.
export async function connectionOwners(theirPort: number, ourPort: number): Promise<readonly number[]> {
  const pids = await (process.platform === 'linux' ? ownersOnLinux(theirPort, ourPort) : ownersElsewhere(theirPort, ourPort));
  return pids.filter((pid) => pid !== process.pid);
}

async function ownersOnLinux(theirPort: number, ourPort: number): Promise<readonly number[]> {
  const tables = await Promise.all(['/proc/self/net/tcp', '/proc/self/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')));
  const inode = inodeIn(tables.join('\n'), theirPort, ourPort);
  if (inode === undefined) return [];
  const owners: number[] = [];
  // One after the other: there may be thousands of descriptors, and others wait for the same disk of the kernel.
  for (const name of await readdir('/proc')) if (/^\d+$/.test(name) && (await holds(name, `socket:[${inode}]`))) owners.push(Number(name));
  return owners;
}

// Of the socket whose own end is the first port and whose other end is the second.
export function inodeIn(table: string, own: number, other: number): string | undefined {
  const [here, there] = [own, other].map((port) => port.toString(16).toUpperCase().padStart(4, '0'));
  const row = new RegExp(`^\\s*\\d+: [0-9A-F]+:${here} [0-9A-F]+:${there} (?:\\S+\\s+){6}(\\d+)\\s`, 'm').exec(table);
  return row?.[1];
}

async function holds(pid: string, link: string): Promise<boolean> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(descriptors.map((each) => readlink(`/proc/${pid}/fd/${each}`).catch(() => '')));
  return links.includes(link);
}

async function ownersElsewhere(theirPort: number, ourPort: number): Promise<readonly number[]> {
  const output =
    process.platform === 'win32'
      ? await outputOf('powershell.exe', [
          '-NoProfile',
          '-NonInteractive',
          '-Command',
          `(Get-NetTCPConnection -LocalPort ${theirPort} -RemotePort ${ourPort}).OwningProcess`,
        ])
      : await outputOf('lsof', ['-nP', `-iTCP:${theirPort}`, '-sTCP:ESTABLISHED', '-Fp']);
  return [...output.matchAll(/^p?(\d+)\s*$/gm)].map(([, pid]) => Number(pid));
}

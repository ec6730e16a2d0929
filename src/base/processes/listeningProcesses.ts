// Which processes listen at a TCP port of this machine.
import { readdir, readFile, readlink } from 'node:fs/promises';
import { outputOf } from './ancestors.ts';

// Undefined where nobody listens. Empty where the system does not say who: it is another user's, perhaps.
export async function listeningProcesses(port: number): Promise<readonly number[] | undefined> {
  if (process.platform === 'linux') return listeningOnLinux(port);
  const output =
    process.platform === 'win32'
      ? await outputOf('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', `(Get-NetTCPConnection -State Listen -LocalPort ${port}).OwningProcess`])
      : await outputOf('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fp']);
  return [...output.matchAll(/^p?(\d+)\s*$/gm)].map(([, pid]) => Number(pid));
}

async function listeningOnLinux(port: number): Promise<readonly number[] | undefined> {
  const tables = await Promise.all(['/proc/self/net/tcp', '/proc/self/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')));
  const links = new Set(listeningInodes(tables.join('\n'), port).map((inode) => `socket:[${inode}]`));
  if (links.size === 0) return undefined;
  const found: number[] = [];
  for (const name of await readdir('/proc')) if (/^\d+$/.test(name) && (await holdsOne(name, links))) found.push(Number(name));
  return found;
}

// Of the sockets that listen (state 0A) at the port.
export function listeningInodes(table: string, port: number): readonly string[] {
  const own = port.toString(16).toUpperCase().padStart(4, '0');
  const row = new RegExp(`^\\s*\\d+: [0-9A-F]+:${own} [0-9A-F]+:0000 0A (?:\\S+\\s+){5}(\\d+)\\s`, 'gm');
  return [...table.matchAll(row)].map(([, inode = '']) => inode);
}

async function holdsOne(pid: string, links: ReadonlySet<string>): Promise<boolean> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const held = await Promise.all(descriptors.map((each) => readlink(`/proc/${pid}/fd/${each}`).catch(() => '')));
  return held.some((link) => links.has(link));
}

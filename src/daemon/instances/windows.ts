// Which VS Code windows of this user serve agents: one private file for each, written by its extension and believed only while its process lives.
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { isAlive } from '../../base/processes/processIdentity.ts';
import { writePrivateFile } from '../folders.ts';

// Not among the daemons: a door must not attach to what ends with a window, and nobody may end VS Code to stop Binnacle.
const Window = z.object({
  pid: z.number(),
  started: z.string(),
  version: z.string(),
  build: z.string(),
  // ISO 8601.
  since: z.string(),
  // While its HTTP server is on.
  url: z.string().optional(),
  port: z.number().optional(),
  token: z.string().optional(),
  // Of the local socket at which people get their sessions.
  key: z.string(),
  socket: z.string(),
  projects: z.array(z.string()),
});

const WRITABLE_BY_OTHERS = 0o022;

export type Window = z.infer<typeof Window>;

export function writeWindow(state: string, window: Window): void {
  writePrivateFile(windowFile(state, window.pid), `${JSON.stringify(window)}\n`);
}

export function removeWindow(state: string, pid: number): void {
  rmSync(windowFile(state, pid), { force: true });
}

export function windowFile(state: string, pid: number): string {
  return join(state, 'windows', `${pid}.json`);
}

// Those that are really there; files of dead ones are removed.
export function liveWindows(state: string): Window[] {
  const live: Window[] = [];
  for (const file of windowFiles(state)) {
    const window = readWindow(file);
    if (window !== undefined && isAlive(window)) live.push(window);
    else if (window !== undefined) rmSync(file, { force: true });
  }
  return live.sort((a, b) => a.since.localeCompare(b.since));
}

// Those among them that answer over HTTP.
export function listeningWindows(state: string): (Window & { readonly url: string })[] {
  return liveWindows(state).flatMap((window) => (window.url === undefined ? [] : [{ ...window, url: window.url }]));
}

function windowFiles(state: string): string[] {
  const folder = join(state, 'windows');
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

// A file that is not ours to read, that others can write, or that another version wrote in its own way, describes no window.
function readWindow(file: string): Window | undefined {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const { uid, mode } = fstatSync(descriptor);
      // Windows has neither; there the folder is the user's own.
      const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & WRITABLE_BY_OTHERS) === 0);
      return isOurs ? Window.safeParse(JSON.parse(readFileSync(descriptor, 'utf8'))).data : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

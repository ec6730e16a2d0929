// Whether a file is there for us: a folder that is closed to us, such as one of the PATH of another user, has none.
import { type Stats, statSync } from 'node:fs';

export function isReachableFile(path: string): boolean {
  return statsOf(path)?.isFile() === true;
}

// One that can be run.
export function isProgramFile(path: string): boolean {
  const stats = statsOf(path);
  return stats?.isFile() === true && (process.platform === 'win32' || (stats.mode & 0o111) !== 0);
}

// At the end of all links.
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Closed to us, links that form a cycle, or a name too long.
    return undefined;
  }
}

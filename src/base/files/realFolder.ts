// Folders compared as the disk knows them: through links, and in any case where the system ignores case.
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

// Of a folder that is not there, what it would be: its nearest ancestor that is, and the rest of its name.
export function realFolder(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync.native(whole);
  } catch {
    const parent = dirname(whole);
    return parent === whole ? whole : join(realFolder(parent), basename(whole));
  }
}

// Steps that lead nowhere or back, and a slash at the end: only without them do names compare as they are written.
const UNTIDY = /\/\.{0,2}(?:\/|$)|^[^/]/;

// Both as the disk knows them. Where a system ignores case by default, a folder that differs in its capitals alone counts as the same.
export function isInside(folder: string, path: string, platform: NodeJS.Platform = process.platform): boolean {
  // An answer names hundreds of places, nearly all of them written plainly.
  if (path.startsWith(folder.endsWith(sep) ? folder : folder + sep) && !path.includes('..')) return true;
  if (platform === 'linux' && !UNTIDY.test(path) && !UNTIDY.test(folder)) return path === folder || path.startsWith(folder + sep);
  const [outer, inner] = platform === 'linux' ? [folder, path] : [folder.toLowerCase(), path.toLowerCase()];
  const way = relative(outer, inner);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

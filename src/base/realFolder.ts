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

// Both as the disk knows them.
export function isAtOrBelow(folder: string, ancestor: string, platform: NodeJS.Platform = process.platform): boolean {
  const [inner, outer] = platform === 'linux' ? [folder, ancestor] : [folder.toLowerCase(), ancestor.toLowerCase()];
  const way = relative(outer, inner);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

// How a discovery file is written where commands look for one, so that no other user reads, redirects or replaces it.
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { smallFile } from '../../base/files/smallFile.ts';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { unsafeLockFolder } from '../../ide/errors/companionErrors.ts';
import { IdeError } from '../../ide/errors/errors.ts';

// More than anybody has open; a folder that somebody filled costs no more.
const MOST_LOCKS = 200;
const LARGEST_LOCK = 64 * 1024;
const OTHERS_MAY_WRITE = 0o002;
// A day after the beginning: some systems have no time before it, in any zone.
const LONG_AGO = 86_400;

// The files of a folder that may be such, with what they hold. A folder that is not there has none.
export function* filesIn(folder: string): Generator<{ readonly file: string; readonly text: string }> {
  for (const name of namesIn(folder).slice(0, MOST_LOCKS)) {
    const file = join(folder, name);
    const text = /\.(?:lock|json)$/.test(name) ? smallFile(file, LARGEST_LOCK) : undefined;
    if (text !== undefined) yield { file, text };
  }
}

// Whole or not at all, for this user alone. Throws with the reason where it cannot be.
export function writeLock(file: string, text: string, comesLast = false): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const each of [dirname(folder), folder]) refuseOthersFolder(each);
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    // A new file, and a name that is replaced: no link that somebody left in either place is followed.
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
    if (comesLast) utimesSync(temporary, LONG_AGO, LONG_AGO);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

// People do keep ~/.claude elsewhere, by a link of their own; the link and the folder of another user would have our token.
function refuseOthersFolder(folder: string): void {
  const own = process.getuid?.();
  if (own === undefined || folder === homedir()) return;
  const [link, found] = [lstatSync(folder), statSync(folder)];
  if (link.isSymbolicLink() && link.uid !== own) throw unsafeLockFolder(folder, 'is a link of another user');
  if (found.uid !== own) throw unsafeLockFolder(folder, 'belongs to another user');
  if ((found.mode & OTHERS_MAY_WRITE) !== 0) throw unsafeLockFolder(folder, 'can be written to by other users');
}

export function reasonOf(error: unknown): string {
  if (error instanceof IdeError) return error.message;
  return systemErrorCode(error) ?? String(error);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

// A lock that another program takes too before it rewrites its file: a folder beside it, as the package proper-lockfile makes one.
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { configurationUnusable } from '../../ide/errors/registrationErrors.ts';

// Whoever holds it renews it more often; an older one was left behind.
const STALE = seconds(10);
const LONGEST_WAIT = seconds(15);
const BETWEEN_TRIES = 50;

export async function withLock<Result>(folder: string | undefined, file: string, signal: AbortSignal, work: () => Result): Promise<Result> {
  // Where even the folder around it is missing, nobody can hold it.
  if (folder === undefined || !existsSync(dirname(folder))) return work();
  const end = Date.now() + LONGEST_WAIT;
  while (!isTaken(folder, file)) {
    if (Date.now() > end)
      throw configurationUnusable(
        file,
        `is being written by its agent, which does not let go of ${folder}`,
        'Nothing was written. End the agent, then try again.',
      );
    await wait(BETWEEN_TRIES, undefined, { signal });
  }
  try {
    return work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Whether it is ours now.
function isTaken(folder: string, file: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw configurationUnusable(file, `cannot be locked (${systemErrorCode(error)})`);
  }
  const held = statSync(folder, { throwIfNoEntry: false });
  if (held !== undefined && Date.now() - held.mtimeMs > STALE) {
    rmSync(folder, { recursive: true, force: true });
  }
  return false;
}

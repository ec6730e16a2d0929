// A thing that at most one process holds: a file with its holder's identity, taken atomically and inherited only from the provably dead.
//
// Each taking writes a new generation (name.1, name.2 …) and the highest one says who holds it. The highest is never deleted, not even
// on release, so nobody who acts on an old listing can come second and believe to be first.
import { readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { isAlive, ownIdentity, type ProcessIdentity } from '../../base/processes/processIdentity.ts';
import { createPrivateFile, privateFolder } from '../folders.ts';

export type ClaimAttempt = { readonly held: true; readonly claim: Claim } | { readonly held: false; readonly holder: ProcessIdentity };

export interface Claim extends Disposable {
  readonly file: string;
}

interface Generation {
  readonly number: number;
  readonly file: string;
}

// More tries than generations that others can write while we look.
const MOST_TRIES = 50;

export function tryClaim(folder: string, name: string): ClaimAttempt {
  privateFolder(folder);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const latest = generations(folder, name).at(-1);
    const holder = latest === undefined ? undefined : holderOf(latest.file);
    if (holder !== undefined && isAlive(holder)) return { held: false, holder };
    const file = join(folder, `${name}.${(latest?.number ?? 0) + 1}`);
    if (!createPrivateFile(file, `${JSON.stringify(ownIdentity())}\n`)) continue;
    const all = generations(folder, name);
    if (all.at(-1)?.file === file) {
      for (const older of all.slice(0, -1)) rmSync(older.file, { force: true });
      return { held: true, claim: { file, [Symbol.dispose]: () => release(file) } };
    }
    // The listing was old: someone has a higher generation.
    rmSync(file, { force: true });
  }
  return { held: false, holder: { pid: 0, started: 'unknown' } };
}

// Who holds it, if anyone alive does.
export function currentHolder(folder: string, name: string): ProcessIdentity | undefined {
  const latest = generations(folder, name).at(-1);
  const holder = latest === undefined ? undefined : holderOf(latest.file);
  return holder !== undefined && isAlive(holder) ? holder : undefined;
}

function release(file: string): void {
  const holder = holderOf(file);
  // Emptying needs no space on the disk, and an empty file names no holder.
  if (holder?.pid === process.pid && holder.started === ownIdentity().started) truncateSync(file);
}

function generations(folder: string, name: string): Generation[] {
  return names(folder)
    .filter((entry) => entry.startsWith(`${name}.`) && /^\d+$/.test(entry.slice(name.length + 1)))
    .map((entry) => ({ number: Number(entry.slice(name.length + 1)), file: join(folder, entry) }))
    .sort((a, b) => a.number - b.number);
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

// Undefined when it was released, or is gone because a higher generation exists.
function holderOf(file: string): ProcessIdentity | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof read !== 'object' || read === null || !('pid' in read) || !('started' in read)) return undefined;
    return typeof read.pid === 'number' && typeof read.started === 'string' ? { pid: read.pid, started: read.started } : undefined;
  } catch {
    return undefined;
  }
}

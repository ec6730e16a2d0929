// Files that may not be given new contents. Replacing a file needs only its folder, so the system would let us; the file's own mode says no.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNotWritable } from '../../ide/errors/errors.ts';
import { type FileState, hashOf } from './fileState.ts';
import type { PlannedStep } from './workingCopy.ts';

export const READ_ONLY = 'it is read-only';

const ANYBODY_MAY_WRITE = 0o222;

// Nobody may write it, root included: to whom the system would allow it all the same.
export function isClosed(state: FileState): boolean {
  return state?.kind === 'file' && isClosedMode(state.mode);
}

export function isClosedMode(mode: number): boolean {
  return (mode & ANYBODY_MAY_WRITE) === 0;
}

// A file that only moves keeps its contents, so it may.
export async function refuseReadOnly(root: string, steps: readonly PlannedStep[]): Promise<void> {
  const arrivals = new Map(steps.flatMap(({ movedFrom, after }) => (movedFrom === undefined ? [] : [[movedFrom, hashOf(after)]])));
  for (const { path, before, after } of steps) {
    if (before?.kind !== 'file' || (after === undefined && arrivals.get(path) === hashOf(before))) continue;
    if (isClosed(before)) throw fileNotWritable(path, READ_ONLY);
    if (!(await mayWrite(join(root, path)))) throw fileNotWritable(path, 'it belongs to somebody else, who does not let you');
  }
}

async function mayWrite(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

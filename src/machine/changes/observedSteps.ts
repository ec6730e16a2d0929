// What a process did to files, as the steps of a change set: from what each held before and holds now, or why that cannot be known.
import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { IdeError } from '../../ide/errors/errors.ts';
import { LARGEST_KEPT_FILE } from './earlierContents.ts';
import { type FileState, fileStateAt, hashOf, isSameState } from './fileState.ts';
import type { ObservedHead } from './record.ts';
import type { PlannedStep } from './workingCopy.ts';

export type HeardKind = 'created' | 'changed' | 'deleted';

export interface SeenFile {
  // Relative to the project.
  readonly path: string;
  readonly kind: HeardKind;
  // Not there, or known as it was; a sentence says why it is not known.
  readonly before: { readonly state: FileState } | { readonly why: string };
  readonly after: { readonly state: FileState } | { readonly why: string };
}

export interface ObservedSteps {
  readonly steps: readonly PlannedStep[];
  readonly unknown: ObservedHead['unknown'];
  readonly moreUnknown: number;
}

export const NOT_KEPT = 'what it held before was not kept: git does not have it, and it is too large, or others filled the room';
export const EDITED_BETWEEN = 'it was edited through Binnacle while the command changed it too';

const TOO_MUCH = 'too much was changed at once to be kept';
const SWAPPED = 'a file and a folder took each other’s place';

const MEGABYTE = 1024 * 1024;
// What a history can be asked about; a tree that is exchanged as a whole is in version control. Before and after together.
const MOST_FILES = 5_000;
const MOST_BYTES = 64 * MEGABYTE;
const MOST_UNKNOWN = 200;
// A few more than the bounds allow are read where they end in the middle of these.
const READ_AT_ONCE = 16;

export function observedSteps(seen: readonly SeenFile[]): ObservedSteps {
  const unknown: { path: string; kind: HeardKind; why: string }[] = [];
  const steps: PlannedStep[] = [];
  let bytes = 0;
  for (const { path, kind, before, after } of seen) {
    if ('state' in before && 'state' in after) {
      if (isSameState(before.state, after.state)) continue;
      bytes += lengthOf(before.state) + lengthOf(after.state);
      if (bytes <= MOST_BYTES) steps.push({ path, before: before.state, after: after.state });
      else unknown.push({ path, kind, why: TOO_MUCH });
    } else unknown.push({ path, kind, why: 'why' in before ? before.why : 'why' in after ? after.why : '' });
  }
  const swapped = swappedAmong(seen.map(({ path }) => path));
  for (const { path, before, after } of steps)
    if (swapped.has(path)) unknown.push({ path, kind: before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed', why: SWAPPED });
  const kept = withMoves(steps.filter(({ path }) => !swapped.has(path)));
  return { steps: kept, unknown: unknown.slice(0, MOST_UNKNOWN), moreUnknown: Math.max(0, unknown.length - MOST_UNKNOWN) };
}

// New contents are laid beside the old ones before anything goes, so what was a folder cannot become a file in one change, nor a file a folder.
function swappedAmong(paths: readonly string[]): ReadonlySet<string> {
  const all = new Set(paths);
  const swapped = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      if (all.has(path.slice(0, end))) swapped.add(path).add(path.slice(0, end));
  return swapped;
}

// As many as a record may hold; of the others only that there are too many.
export async function* statesNow(root: string, paths: readonly string[]): AsyncGenerator<readonly [string, SeenFile['after']]> {
  let bytes = 0;
  for (let from = 0; from < paths.length; from += READ_AT_ONCE) {
    const own = paths.slice(from, from + READ_AT_ONCE);
    const isWanted = from < MOST_FILES && bytes <= MOST_BYTES;
    const states = await Promise.all(own.map(async (path) => (isWanted ? stateNow(join(root, path), path) : { why: TOO_MUCH })));
    for (const [index, path] of own.entries()) {
      const state = states[index] ?? { why: TOO_MUCH };
      if ('state' in state) bytes += lengthOf(state.state);
      yield [path, state];
    }
  }
}

// Folders that came with the files and hold nothing else, outermost first: they go when the files go.
export async function foldersOf(root: string, steps: readonly PlannedStep[], since: number): Promise<string[]> {
  const folders = new Set<string>();
  for (const { path, before, after } of steps) {
    if (before !== undefined || after === undefined) continue;
    const parts = path.split('/').slice(0, -1);
    for (let length = 1; length <= parts.length; length++) folders.add(parts.slice(0, length).join('/'));
  }
  const found = await Promise.all(
    [...folders].map(async (folder) => ({ folder, born: (await lstat(join(root, folder)).catch(() => undefined))?.birthtimeMs })),
  );
  return found
    .filter(({ born }) => born !== undefined && born >= since)
    .map(({ folder }) => folder)
    .sort();
}

async function stateNow(path: string, asNamed: string): Promise<SeenFile['after']> {
  try {
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.isDirectory() === true) return { why: SWAPPED };
    if (stats !== undefined && stats.size > LARGEST_KEPT_FILE) return { why: `it is too large to be kept (${Math.ceil(stats.size / MEGABYTE)} MB)` };
    return { state: await fileStateAt(path, asNamed) };
  } catch (error) {
    if (error instanceof IdeError) return { why: error.message };
    throw error;
  }
}

// A file that went and one that came with the same bytes are one that moved; of several, the one that kept its name.
function withMoves(steps: readonly PlannedStep[]): readonly PlannedStep[] {
  const gone = new Map<string, string[]>();
  for (const { path, before, after } of steps)
    if (after === undefined && lengthOf(before) > 0) gone.set(hashOf(before), [...(gone.get(hashOf(before)) ?? []), path]);
  return steps.map((step) => {
    const candidates = step.before === undefined ? gone.get(hashOf(step.after)) : undefined;
    const movedFrom = candidates?.find((path) => basename(path) === basename(step.path)) ?? candidates?.[0];
    if (candidates === undefined || movedFrom === undefined) return step;
    candidates.splice(candidates.indexOf(movedFrom), 1);
    return { ...step, movedFrom };
  });
}

function lengthOf(state: FileState): number {
  return state?.kind === 'file' ? state.bytes.length : 0;
}

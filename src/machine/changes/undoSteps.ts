// What must be written so that a change set, or some hunks of it, is as if it had not been, while what came after it stays.
import { resolve } from 'node:path';
import { mergeTexts } from '../../base/text/lineDiff.ts';
import type { UndoConflict } from '../../ide/errors/errors.ts';
import { bytesOf, textFileOf } from '../files/textFile.ts';
import { type FileState, isSameState } from './fileState.ts';
import { linkOnTheWay } from './heldFolder.ts';
import type { ChangeRecord, FileStep, RecordSummary } from './record.ts';
import type { WorkingCopy } from './workingCopy.ts';

// Of one file: whether it goes back to where it was, and what it is to hold.
export interface UndonePartOfFile {
  readonly movesBack: boolean;
  readonly state: FileState;
}

// By the path of the step; what is not in it stays. Undefined is all of it.
export type UndoneParts = ReadonlyMap<string, UndonePartOfFile>;

// Puts it into the working copy, which may have taken back other change sets already. `later` are those after it that are in place, oldest first.
export async function takeBackIn(
  working: WorkingCopy,
  root: string,
  record: ChangeRecord,
  later: readonly RecordSummary[],
  parts?: UndoneParts,
): Promise<readonly UndoConflict[]> {
  if (parts === undefined && (await isUntouched(working, root, record))) {
    await putBefore(working, root, record);
    return [];
  }
  const conflicts: UndoConflict[] = [];
  const byPath = new Map(record.steps.map((step) => [step.path, step]));
  const movedAway = new Set(record.steps.flatMap(({ movedFrom }) => movedFrom ?? []));
  for (const step of record.steps) {
    // It comes back together with the place that it moved to.
    if (step.after === undefined && movedAway.has(step.path)) continue;
    const part = parts?.get(step.path);
    if (parts !== undefined && part === undefined) continue;
    const source = step.movedFrom === undefined ? step : byPath.get(step.movedFrom);
    const wanted = part ?? { movesBack: step.movedFrom !== undefined, state: source?.before };
    conflicts.push(...(await back(working, root, step, wanted, source?.path ?? step.path, whereNow(step, later))));
  }
  return conflicts;
}

// Every file is as the change set left it, so that nothing must be merged, and files that took each other's places can go back.
async function isUntouched(working: WorkingCopy, root: string, { steps }: ChangeRecord): Promise<boolean> {
  for (const { path, after } of steps) {
    if (linkOnTheWay(root, resolve(root, path)) !== undefined) return false;
    if (!isSameState(await working.stateAt(resolve(root, path)), after)) return false;
  }
  return true;
}

async function putBefore(working: WorkingCopy, root: string, { steps }: ChangeRecord): Promise<void> {
  const origins = new Map<string, string>();
  for (const { path, movedFrom } of steps) if (movedFrom !== undefined) origins.set(movedFrom, await working.originOf(resolve(root, path)));
  for (const { path, before } of steps) await working.put(resolve(root, path), before, before === undefined ? undefined : origins.get(path));
}

async function back(
  working: WorkingCopy,
  root: string,
  step: FileStep,
  wanted: UndonePartOfFile,
  sourcePath: string,
  pathNow: string,
): Promise<readonly UndoConflict[]> {
  const goal = wanted.movesBack ? sourcePath : pathNow;
  const [at, to] = [resolve(root, pathNow), resolve(root, goal)];
  const link = linkOnTheWay(root, at) ?? linkOnTheWay(root, to);
  if (link !== undefined) return [{ file: pathNow, why: `${link} is a link now` }];
  const now = await working.stateAt(at);
  if (!wanted.movesBack && isSameState(now, wanted.state)) return [];
  const conflict = (why: string) => [{ file: pathNow, why }];
  if (wanted.movesBack && (await working.stateAt(to)) !== undefined) return conflict(`another file is at ${goal} now`);
  const result = isSameState(now, step.after) ? { state: wanted.state } : merged(step.after, now, wanted.state, pathNow, conflict);
  if ('conflicts' in result) return result.conflicts;
  if (wanted.movesBack) {
    const origin = await working.originOf(at);
    // What it took the place of comes back too, where it still has that place.
    await working.put(at, pathNow === step.path ? step.before : undefined);
    await working.put(to, result.state, origin);
    return [];
  }
  await working.put(at, result.state);
  return [];
}

function merged(
  after: FileState,
  now: FileState,
  wanted: FileState,
  path: string,
  conflict: (why: string) => readonly UndoConflict[],
): { readonly state: FileState } | { readonly conflicts: readonly UndoConflict[] } {
  if (now === undefined) return { conflicts: conflict('it was deleted since') };
  if (after === undefined) return { conflicts: conflict('another file is there now') };
  if (wanted === undefined) return { conflicts: conflict('it was edited since, and undoing would delete it') };
  // Only its place is to change.
  if (isSameState(after, wanted)) return { state: now };
  const texts = [after, now, wanted].map((state) => (state.kind === 'file' ? textFileOf(state.bytes) : undefined));
  const [base, ours, theirs] = texts;
  if (base === undefined || ours === undefined || theirs === undefined || now.kind !== 'file')
    return { conflicts: conflict('it was changed since and is not text') };
  const result = mergeTexts(base.text, ours.text, theirs.text);
  if ('text' in result) return { state: { ...now, bytes: bytesOf({ ...ours, text: result.text }, path) } };
  return {
    conflicts: result.conflicts.map((each) => ({
      file: path,
      line: each.line + 1,
      why: 'these lines were changed since',
      now: each.ours.join(''),
      wanted: each.theirs.join(''),
    })),
  };
}

// Where the file of this step is, when later changes moved it.
function whereNow(step: FileStep, later: readonly RecordSummary[]): string {
  return later.reduce((path, { steps }) => steps.find(({ movedFrom }) => movedFrom === path)?.path ?? path, step.path);
}

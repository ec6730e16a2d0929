// What must be written so that one change set is as if it had not been, while what came after it stays.
import { resolve } from 'node:path';
import { mergeTexts } from '../../base/text/lineDiff.ts';
import { type UndoConflict, undoConflict } from '../../ide/errors/errors.ts';
import { bytesOf, textFileOf } from '../files/textFile.ts';
import { type FileState, isSameState } from './fileState.ts';
import { linkOnTheWay } from './heldFolder.ts';
import type { ChangeRecord, FileStep, RecordSummary } from './record.ts';
import { WorkingCopy } from './workingCopy.ts';

// `later` are the change sets after it that are in place, oldest first.
export async function stepsBack(root: string, record: ChangeRecord, later: readonly RecordSummary[]): Promise<WorkingCopy> {
  const working = new WorkingCopy(root);
  const conflicts: UndoConflict[] = [];
  const movedAway = new Set(record.steps.flatMap(({ movedFrom }) => movedFrom ?? []));
  for (const step of record.steps) {
    // It comes back together with the place that it moved to.
    if (step.after === undefined && movedAway.has(step.path)) continue;
    const source = step.movedFrom === undefined ? step : record.steps.find(({ path }) => path === step.movedFrom);
    const wanted = { path: source?.path ?? step.path, state: source?.before };
    const found = await back(working, root, step, wanted, whereNow(step, later));
    conflicts.push(...found);
  }
  if (conflicts.length > 0) throw undoConflict(record.id, conflicts);
  return working;
}

interface Wanted {
  readonly path: string;
  readonly state: FileState;
}

async function back(working: WorkingCopy, root: string, step: FileStep, wanted: Wanted, pathNow: string): Promise<readonly UndoConflict[]> {
  const link = linkOnTheWay(root, resolve(root, pathNow)) ?? linkOnTheWay(root, resolve(root, wanted.path));
  if (link !== undefined) return [{ file: pathNow, why: `${link} is a link now` }];
  const now = await working.stateAt(resolve(root, pathNow));
  const moved = step.movedFrom !== undefined;
  if (!moved && isSameState(now, wanted.state)) return [];
  const conflict = (why: string) => [{ file: pathNow, why }];
  if (moved && (await working.stateAt(resolve(root, wanted.path))) !== undefined) return conflict(`another file is at ${wanted.path} now`);
  const result = isSameState(now, step.after) ? { state: wanted.state } : merged(step.after, now, wanted.state, pathNow, conflict);
  if ('conflicts' in result) return result.conflicts;
  if (moved) {
    await working.put(resolve(root, pathNow), undefined);
    await working.put(resolve(root, wanted.path), result.state, pathNow);
    return [];
  }
  await working.put(resolve(root, pathNow), result.state);
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

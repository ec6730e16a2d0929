// Which files of a change set are taken back, and how far, when only some of its hunks are.
import { linesOf } from '../../base/text/lineDiff.ts';
import { numberedHunks, type ProposedHunk } from '../../ide/doors/reviews.ts';
import { unknownHunk } from '../../ide/errors/editErrors.ts';
import { bytesOf, textFileOf } from '../files/textFile.ts';
import { listedSteps } from './diskPlan.ts';
import type { FileState } from './fileState.ts';
import type { ChangeRecord, FileStep } from './record.ts';
import type { UndonePartOfFile, UndoneParts } from './undoSteps.ts';

// Undefined when that is all of it. Throws unknown_hunk.
export function undoneParts(root: string, record: ChangeRecord, hunks: readonly number[]): UndoneParts | undefined {
  const listed = listedSteps(root, record.steps);
  const all = numberedHunks(listed.map(({ file }) => file));
  const wanted = new Set(hunks);
  const unknown = [...wanted].filter((number) => !all.some((hunk) => hunk.number === number));
  if (unknown.length > 0) throw unknownHunk(record.id, unknown, all.length);
  if (wanted.size === all.length) return undefined;
  const parts = new Map<string, UndonePartOfFile>();
  for (const { step, file } of listed) {
    const own = all.filter(({ uri }) => uri === file.uri);
    const chosen = own.filter(({ number }) => wanted.has(number));
    if (chosen.length > 0) parts.set(step.path, chosen.length === own.length ? wholeFile(record, step) : partOfFile(record, step, chosen));
  }
  return parts;
}

function wholeFile(record: ChangeRecord, step: FileStep): UndonePartOfFile {
  return { movesBack: step.movedFrom !== undefined, state: stateBefore(record, step) };
}

function stateBefore({ steps }: ChangeRecord, step: FileStep): FileState {
  return (step.movedFrom === undefined ? step : steps.find(({ path }) => path === step.movedFrom))?.before;
}

function partOfFile(record: ChangeRecord, step: FileStep, chosen: readonly ProposedHunk[]): UndonePartOfFile {
  const movesBack = chosen.some(({ kind }) => kind === 'move');
  const texts = chosen.filter(({ kind }) => kind === 'text');
  return { movesBack, state: texts.length === 0 ? step.after : withoutHunks(step, texts, stateBefore(record, step)) };
}

// A link has one line, which says where it leads.
function withoutHunks({ after, path }: FileStep, chosen: readonly ProposedHunk[], before: FileState): FileState {
  const text = after?.kind === 'file' ? textFileOf(after.bytes) : undefined;
  if (after?.kind !== 'file' || before?.kind !== 'file' || text === undefined) return before;
  const lines = linesOf(text.text);
  for (const { newStart, removed, added } of chosen.toReversed()) lines.splice(newStart, added.length, ...removed);
  return { ...after, bytes: bytesOf({ ...text, text: lines.join('') }, path) };
}

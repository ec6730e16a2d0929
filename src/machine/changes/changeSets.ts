// Records of the history as the port has them: what each did, what took it back, and what is known of it since.
import { resolve } from 'node:path';
import { uriOf } from '../../base/files/fileUri.ts';
import type { ChangedFile, ChangeSet, Evidence } from '../../ide/doors/changes.ts';
import type { JournalEntry } from './journal.ts';
import { observedChange, unknownFiles } from './observedChange.ts';
import type { ChangeRecord, RecordSummary } from './record.ts';

export function changeSetOf(
  root: string,
  { summary, ending, ended }: JournalEntry,
  entries: readonly JournalEntry[],
  evidence: readonly Evidence[] = [],
): ChangeSet {
  const { id, time, author, connection, grant, tool, title, renames, undoes, undoesPart, undoesAll, observed } = summary;
  const undoing = undoneBy(id, entries);
  const isRefused = entries.some((entry) => entry.summary.id === undoing && entry.summary.refuses === true);
  const partly = entries.filter((entry) => entry.summary.undoesPart?.id === id && stands(entry, entries)).map((entry) => entry.summary.id);
  return {
    id,
    time,
    written: ended.toISOString(),
    author,
    ...(connection !== undefined && { connection }),
    tool,
    title,
    ...(renames !== undefined && { renames }),
    ...(grant !== undefined && { grant }),
    files: [...changedFiles(root, summary), ...unknownFiles(root, observed)],
    ...(undoes !== undefined && { undoes }),
    ...(undoesPart !== undefined && { undoesPart }),
    ...(undoesAll !== undefined && { undoesAll }),
    ...(undoing !== undefined && !isRefused && { undoneBy: undoing }),
    ...(partly.length > 0 && { partlyUndoneBy: partly }),
    ...((ending === 'rolled back' || isRefused) && { rolledBack: true }),
    ...(observed !== undefined && { observed: observedChange(root, observed, summary.steps.length) }),
    ...(evidence.length > 0 && { evidence }),
  };
}

// The change that took it back and was not taken back itself.
export function undoneBy(id: string, entries: readonly JournalEntry[]): string | undefined {
  return entries.find((entry) => takesBack(entry.summary, id) && stands(entry, entries))?.summary.id;
}

function takesBack({ undoes, undoesAll }: RecordSummary, id: string): boolean {
  return undoes === id || undoesAll?.includes(id) === true;
}

function stands({ summary, ending }: JournalEntry, entries: readonly JournalEntry[]): boolean {
  return ending === 'done' && undoneBy(summary.id, entries) === undefined;
}

// Everything of which something else is said once this is made.
export function takenBackBy({ undoes, undoesPart, undoesAll }: RecordSummary | ChangeRecord): readonly string[] {
  return [...(undoes === undefined ? [] : [undoes]), ...(undoesPart === undefined ? [] : [undoesPart.id]), ...(undoesAll ?? [])];
}

// The place of the first that was not whole on disk at that time; from there on all are later, or were under way. -1 when there is none.
export function firstAfter(time: string, entries: readonly JournalEntry[]): number {
  const moment = Date.parse(time);
  return entries.findIndex(({ ending, ended }) => ending === 'done' && ended.getTime() > moment);
}

export function summaryOf(record: ChangeRecord): RecordSummary {
  const steps = record.steps.map((step) => ({ ...step, before: step.before && LISTED, after: step.after && LISTED }));
  return { ...record, steps };
}

// In a list it only counts that there is something.
const LISTED = { kind: 'file', body: 0, mode: 0 } as const;

function changedFiles(root: string, { steps }: RecordSummary): readonly ChangedFile[] {
  const left = new Set(steps.flatMap(({ movedFrom }) => movedFrom ?? []));
  return steps
    .filter(({ path, after }) => after !== undefined || !left.has(path))
    .map(({ path, before, after, movedFrom, addedLines, removedLines }) => ({
      uri: uriOf(resolve(root, path)),
      kind: movedFrom !== undefined ? 'moved' : before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed',
      ...(movedFrom !== undefined && { movedFrom: uriOf(resolve(root, movedFrom)) }),
      addedLines,
      removedLines,
    }));
}

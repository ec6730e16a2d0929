// What a person asks of changes: one with its evidence and whether it can be taken back, a file as it was, and what returning to a moment would do.
import { z } from 'zod';
import { redacted, redactedText } from '../../base/text/redaction.ts';
import type { ChangeSet, Evidence } from '../../ide/doors/changes.ts';
import { changeNotFound, fileTooLarge, IdeError, projectNotOpen, type UndoConflict } from '../../ide/errors/errors.ts';
import type { Project, Workbench } from '../../ide/ide.ts';
import { type IdeWith, requireDoors } from '../../ide/optionalDoors.ts';
import { pastText } from '../../tools/words/pastText.ts';
import { fileOf } from '../../tools/words/place.ts';
import type { ShownConflict, ShownEvidence, ShownObservation, UndoOutlook } from '../protocol/shownChanges.ts';
import type { MethodsOf } from '../sources.ts';
import { changeRow } from '../topics/changes.ts';
import type { SeenChanges } from '../topics/seenChanges.ts';
import { idShape, method, pathShape } from './method.ts';
import { shownFiles } from './shownFiles.ts';

export interface ChangeMethodsParts {
  readonly workbench: Workbench;
  readonly seen: SeenChanges;
}

const MOST_MARKED = 1_000;
// What goes over the socket at once, in characters.
const LONGEST_TEXT = 4_000_000;
const project = pathShape;

const Read = z.strictObject({ project, id: idShape });
const File = z.strictObject({ project, id: idShape, file: pathShape, side: z.enum(['before', 'after']).default('after') });
// Without ids, everything that is there now.
const Seen = z.strictObject({ project, ids: z.array(idShape).max(MOST_MARKED).optional(), isSeen: z.boolean().default(true) });
const Until = z.strictObject({
  project,
  until: z.union([z.strictObject({ before: idShape }), z.strictObject({ at: z.iso.datetime({ offset: true }) })]),
});

export function changeMethods({ workbench, seen }: ChangeMethodsParts): MethodsOf<'change'> {
  return {
    'change.read': method('change.read', Read, async ({ project: path, id }, { signal }) => {
      const ide = ideWithChanges(workbench, path);
      const all = await ide.changes.list(signal);
      const change = named(all, id);
      const marked = await seen.of(path);
      return {
        row: changeRow(change, path, !marked.has(id)),
        evidence: (change.evidence ?? []).map(shownEvidence),
        ...observedOf(ide.project, change),
        ...shownFiles(ide.project, await ide.changes.read(id, signal)),
        undo: await undoOf(ide, change, all, signal),
      };
    }),
    'change.file': method('change.file', File, async ({ project: path, id, file, side }, { signal }) => {
      const ide = ideWithChanges(workbench, path);
      const uri = await ide.documents.locate(file);
      const { document, at } = await pastText({ ide, signal }, uri, side === 'before' ? `before:${id}` : id);
      const name = fileOf(ide.project, uri);
      if (document.text.length > LONGEST_TEXT) throw fileTooLarge(name, `${document.text.length} characters`, String(LONGEST_TEXT));
      return { file: name, text: document.text, at };
    }),
    'change.seen': method('change.seen', Seen, async ({ project: path, ids, isSeen }, { signal }) => {
      const { changes } = ideWithChanges(workbench, path);
      const all = (await changes.list(signal)).map(({ id }) => id);
      const unknown = (ids ?? []).find((id) => !all.includes(id));
      if (unknown !== undefined) throw changeNotFound(unknown);
      await seen.mark(path, ids ?? all.toReversed(), isSeen);
      return {};
    }),
    'change.until': method('change.until', Until, async ({ project: path, until }, { signal }) => {
      const ide = ideWithChanges(workbench, path);
      const all = await ide.changes.list(signal);
      try {
        const { files, undoesAll = [], isCutShort } = await ide.changes.planUndoUntil(until, signal);
        return {
          conflicts: [],
          changes: undoesAll,
          ...(isCutShort === true && { isCutShort }),
          ...shownFiles(ide.project, files, true),
        };
      } catch (error) {
        const conflicts = conflictsIn(error);
        if (conflicts === undefined) throw error;
        return { conflicts: conflicts.map((conflict) => withCause(conflict, all)), changes: [], files: [] };
      }
    }),
  };
}

// Throws project_not_open or editing_elsewhere.
function ideWithChanges(workbench: Workbench, path: string): IdeWith<'changes'> {
  const ide = workbench.ide(path);
  if (ide === undefined)
    throw projectNotOpen(
      path,
      workbench.projects().map(({ name, path: folder }) => ({ name, path: folder })),
    );
  requireDoors(ide, ['changes']);
  return ide;
}

function named(all: readonly ChangeSet[], id: string): ChangeSet {
  const change = all.find((each) => each.id === id);
  if (change === undefined) throw changeNotFound(id);
  return change;
}

function shownEvidence({ summary, facts, ...rest }: Evidence): ShownEvidence {
  return { ...rest, summary: redactedText(summary), ...(facts !== undefined && { facts: redacted(facts) }) };
}

// What is in the way is listed, with the later change that it comes from.
async function undoOf(ide: IdeWith<'changes'>, change: ChangeSet, all: readonly ChangeSet[], signal: AbortSignal): Promise<UndoOutlook> {
  if (change.rolledBack === true)
    return { isPossible: false, code: 'rolled_back', message: 'It was rolled back when it was made, so nothing of it stands.', conflicts: [] };
  try {
    const { files } = await ide.changes.planUndo(change.id, signal);
    return { isPossible: true, files: files.length };
  } catch (error) {
    if (!(error instanceof IdeError)) throw error;
    const { code, message, next } = error;
    return {
      isPossible: false,
      code,
      message,
      next,
      conflicts: (conflictsIn(error) ?? []).map((conflict) => withCause(blockedBy(conflict, change, all, ide.project), all)),
    };
  }
}

// The newest later change of that file which still stands: whoever takes that one back first can take this one back too.
function blockedBy(conflict: UndoConflict, change: ChangeSet, all: readonly ChangeSet[], of: Project): UndoConflict {
  if (conflict.change !== undefined) return conflict;
  const later = all
    .slice(0, all.indexOf(change))
    .filter(({ undoneBy, undoes, rolledBack }) => undoneBy === undefined && undoes === undefined && rolledBack !== true);
  const cause = later.find(({ files }) =>
    files.some(({ uri, movedFrom }) => [uri, movedFrom].some((each) => each !== undefined && fileOf(of, each) === conflict.file)),
  );
  return cause === undefined ? conflict : { ...conflict, change: cause.id };
}

function withCause(conflict: UndoConflict, all: readonly ChangeSet[]): ShownConflict {
  const cause = all.find(({ id }) => id === conflict.change);
  return cause === undefined ? conflict : { ...conflict, title: redactedText(cause.title), author: cause.author };
}

const Conflicts = z.array(
  z.object({
    file: z.string(),
    line: z.number().exactOptional(),
    why: z.string(),
    now: z.string().exactOptional(),
    wanted: z.string().exactOptional(),
    change: z.string().exactOptional(),
  }),
);

// Undefined where it is another error.
function conflictsIn(error: unknown): readonly UndoConflict[] | undefined {
  return error instanceof IdeError && error.code === 'undo_conflict' ? Conflicts.safeParse(error.details['conflicts']).data : undefined;
}

// What a command did that cannot be taken back, in the names of the project.
function observedOf(of: Project, { observed }: ChangeSet): { observed?: ShownObservation } {
  if (observed === undefined) return {};
  const { unknown, ignored, alongside, ...rest } = observed;
  return {
    observed: {
      ...rest,
      ...(alongside !== undefined && { alongside: alongside.map(redactedText) }),
      unknown: unknown.map(({ uri, kind, why }) => ({ file: fileOf(of, uri), kind, why })),
      ...(ignored !== undefined && { ignored: { files: ignored.files, folders: ignored.folders.map((uri) => fileOf(of, uri)) } }),
    },
  };
}

// What a process that a tool runs does to the project's files: recorded, and reported with how far it can be undone.
import { z } from 'zod';
import type { Authorship, Observation, ObservedChange, ObservedOutcome } from '../../ide/doors/changes.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import type { Ide } from '../../ide/ide.ts';
import type { ProjectContext } from '../tool.ts';
import { authorship } from './authorship.ts';
import { fileOf } from './place.ts';

export const observedOutput = {
  // It was not written by Binnacle but seen, while a command ran.
  observed: z.boolean(),
  undoable: z.enum(['all', 'partly', 'no']),
  // What undo leaves as it is.
  notUndoable: z.array(z.object({ file: z.string(), why: z.string() })).optional(),
  moreNotUndoable: z.number().optional(),
  // Counted, not recorded: what version control does not see.
  ignored: z.object({ files: z.number(), in: z.array(z.string()) }).optional(),
  notes: z.array(z.string()).optional(),
};

const shape = z.object(observedOutput);
export type ObservedOutput = z.infer<typeof shape>;

export interface WorkDone<Value> {
  readonly value: Value;
  readonly outcome: ObservedOutcome;
  // Why what it changed is not in the history.
  readonly unrecorded?: string;
}

// A host that keeps no history is no reason to refuse a command.
export async function observing(ide: Ide, authorship: Authorship, signal: AbortSignal): Promise<Observation> {
  return (await ide.changes?.observe(authorship, signal)) ?? { end: async () => ({}) };
}

// Also when the work fails or is cancelled: what it did until then is in the history.
export async function observed<Value>(context: ProjectContext, what: { tool: string; title: string }, work: () => Promise<Value>): Promise<WorkDone<Value>> {
  const { ide, signal } = context;
  const observation = await observing(ide, authorship(context, what), signal);
  const result = await work().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  const end = await ended(() => observation.end());
  if ('error' in result) throw result.error;
  return { ...result, ...end };
}

export function observedFields({ ide: { project } }: ProjectContext, change: ObservedChange): ObservedOutput {
  const { undoable, unknown, moreUnknown, ignored, alongside, repositoryMoved, interrupted } = change;
  const notes = [
    ...(interrupted === true ? ['Binnacle was ended while it ran, so what it changed was not seen.'] : []),
    ...(repositoryMoved === true ? ['Git has another branch or commit checked out since; undo brings back files, not that.'] : []),
    ...(alongside === undefined ? [] : [`At the same time ran: ${alongside.join(', ')}. Which of them changed what is not known.`]),
  ];
  return {
    observed: true,
    undoable,
    ...(unknown.length > 0 && { notUndoable: unknown.map(({ uri, why }) => ({ file: fileOf(project, uri), why })) }),
    ...(moreUnknown !== undefined && { moreNotUndoable: moreUnknown }),
    ...(ignored !== undefined && { ignored: { files: ignored.files, in: ignored.folders.map((uri) => fileOf(project, uri)) } }),
    ...(notes.length > 0 && { notes }),
  };
}

// What a person should know before it is taken back, or after.
export function undoNotes(context: ProjectContext, change: ObservedChange | undefined): readonly string[] {
  if (change === undefined) return [];
  const { notUndoable = [], moreNotUndoable = 0, notes = [] } = observedFields(context, change);
  const more = moreNotUndoable > 0 ? ` and ${moreNotUndoable} more` : '';
  return [...notUndoable.map(({ file, why }, index) => `${file}${index === notUndoable.length - 1 ? more : ''} stays as it is: ${why}.`), ...notes];
}

// The work is done, and an answer about it is worth more than its record.
async function ended(end: () => Promise<ObservedOutcome>): Promise<{ outcome: ObservedOutcome; unrecorded?: string }> {
  try {
    return { outcome: await end() };
  } catch (error) {
    if (!(error instanceof IdeError)) throw error;
    return { outcome: {}, unrecorded: error.message };
  }
}

// What a git operation did to the files of the project: recorded, and reported in a few fields.
import { z } from 'zod';
import { counted } from '../../../base/text/counted.ts';
import type { ProjectContext } from '../../tool.ts';
import { observed, observedFields, type WorkDone } from '../../words/observed.ts';

export const treeOutput = {
  // What it changed in the tree, for list_changes and undo.
  changeId: z.string().optional(),
  changedFiles: z.number().optional(),
  undoable: z.enum(['all', 'partly', 'no']).optional(),
  notes: z.array(z.string()).optional(),
};

const shape = z.object(treeOutput);
export type TreeOutput = z.infer<typeof shape>;

export async function withTree<Value>(
  context: ProjectContext,
  what: { tool: string; title: string },
  work: () => Promise<Value>,
): Promise<{ value: Value; tree: TreeOutput }> {
  const done = await observed(context, what, work);
  return { value: done.value, tree: treeFields(context, done) };
}

export function tellTree({ changeId, changedFiles = 0, undoable, notes = [] }: TreeOutput): string[] {
  return [
    ...(changeId === undefined ? [] : [`${counted(changedFiles, 'file')} of the tree changed: change ${changeId} (undoable: ${undoable ?? 'no'})`]),
    ...notes.map((note) => `Note: ${note}`),
  ];
}

function treeFields(context: ProjectContext, { outcome, unrecorded }: WorkDone<unknown>): TreeOutput {
  const { change } = outcome;
  const fields = change?.observed === undefined ? undefined : observedFields(context, change.observed);
  const notes = [...(fields?.notes ?? []), ...(unrecorded === undefined ? [] : [`What it changed is not in the history: ${unrecorded}`])];
  return {
    ...(change !== undefined && { changeId: change.id, changedFiles: change.files.length }),
    ...(fields !== undefined && { undoable: fields.undoable }),
    ...(notes.length > 0 && { notes }),
  };
}

// Brings back what undo took away.
import { z } from 'zod';
import type { ChangeSet } from '../../ide/doors/changes.ts';
import { undoneWithOthers } from '../../ide/errors/editErrors.ts';
import { changeNotFound, notUndone } from '../../ide/errors/errors.ts';
import { defineTool } from '../tool.ts';
import { carryOutPlan, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { maxTokens } from '../words/page.ts';

export const redo = defineTool({
  name: 'redo',
  title: 'Redo',
  description: 'Bring back a change that was undone: change_id of the change, or of the undo.',
  effect: 'edits',
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({ change_id: z.string().min(1).describe('From the change, or list_changes.'), ...changeInput, max_tokens: maxTokens }),
  output: z.object(changeOutput),
  async run(context, input) {
    const { ide, signal } = context;
    const all = await ide.changes.list(signal);
    const named = all.find(({ id }) => id === input.change_id);
    if (named === undefined) throw changeNotFound(input.change_id);
    const undoing = named.undoneBy ?? (takesBack(named) ? named.id : undefined);
    if (undoing === undefined) throw notUndone(named.id, named.rolledBack);
    const original = all.find(({ id }) => id === (named.undoneBy === undefined ? named.undoes : named.id)) ?? named;
    const together = all.find(({ id }) => id === undoing)?.undoesAll ?? [];
    if (together.length > 1 && undoing !== named.id) throw undoneWithOthers(named.id, undoing, together.length);
    const plan = await ide.changes.planUndo(undoing, signal);
    return carryOutPlan(context, plan, plan.files.length, {
      tool: 'redo',
      title: `redo: ${original.title}`,
      preview: input.preview,
      verify: input.verify,
      ...(original.renames !== undefined && { renames: original.renames }),
    });
  },
  tell: tellChange,
});

function takesBack({ undoes, undoesPart, undoesAll }: ChangeSet): boolean {
  return undoes !== undefined || undoesPart !== undefined || undoesAll !== undefined;
}

// Takes one change back, whichever it was, while what came after it stays.
import { z } from 'zod';
import type { ChangeSet } from '../../ide/changes.ts';
import { changeNotNamed } from '../../ide/editErrors.ts';
import { changeNotFound } from '../../ide/errors.ts';
import { defineTool } from '../tool.ts';
import { carryOutPlan, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { undoNotes } from '../words/observed.ts';
import { maxTokens } from '../words/page.ts';

export const undo = defineTool({
  name: 'undo',
  title: 'Undo',
  description: 'Take back one change by its changeId, also under later ones. Lines that were changed since are a conflict, and nothing is written.',
  effect: 'edits',
  input: z.strictObject({ change_id: z.string().min(1).optional().describe('From the change, or list_changes.'), ...changeInput, max_tokens: maxTokens }),
  output: z.object(changeOutput),
  async run(context, input) {
    const { ide, signal } = context;
    const all = await ide.changes.list(signal);
    // The last one may be another agent's, so nothing is undone that nobody has named.
    if (input.change_id === undefined) throw changeNotNamed(lastOf(all));
    const change = all.find(({ id }) => id === input.change_id);
    if (change === undefined) throw changeNotFound(input.change_id);
    const plan = await ide.changes.planUndo(change.id, signal);
    const notes = [...(plan.files.length === 0 ? ['Nothing of it was left to take back.'] : []), ...undoNotes(context, change.observed)];
    return carryOutPlan(context, plan, plan.files.length, {
      tool: 'undo',
      title: `undo: ${change.title}`,
      preview: input.preview,
      verify: input.verify,
      notes,
    });
  },
  tell: tellChange,
});

// Enough to find the one that was meant.
const MOST_LISTED = 3;

function lastOf(changes: readonly ChangeSet[]): readonly unknown[] {
  const standing = changes.filter(({ undoneBy, rolledBack }) => undoneBy === undefined && rolledBack !== true);
  return standing.slice(0, MOST_LISTED).map(({ id, time, author, tool, title }) => ({ changeId: id, time, author, tool, title }));
}

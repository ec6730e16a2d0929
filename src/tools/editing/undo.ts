// Takes one change back, whichever it was, while what came after it stays.
import { z } from 'zod';
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
  input: z.strictObject({ change_id: z.string().min(1).describe('From the change, or list_changes.'), ...changeInput, max_tokens: maxTokens }),
  output: z.object(changeOutput),
  async run(context, input) {
    const { ide, signal } = context;
    const change = (await ide.changes.list(signal)).find(({ id }) => id === input.change_id);
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

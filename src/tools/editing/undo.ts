// Takes one change back, whichever it was, while what came after it stays.
import { z } from 'zod';
import type { ChangeSet, RenamedWord } from '../../ide/doors/changes.ts';
import { changeNotNamed, notUndoable } from '../../ide/errors/editErrors.ts';
import { changeNotFound } from '../../ide/errors/errors.ts';
import { defineTool } from '../tool.ts';
import { carryOutPlan, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { undoNotes } from '../words/observed.ts';
import { maxTokens } from '../words/page.ts';

export const undo = defineTool({
  name: 'undo',
  title: 'Undo',
  description:
    'Take back one change by its changeId (without: the only one of yours), also under later ones. Lines that were changed since are a conflict, and nothing is written.',
  effect: 'edits',
  needs: ['changes'],
  input: z.strictObject({ change_id: z.string().min(1).optional().describe('From the change, or list_changes.'), ...changeInput, max_tokens: maxTokens }),
  output: z.object(changeOutput),
  async run(context, input) {
    const { ide, signal } = context;
    const all = await ide.changes.list(signal);
    const change = input.change_id === undefined ? onlyOneOf(context.owner, all) : all.find(({ id }) => id === input.change_id);
    if (change === undefined) throw changeNotFound(input.change_id ?? '');
    if (change.rolledBack === true) throw notUndoable(change.id, ROLLED_BACK);
    const plan = await ide.changes.planUndo(change.id, signal);
    const notes = [...(plan.files.length === 0 ? ['Nothing of it was left to take back.'] : []), ...undoNotes(context, change.observed)];
    return carryOutPlan(context, plan, plan.files.length, {
      tool: 'undo',
      title: `undo: ${change.title}`,
      preview: input.preview,
      verify: input.verify,
      notes,
      ...backwards(change.renames),
    });
  },
  tell: tellChange,
});

const ROLLED_BACK = 'it was rolled back when it was made, so nothing of it stands.';

function backwards(renames: RenamedWord | undefined): { renames?: RenamedWord } {
  return renames === undefined ? {} : { renames: { ...renames, from: renames.to, to: renames.from } };
}

// Enough to find the one that was meant.
const MOST_LISTED = 3;

// What is meant without a name: the one change of this agent that stands. With several, or only of others, nothing is undone that nobody has named.
function onlyOneOf(connection: string | undefined, changes: readonly ChangeSet[]): ChangeSet {
  const standing = changes.filter(({ undoneBy, rolledBack, undoes }) => undoneBy === undefined && rolledBack !== true && undoes === undefined);
  const [own, ...others] = standing.filter((change) => connection !== undefined && change.connection === connection);
  if (own !== undefined && others.length === 0) return own;
  throw changeNotNamed(standing.slice(0, MOST_LISTED).map(({ id, time, author, tool, title }) => ({ changeId: id, time, author, tool, title })));
}

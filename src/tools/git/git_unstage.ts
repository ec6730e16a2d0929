// Leaves changes out of the next commit again; the files stay as they are.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { selectionInput, selectionMeant, stagedNow, stagedOutput, tellStaged } from './words/gitStaged.ts';

export const gitUnstage = defineTool({
  name: 'git_unstage',
  title: 'Git unstage',
  description: 'Unstage files or single hunks; the tree stays as it is.',
  effect: 'edits',
  needs: ['gitChanges'],
  hidden: true,
  input: z.strictObject(selectionInput),
  output: stagedOutput,
  async run(context, input) {
    await context.ide.gitChanges.unstage(selectionMeant('git_unstage', input), context.signal);
    return stagedNow(context);
  },
  tell: tellStaged,
});

// Takes changes into the next commit: whole files, or hunks one by one.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { selectionInput, selectionMeant, stagedNow, stagedOutput, tellStaged } from './words/gitStaged.ts';

export const gitStage = defineTool({
  name: 'git_stage',
  title: 'Git stage',
  description: 'Stage files, deletions too, or single hunks; marks conflicts as resolved.',
  effect: 'edits',
  needs: ['gitChanges'],
  hidden: true,
  input: z.strictObject(selectionInput),
  output: stagedOutput,
  async run(context, input) {
    await context.ide.gitChanges.stage(selectionMeant('git_stage', input), context.signal);
    return stagedNow(context);
  },
  tell: tellStaged,
});

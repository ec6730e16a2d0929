// Takes commits of a remote into the branch that is checked out.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { fileOf } from '../words/place.ts';
import { headFields, headOutput, tellHead } from './words/gitHead.ts';
import { remoteInput } from './words/gitRemote.ts';
import { tellTree, treeOutput, withTree } from './words/gitTree.ts';

export const gitPull = defineTool({
  name: 'git_pull',
  title: 'Git pull',
  description: 'Fetch, then merge or rebase; names conflicts.',
  effect: 'edits',
  hints: {
    openWorld: { is: true, because: 'it fetches from a remote' },
  },
  needs: ['gitChanges'],
  hidden: true,
  input: z.strictObject({
    ...remoteInput,
    manner: z.enum(['merge', 'rebase', 'ff-only']).optional().describe('Default: configured.'),
  }),
  output: z.object({
    ...headOutput,
    // The commit before; absent when there was nothing new.
    before: z.string().optional(),
    upToDate: z.boolean().optional(),
    conflicts: z.array(z.string()).optional(),
    ...treeOutput,
  }),
  async run(context, request) {
    const { ide, signal, progress } = context;
    const { value, tree } = await withTree(context, { tool: 'git_pull', title: 'pull' }, () => ide.gitChanges.pull(request, signal, progress));
    const { head, before, after, conflicts } = value;
    const isNew = before !== after || conflicts.length > 0;
    return {
      ...headFields(ide.project, head),
      ...(isNew ? before !== undefined && { before: before.slice(0, SHORT) } : { upToDate: true }),
      ...(conflicts.length > 0 && { conflicts: conflicts.map((uri) => fileOf(ide.project, uri)) }),
      ...tree,
    };
  },
  *tell(value) {
    yield [
      value.upToDate === true ? 'Already up to date.' : `Pulled${value.before === undefined ? '' : `, from ${value.before}`}`,
      ...tellHead(value),
      ...(value.conflicts === undefined ? [] : [`Conflicts: ${value.conflicts.join(', ')}. Edit them, git_stage them, then git_commit.`]),
      ...tellTree(value),
    ].join('\n');
  },
});

const SHORT = 10;

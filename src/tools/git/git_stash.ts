// Local changes put away and taken back.
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import type { Stash, Unstashed } from '../../ide/doors/git.ts';
import { requireDoors } from '../../ide/optionalDoors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { fileOf } from '../words/place.ts';
import { pathsWord } from './words/gitDiff.ts';
import { flagsWord } from './words/gitFlags.ts';
import { tellTree, treeOutput, withTree } from './words/gitTree.ts';

const stashRow = z.object({ stash: z.number(), commit: z.string(), time: z.string(), message: z.string() });

const output = z.object({
  total: z.number().optional(),
  stashes: z.array(stashRow).optional(),
  pushed: stashRow.optional(),
  // Back in the tree; with conflicts the stash is kept.
  restored: stashRow.optional(),
  conflicts: z.array(z.string()).optional(),
  dropped: stashRow.optional(),
  ...treeOutput,
});
type Output = z.input<typeof output>;

export const gitStash = defineTool({
  name: 'git_stash',
  title: 'Git stash',
  description: 'Put local changes away and back; drop asks a person.',
  effect: 'edits',
  hidden: true,
  input: z.strictObject({
    action: z.enum(['push', 'pop', 'list', 'apply', 'drop']).describe('What to do.'),
    stash: z
      .int()
      .refine((index) => index >= 0, 'is counted from 0')
      .optional()
      .describe('0: the last.'),
    message: z.string().min(1).optional().describe('Of push.'),
    paths: pathsWord,
    flags: flagsWord(['untracked', 'keep_index'], 'Of push.'),
  }),
  output,
  alsoNeeds: ({ action }) => (action === 'list' ? [] : ['gitChanges']),
  onlyReads: ({ action }) => action === 'list',
  asksFirst: ({ action, stash = 0 }) => (action === 'drop' ? `drop stash ${stash} for good` : undefined),
  async run(context, { action, stash: index = 0, message, flags = [], paths = [] }) {
    const { ide, signal } = context;
    if (action === 'list') {
      const stashes = await ide.git.stashes(signal);
      return { total: stashes.length, stashes: stashes.slice(0, MOST_STASHES).map(stashFields) };
    }
    requireDoors(ide, ['gitChanges']);
    if (action === 'drop') return { dropped: stashFields(await ide.gitChanges.dropStash(index, signal)) };
    if (action === 'push') {
      const { value, tree } = await withTree(context, { tool: 'git_stash', title: 'put changes away' }, () =>
        ide.gitChanges.stash({ message, untracked: flags.includes('untracked'), keepIndex: flags.includes('keep_index'), paths }, signal),
      );
      return { pushed: stashFields(value), ...tree };
    }
    const title = `put stash ${index} back`;
    const { value, tree } = await withTree(context, { tool: 'git_stash', title }, () => ide.gitChanges.unstash({ index, drop: action === 'pop' }, signal));
    return { ...restored(context, value), ...tree };
  },
  *tell(value) {
    const rows = value.stashes ?? [];
    yield [
      ...(value.total === undefined ? [] : [counted(value.total, 'stash', 'stashes'), ...rows.map(tellStash)]),
      ...(value.pushed === undefined ? [] : [`Put away as ${tellStash(value.pushed)}`]),
      ...(value.dropped === undefined ? [] : [`Dropped ${tellStash(value.dropped)}`]),
      ...(value.restored === undefined ? [] : [`Back: ${tellStash(value.restored)}`]),
      ...(value.conflicts === undefined ? [] : [`Conflicts in ${value.conflicts.join(', ')}; the stash is kept.`]),
      ...tellTree(value),
    ].join('\n');
    yield [...(value.total === undefined ? [] : [counted(value.total, 'stash', 'stashes')]), ...tellTree(value)].join('\n');
  },
});

const MOST_STASHES = 100;

function stashFields({ index, commit, time, message }: Stash): z.infer<typeof stashRow> {
  return { stash: index, commit, time, message };
}

function restored({ ide }: ProjectContext, { stash, conflicts }: Unstashed): Output {
  return { restored: stashFields(stash), ...(conflicts.length > 0 && { conflicts: conflicts.map((uri) => fileOf(ide.project, uri)) }) };
}

function tellStash({ stash, commit, time, message }: z.infer<typeof stashRow>): string {
  return `stash ${stash} (${commit}, ${time}): ${message}`;
}

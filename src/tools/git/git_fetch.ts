// Learns what a remote has; nothing that is checked out changes.
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import { defineTool } from '../tool.ts';
import { flagsWord } from './words/gitFlags.ts';

export const gitFetch = defineTool({
  name: 'git_fetch',
  title: 'Git fetch',
  description: 'Update remote branches and tags; the tree stays as it is.',
  effect: 'runs',
  hints: {
    destructive: { is: false, because: 'nothing that is checked out, staged or committed changes; prune forgets what the remote itself has removed' },
    idempotent: { is: true, because: 'what has been fetched is not fetched again' },
  },
  needs: ['gitChanges'],
  hidden: true,
  input: z.strictObject({
    remote: z.string().min(1).optional().describe('Its name.'),
    flags: flagsWord(['prune', 'tags'], 'As of git.'),
  }),
  output: z.object({
    remote: z.string(),
    total: z.number(),
    // Without before it is new, without after it is gone.
    refs: z.array(z.object({ ref: z.string(), before: z.string().optional(), after: z.string().optional() })),
  }),
  async run({ ide, signal, progress }, { remote: wanted, flags = [] }) {
    const request = { remote: wanted, prune: flags.includes('prune'), tags: flags.includes('tags') };
    const { remote, refs } = await ide.gitChanges.fetch(request, signal, progress);
    return { remote, total: refs.length, refs: refs.slice(0, MOST_REFS).map(({ name, ...commits }) => ({ ref: name, ...commits })) };
  },
  *tell({ remote, total, refs }) {
    const head = total === 0 ? `${remote}: nothing new.` : `${remote}: ${counted(total, 'ref')} changed`;
    yield [head, ...refs.map(({ ref, before = 'new', after = 'gone' }) => `  ${ref}: ${before} → ${after}`)].join('\n');
    yield head;
  },
});

const MOST_REFS = 200;

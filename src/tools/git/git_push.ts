// Brings commits of a branch to a remote.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { flagsWord } from './words/gitFlags.ts';
import { remoteInput } from './words/gitRemote.ts';
import { tellTree, treeOutput, withTree } from './words/gitTree.ts';

export const gitPush = defineTool({
  name: 'git_push',
  title: 'Git push',
  description: 'Push a branch, by default the current. force and delete ask a person.',
  effect: 'runs',
  needs: ['gitChanges'],
  hidden: true,
  input: z.strictObject({
    ...remoteInput,
    flags: flagsWord(['set_upstream', 'tags', 'force', 'delete'], 'force: with lease.'),
  }),
  output: z.object({
    remote: z.string(),
    refs: z.array(z.object({ ref: z.string(), result: z.string(), summary: z.string() })),
    ...treeOutput,
  }),
  asksFirst({ flags = [], branch = 'the current branch', remote = 'its remote' }) {
    if (flags.includes('delete')) return `delete ${branch} on ${remote}`;
    return flags.includes('force') ? `push ${branch} to ${remote} over what is there` : undefined;
  },
  async run(context, { remote, branch, flags: given }) {
    const { ide, signal, progress } = context;
    const flags = new Set(given);
    const request = { remote, branch, setUpstream: flags.has('set_upstream'), tags: flags.has('tags'), force: flags.has('force'), remove: flags.has('delete') };
    // A hook before the push may write files.
    const { value, tree } = await withTree(context, { tool: 'git_push', title: 'hooks of a push' }, () => ide.gitChanges.push(request, signal, progress));
    return { remote: value.remote, refs: value.refs.map(({ name, result, summary }) => ({ ref: name, result, summary })), ...tree };
  },
  *tell(value) {
    yield [...value.refs.map(({ ref, result, summary }) => `${ref} → ${value.remote}: ${result} (${summary})`), ...tellTree(value)].join('\n') ||
      `Nothing to push to ${value.remote}.`;
  },
});

// Branches: listed, created, switched to and deleted.
import { z } from 'zod';
import type { Branch } from '../../ide/doors/git.ts';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { requireDoors } from '../../ide/optionalDoors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { pageOf, pageOutput, weighJson } from '../words/page.ts';
import { cursorWord, tellTurn } from './words/gitDiff.ts';
import { flagsWord } from './words/gitFlags.ts';
import { headFields, headOutput, tellHead } from './words/gitHead.ts';
import { tellTree, treeOutput, withTree } from './words/gitTree.ts';

const branchRow = z.object({
  name: z.string(),
  commit: z.string(),
  time: z.string(),
  subject: z.string(),
  current: z.boolean().optional(),
  remote: z.boolean().optional(),
  upstream: z.string().optional(),
  ahead: z.number().optional(),
  behind: z.number().optional(),
  upstreamGone: z.boolean().optional(),
  // Where it is checked out, if that is another worktree.
  worktree: z.string().optional(),
});
type Row = z.infer<typeof branchRow>;

const output = z.object({
  total: z.number().optional(),
  branches: z.array(branchRow).optional(),
  created: z.string().optional(),
  // With the commit at which it was, from which it can be made again.
  deleted: z.string().optional(),
  at: z.string().optional(),
  ...headOutput,
  ...treeOutput,
  ...pageOutput,
});
type Output = z.input<typeof output>;

export const gitBranch = defineTool({
  name: 'git_branch',
  title: 'Git branch',
  description: 'Branches; switch also takes tags and commits. delete and discard ask a person.',
  effect: 'edits',
  hidden: true,
  input: z.strictObject({
    action: z.enum(['list', 'create', 'switch', 'delete']).describe('What to do.'),
    name: z.string().min(1).optional().describe('Branch.'),
    from: z.string().min(1).optional().describe('Start.'),
    flags: flagsWord(['remote', 'switch', 'force', 'discard'], 'remote: list those; switch: to the created; force: unmerged.'),
    cursor: cursorWord,
  }),
  output,
  alsoNeeds: ({ action }) => (action === 'list' ? [] : ['gitChanges']),
  onlyReads: ({ action }) => action === 'list',
  asksFirst({ action, name = '', flags = [] }) {
    if (action === 'delete') return `delete the branch ${name}${flags.includes('force') ? ', also if its commits are on no other' : ''}`;
    return action === 'switch' && flags.includes('discard') ? `switch to ${name} and lose local changes` : undefined;
  },
  async run(context, input) {
    const { ide, signal } = context;
    const flags = new Set(input.flags);
    if (input.action === 'list') return listed(context, input, flags.has('remote'));
    requireDoors(ide, ['gitChanges']);
    const changing = { ...context, ide };
    const { name, from } = input;
    if (name === undefined) throw invalidArguments('git_branch', [`name is missing for ${input.action}`], ['action', 'name']);
    if (input.action === 'delete') return { deleted: name, at: await ide.gitChanges.deleteBranch({ name, force: flags.has('force') }, signal) };
    if (input.action === 'create') {
      await ide.gitChanges.createBranch({ name, from }, signal);
      return { created: name, ...(flags.has('switch') && (await switched(changing, name, false))) };
    }
    return switched(changing, name, flags.has('discard'));
  },
  *tell(value) {
    const rows = value.branches ?? [];
    const done = [
      ...(value.created === undefined ? [] : [`Created ${value.created}`]),
      ...(value.deleted === undefined ? [] : [`Deleted ${value.deleted}, which was at ${value.at}`]),
      ...(value.branch === undefined && value.detached !== true ? [] : tellHead(value)),
      ...tellTree(value),
    ];
    yield [...done, ...rows.map(tellRow), ...tellTurn(value)].join('\n') || 'No branches yet.';
    yield [...done, ...rows.map(({ name }) => name), ...tellTurn(value)].join('\n');
  },
});

const OVERHEAD = 60;

async function listed({ ide, signal, budget }: ProjectContext, input: { cursor?: string | undefined }, remote: boolean): Promise<Output> {
  const rows = (await ide.git.branches({ remote }, signal)).map(rowOf);
  const page = pageOf({ tool: 'git_branch', input, rows, weigh: weighJson, budget: budget - OVERHEAD });
  return { total: rows.length, branches: [...page.rows], ...page.turn };
}

async function switched(context: ProjectContext<'gitChanges'>, name: string, discard: boolean): Promise<Output> {
  const { ide, signal } = context;
  const { value, tree } = await withTree(context, { tool: 'git_branch', title: `switch to ${name}` }, () => ide.gitChanges.switchTo({ name, discard }, signal));
  return { ...headFields(ide.project, value), ...tree };
}

function rowOf({ name, commit, time, subject, isCurrent, isRemote, upstream, ahead = 0, behind = 0, upstreamGone, worktree }: Branch): Row {
  return {
    name,
    commit,
    time,
    subject,
    ...(isCurrent && { current: true }),
    ...(isRemote && { remote: true }),
    ...(upstream !== undefined && { upstream }),
    ...(ahead > 0 && { ahead }),
    ...(behind > 0 && { behind }),
    ...(upstreamGone === true && { upstreamGone }),
    ...(worktree !== undefined && { worktree }),
  };
}

function tellRow({ name, commit, subject, current, upstream, ahead = 0, behind = 0, upstreamGone, worktree }: Row): string {
  const following =
    upstream === undefined ? '' : ` → ${upstream}${upstreamGone === true ? ' (gone)' : ''}${ahead + behind === 0 ? '' : ` (+${ahead} −${behind})`}`;
  return `${current === true ? '* ' : '  '}${name} ${commit} ${subject}${following}${worktree === undefined ? '' : ` [in ${worktree}]`}`;
}

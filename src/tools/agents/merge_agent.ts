// What an agent has changed in a tree of its own becomes one change of the project, once a person has looked at it.
import { z } from 'zod';
import { agentBusy, agentSessionNotFound } from '../../ide/errors/agentErrors.ts';
import { notIsolated } from '../../ide/errors/worktreeErrors.ts';
import { defineTool } from '../tool.ts';
import { fileOf } from '../words/place.ts';
import { agentsOf, anothersSession, sessionInput, sessionNamed } from './words/conversation.ts';

const MOST_LISTED = 100;
const SHARED = 'the tree only links it: it was written in the packages of the project itself, by the agent or by whoever installed meanwhile';

export const mergeAgent = defineTool({
  name: 'merge_agent',
  title: 'Merge agent',
  description: 'Merge what an isolated agent changed into the project, as one change that a person reviews; conflicts are theirs to resolve there.',
  effect: 'edits',
  hidden: true,
  isAlwaysReviewed: true,
  needs: ['changes'],
  input: z.strictObject({ session_id: sessionInput }),
  output: z.object({
    sessionId: z.string(),
    // Absent where nothing was to be merged.
    changeId: z.string().optional(),
    files: z.array(z.string()),
    moreFiles: z.number().optional(),
    // They stay as they are in the project, and in the tree as the agent has them.
    left: z.array(z.object({ files: z.array(z.string()), why: z.string() })),
    // Not merged yet.
    unmerged: z.number(),
    folder: z.string().optional(),
  }),
  asksFirst: anothersSession,
  caption: ({ session_id }) => session_id,
  async run(context, { session_id }) {
    const { ide, author, signal } = context;
    const session = sessionNamed(context, session_id);
    const { id, title, project, isolation, state } = session;
    if (isolation === undefined) throw notIsolated(id);
    if (project !== ide.project.path) throw agentSessionNotFound(id, idsIn(context, ide.project.path));
    if (state.state === 'working') throw agentBusy(id);
    const { edit, conflicts, outside, nested, shared, taken } = await isolation.merge(signal);
    const plan = await ide.changes.plan(edit, signal);
    const words =
      conflicts.length === 0 ? '' : `, ${conflicts.length} ${conflicts.length === 1 ? 'conflict' : 'conflicts'}: ${conflicts.map(({ why }) => why).join('; ')}`;
    const change =
      plan.files.length === 0
        ? undefined
        : await ide.changes.apply(plan, { author, tool: 'merge_agent', title: `merge ${id} (${title})${words}`.slice(0, 500) }, signal);
    const uris = (change?.files ?? []).flatMap(({ uri, movedFrom = uri }) => [uri, movedFrom]);
    await taken(uris, change?.review?.changed !== true);
    const written = (change?.files ?? []).map(({ uri }) => fileOf(ide.project, uri));
    const left = [
      ...conflicts.filter(({ files }) => !files.some((file) => written.includes(file))),
      ...(outside.length > 0 ? [{ files: outside, why: 'it lies beside the project, in its repository' }] : []),
      ...(nested.length > 0 ? [{ files: nested, why: 'it is a repository of its own' }] : []),
      ...(shared.length > 0 ? [{ files: shared, why: SHARED }] : []),
    ];
    return {
      sessionId: id,
      ...(change !== undefined && { changeId: change.id }),
      files: written.slice(0, MOST_LISTED),
      ...(written.length > MOST_LISTED && { moreFiles: written.length - MOST_LISTED }),
      left: left.map(({ files, why }) => ({ files: files.slice(0, MOST_LISTED), why })),
      unmerged: isolation.files,
      ...(isolation.files > 0 && { folder: isolation.folder }),
    };
  },
  *tell({ sessionId, changeId, files, moreFiles, left, unmerged, folder }) {
    yield [
      changeId === undefined ? `${sessionId}: nothing to merge` : `${sessionId}: ${counted(files.length + (moreFiles ?? 0))} merged, change ${changeId}`,
      ...files.map((file) => `  ${file}`),
      ...left.map((each) => `left ${each.files.join(', ')}: ${each.why}`),
      ...(folder === undefined ? [] : [`not merged yet: ${counted(unmerged)}, in ${folder}`]),
    ].join('\n');
  },
});

function counted(files: number): string {
  return `${files} ${files === 1 ? 'file' : 'files'}`;
}

function idsIn(context: Parameters<typeof agentsOf>[0], project: string): readonly string[] {
  return agentsOf(context)
    .sessions()
    .filter((session) => session.project === project && session.isolation !== undefined)
    .map(({ id }) => id);
}

// The ways in which isolation, a tree of an agent's own, is refused; errors.ts has all others.
import { IdeError } from './errors.ts';

export const isolationFailed = (why: string, next = 'Start it without isolation, in the project itself.') =>
  new IdeError('isolation_failed', `A tree of its own could not be made or read: ${why}`, next);

export const notIsolated = (session: string) =>
  new IdeError(
    'not_isolated',
    `${session} works in the project itself, so there is nothing to merge or to discard.`,
    'Its changes are in list_changes; undo takes them back.',
  );

export const treeGone = (session: string) =>
  new IdeError('tree_gone', `The tree of ${session} is not there any more.`, 'What was merged stays; start a new conversation for more.');

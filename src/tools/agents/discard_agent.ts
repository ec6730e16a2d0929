// An agent's tree goes, with what nobody has merged; the agent ends, and what was said stays.
import { z } from 'zod';
import { notIsolated } from '../../ide/errors/worktreeErrors.ts';
import { defineTool } from '../tool.ts';
import { anothersSession, sessionInput, sessionNamed } from './words/conversation.ts';

export const discardAgent = defineTool({
  name: 'discard_agent',
  title: 'Discard agent',
  description: 'End an isolated agent and delete its tree; asks a person where anything in it is not merged.',
  effect: 'controls',
  hidden: true,
  hints: { destructive: { is: true, because: 'what was not merged is nowhere else' } },
  input: z.strictObject({ session_id: sessionInput }),
  output: z.object({ sessionId: z.string(), discarded: z.number() }),
  asksFirst: (input, asker) => {
    const { files = 0 } = asker.agents?.sessions().find(({ id }) => id === input.session_id)?.isolation ?? {};
    const lost = files === 0 ? undefined : `it throws away ${files} changed ${files === 1 ? 'file' : 'files'} that nobody has merged`;
    return [anothersSession(input, asker), lost].filter((why) => why !== undefined).join('; ') || undefined;
  },
  caption: ({ session_id }) => session_id,
  async run(context, { session_id }) {
    const session = sessionNamed(context, session_id);
    const { id, isolation } = session;
    if (isolation === undefined) throw notIsolated(id);
    await session.close();
    const { files } = isolation;
    // One in which nothing had changed went with the agent.
    await session.isolation?.discard();
    return { sessionId: id, discarded: files };
  },
  *tell({ sessionId, discarded }) {
    yield `${sessionId}: its tree is gone${discarded === 0 ? '' : `; changed files that were not merged: ${discarded}`}`;
  },
});

// Ends an agent that was started, or only what it is doing.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothersSession, sessionInput, sessionNamed } from './words/conversation.ts';

export const stopAgent = defineTool({
  name: 'stop_agent',
  title: 'Stop agent',
  description: 'End an agent that start_agent started, or cancel its turn.',
  effect: 'controls',
  hidden: true,
  input: z.strictObject({ session_id: sessionInput, only_turn: z.boolean().optional().describe('It waits for the next.') }),
  output: z.object({
    sessionId: z.string(),
    state: z.enum(['idle', 'working', 'ended']),
    // Its tree is kept there, because so many files are not merged.
    folder: z.string().optional(),
    unmerged: z.number().optional(),
  }),
  asksFirst: anothersSession,
  caption: ({ session_id }) => session_id,
  async run(context, { session_id, only_turn = false }) {
    const session = sessionNamed(context, session_id);
    await (only_turn ? session.cancel() : session.close());
    const { id, state, isolation } = session;
    return { sessionId: id, state: state.state, ...(isolation !== undefined && { folder: isolation.folder, unmerged: isolation.files }) };
  },
  *tell({ sessionId, state, folder, unmerged }) {
    yield `${sessionId} ${state}${folder === undefined ? '' : `; files not merged: ${unmerged}, in ${folder}`}`;
  },
});

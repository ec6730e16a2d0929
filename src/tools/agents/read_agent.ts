// What was said in a conversation with an agent.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothersSession, said, saidOutput, sessionInput, sessionNamed, tellSaid } from './words/conversation.ts';

export const readAgent = defineTool({
  name: 'read_agent',
  title: 'Read agent',
  description: 'What an agent that start_agent started has said and done.',
  effect: 'reads',
  hidden: true,
  input: z.strictObject({ session_id: sessionInput, cursor: z.string().optional().describe('What comes after.') }),
  output: z.object(saidOutput),
  // What a person says to their agent is between them.
  asksFirst: anothersSession,
  caption: ({ session_id }) => session_id,
  async run(context, { session_id, cursor }) {
    return said(sessionNamed(context, session_id), cursor, context.budget);
  },
  tell: tellSaid,
});

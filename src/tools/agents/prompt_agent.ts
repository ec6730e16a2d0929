// A further task for an agent that was started, and what it says and does.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { secondsInput, waitOf } from '../words/run.ts';
import { anothersSession, said, saidOutput, sessionInput, sessionNamed, tellSaid } from './words/conversation.ts';
import { promptedFor } from './words/prompted.ts';

const USUAL_WAIT = 300;

export const promptAgent = defineTool({
  name: 'prompt_agent',
  title: 'Prompt agent',
  description: 'Give an agent that start_agent started a further task.',
  effect: 'runs',
  hidden: true,
  input: z.strictObject({
    session_id: sessionInput,
    text: z.string().min(1).describe('The task.'),
    files: z.array(z.string()).optional().describe('Mentioned.'),
    timeout: secondsInput(840, 'Seconds to wait; 300.'),
  }),
  output: z.object(saidOutput),
  asksFirst: anothersSession,
  caption: ({ session_id }) => session_id,
  async run(context, { session_id, text, files = [], timeout }) {
    const session = sessionNamed(context, session_id);
    const cursor = `e${session.entries.at(-1)?.number ?? 0}`;
    await promptedFor(context, session, { text, by: context.author, mentions: files.map((file) => ({ file })) }, waitOf(timeout, USUAL_WAIT));
    return said(session, cursor, context.budget);
  },
  tell: tellSaid,
});

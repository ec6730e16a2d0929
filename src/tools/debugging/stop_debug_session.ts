// Ends a program that is being debugged; one that was attached to runs on.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothersSession, sessionInput, sessionMeant } from './words/debugSession.ts';
import { statusOf, statusOutput, tellStatus } from './words/debugStatus.ts';

export const stopDebugSession = defineTool({
  name: 'stop_debug_session',
  title: 'Stop debug session',
  description: 'End a debug session and its program; one that was attached to runs on. Its output can still be read.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject(sessionInput),
  output: statusOutput,
  asksFirst: anothersSession,
  async run(context, { session_id: id }) {
    const session = sessionMeant(context, id);
    const since = session.output.next;
    await session.end();
    return statusOf(context, session, { outputSince: since });
  },
  tell: tellStatus,
});

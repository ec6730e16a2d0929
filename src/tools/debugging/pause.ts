// Makes a running program stand still.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothersSession, sessionInput, sessionMeant, timeoutInput } from './words/debugSession.ts';
import { statusOutput, tellStatus } from './words/debugStatus.ts';
import { moved, whereNext } from './words/proceeding.ts';

export const pause = defineTool({
  name: 'pause',
  title: 'Pause',
  description: 'Stop a running program where it is, and answer with its place, stack and variables.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ ...sessionInput, ...timeoutInput }),
  output: statusOutput,
  asksFirst: anothersSession,
  async run(context, { session_id: id, timeout }) {
    const session = sessionMeant(context, id);
    const since = session.output.next;
    await moved(context, session, 'pause', () => session.pause(context.signal));
    return whereNext(context, session, since, timeout);
  },
  tell: tellStatus,
});

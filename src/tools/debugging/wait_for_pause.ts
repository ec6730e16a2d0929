// Waits until a program stands still by itself.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { sessionInput, sessionMeant, timeoutInput } from './words/debugSession.ts';
import { statusOutput, tellStatus } from './words/debugStatus.ts';
import { whereNext } from './words/proceeding.ts';

export const waitForPause = defineTool({
  name: 'wait_for_pause',
  title: 'Wait for pause',
  description: 'Wait until a running program stops or ends, instead of polling; at once if it is paused already.',
  effect: 'reads',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ ...sessionInput, ...timeoutInput }),
  output: statusOutput,
  async run(context, { session_id: id, timeout }) {
    const session = sessionMeant(context, id);
    return whereNext(context, session, session.output.next, timeout);
  },
  tell: tellStatus,
});

// Goes into a call.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothersSession, sessionInput, threadInput, timeoutInput } from './words/debugSession.ts';
import { statusOutput, tellStatus } from './words/debugStatus.ts';
import { proceedAndWait } from './words/proceeding.ts';

export const stepInto = defineTool({
  name: 'step_into',
  title: 'Step into',
  description: 'Go into the call on the current line of a paused program, and answer where it stands then.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ ...sessionInput, ...threadInput, ...timeoutInput }),
  output: statusOutput,
  asksFirst: anothersSession,
  run: (context, input) => proceedAndWait(context, 'into', input),
  tell: tellStatus,
});

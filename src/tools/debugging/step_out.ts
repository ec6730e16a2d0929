// Runs to the caller.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothersSession, sessionInput, threadInput, timeoutInput } from './words/debugSession.ts';
import { statusOutput, tellStatus } from './words/debugStatus.ts';
import { proceedAndWait } from './words/proceeding.ts';

export const stepOut = defineTool({
  name: 'step_out',
  title: 'Step out',
  description: 'Run a paused program to the end of its function, and answer where it stands in the caller.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ ...sessionInput, ...threadInput, ...timeoutInput }),
  output: statusOutput,
  asksFirst: anothersSession,
  run: (context, input) => proceedAndWait(context, 'out', input),
  tell: tellStatus,
});

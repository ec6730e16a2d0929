// Runs a line as a whole.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothersSession, sessionInput, threadInput, timeoutInput } from './words/debugSession.ts';
import { statusOutput, tellStatus } from './words/debugStatus.ts';
import { proceedAndWait } from './words/proceeding.ts';

export const stepOver = defineTool({
  name: 'step_over',
  title: 'Step over',
  description: 'Run the current line of a paused program, calls included, and answer where it stands then.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ ...sessionInput, ...threadInput, ...timeoutInput }),
  output: statusOutput,
  asksFirst: anothersSession,
  run: (context, input) => proceedAndWait(context, 'over', input),
  tell: tellStatus,
});

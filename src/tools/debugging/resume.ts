// Lets a program run to its next stop.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothersSession, sessionInput, threadInput, timeoutInput } from './words/debugSession.ts';
import { statusOutput, tellStatus } from './words/debugStatus.ts';
import { proceedAndWait } from './words/proceeding.ts';

export const resume = defineTool({
  name: 'resume',
  title: 'Resume',
  description: 'Let a paused program go on, and answer where it stops next, or how it ended.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ ...sessionInput, ...threadInput, ...timeoutInput }),
  output: statusOutput,
  asksFirst: anothersSession,
  run: (context, input) => proceedAndWait(context, 'continue', input),
  tell: tellStatus,
});

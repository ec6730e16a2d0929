// Chooses the frame in which the following questions are asked.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothersSession, frameMeant, pausedSession, sessionInput } from './words/debugSession.ts';
import { statusOf, statusOutput, tellStatus } from './words/debugStatus.ts';

export const selectStackFrame = defineTool({
  name: 'select_stack_frame',
  title: 'Select stack frame',
  description: 'Look at another frame of a paused program: evaluate, get_variables and watches mean it until the program goes on.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ frame_index: z.int().min(0).describe('0 is the innermost.'), ...sessionInput }),
  output: statusOutput,
  asksFirst: anothersSession,
  async run(context, { frame_index: index, session_id: id }) {
    const paused = pausedSession(context, id);
    await frameMeant(paused, index, context.signal);
    paused.session.selectFrame(index);
    return statusOf(context, paused.session);
  },
  tell: tellStatus,
});

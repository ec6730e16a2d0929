// What an expression is worth where a program stands.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothersSession, frameInput, frameMeant, pausedSession, sessionInput } from './words/debugSession.ts';
import { detailFor, tellValue, valueOutput, wholeValue } from './words/debugValue.ts';

export const evaluate = defineTool({
  name: 'evaluate',
  title: 'Evaluate',
  description: 'Evaluate an expression of the language in a frame of a paused program. It can have effects on the program.',
  effect: 'runs',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ expression: z.string().min(1).describe('As cart.items'), ...frameInput, ...sessionInput }),
  output: z.object({ sessionId: z.string(), result: valueOutput }),
  asksFirst: anothersSession,
  async run(context, { expression, frame_index: index, session_id: id }) {
    const paused = pausedSession(context, id);
    const { frame } = await frameMeant(paused, index, context.signal);
    const value = await paused.session.evaluate(expression, frame.id, context.signal);
    return { sessionId: paused.session.id, result: wholeValue(value, paused.session, paused.stop, detailFor(context)) };
  },
  *tell({ result }) {
    yield tellValue(result);
  },
});

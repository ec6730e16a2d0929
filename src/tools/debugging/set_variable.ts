// Gives a variable of a paused program another value.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothersSession, frameInput, pausedSession, sessionInput } from './words/debugSession.ts';
import { detailFor, insideOf, tellValue, valueOutput, wholeValue } from './words/debugValue.ts';
import { holderOf } from './words/variableHolder.ts';

export const setVariable = defineTool({
  name: 'set_variable',
  title: 'Set variable',
  description: 'Change a variable of a paused program, to try a fix before writing it.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({
    name: z.string().min(1).describe('As get_variables tells it.'),
    value: z.string().describe('An expression of the language.'),
    variable_id: z.string().min(1).optional().describe('The object that has it; else the frame.'),
    ...sessionInput,
    ...frameInput,
  }),
  output: z.object({ sessionId: z.string(), variable: valueOutput }),
  asksFirst: ({ variable_id: container, session_id: id }, asker) =>
    anothersSession({ session_id: container === undefined ? id : insideOf(asker, container).session.id }, asker),
  async run(context, { name, value, variable_id: container, session_id: id, frame_index: index }) {
    const { session, stop, reference } =
      container === undefined ? await holderOf(pausedSession(context, id), name, index, context.signal) : insideOf(context, container);
    const set = await session.setChild(reference, name, value, context.signal);
    return { sessionId: session.id, variable: wholeValue(set, session, stop, detailFor(context)) };
  },
  *tell({ variable }) {
    yield tellValue(variable);
  },
});

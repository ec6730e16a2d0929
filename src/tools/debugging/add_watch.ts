// An expression whose value is reported at every stop.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothersSession } from './words/debugSession.ts';
import { tellWatch, watchOutput } from './words/debugValue.ts';
import { watchesNow, watchingInput, watchingSession } from './words/watches.ts';

export const addWatch = defineTool({
  name: 'add_watch',
  title: 'Add watch',
  description: 'Show the value of an expression at every stop of every session.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  // In a program of another agent an expression may do what it likes.
  asksFirst: (input, asker) => (input.session_id === undefined ? undefined : anothersSession(input, asker)),
  input: z.strictObject({ expression: z.string().min(1).describe('As a > b'), ...watchingInput }),
  output: z.object({ watchId: z.string(), watches: z.array(watchOutput) }),
  async run(context, { expression, session_id: named }) {
    // Before anything is added.
    const session = watchingSession(context, named);
    const { id } = await context.ide.debugging.watches.add(expression, context.signal);
    return { watchId: id, watches: [...(await watchesNow(context, session))] };
  },
  *tell({ watches }) {
    yield watches.map(tellWatch).join('\n');
  },
});

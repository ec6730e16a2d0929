// An expression whose value is reported at every stop.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { tellWatch, watchOutput } from './words/debugValue.ts';
import { watchesNow } from './words/watches.ts';

export const addWatch = defineTool({
  name: 'add_watch',
  title: 'Add watch',
  description: 'Tell the value of an expression at every stop, in this session and those after it.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ expression: z.string().min(1).describe('As total > limit') }),
  output: z.object({ watchId: z.string(), watches: z.array(watchOutput) }),
  async run(context, { expression }) {
    const { id } = await context.ide.debugging.watches.add(expression, context.signal);
    return { watchId: id, watches: [...(await watchesNow(context))] };
  },
  *tell({ watches }) {
    yield watches.map(tellWatch).join('\n');
  },
});

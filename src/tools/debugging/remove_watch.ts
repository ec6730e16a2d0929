// Takes a watch away.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { tellWatch, watchOutput } from './words/debugValue.ts';
import { watchesNow } from './words/watches.ts';

export const removeWatch = defineTool({
  name: 'remove_watch',
  title: 'Remove watch',
  description: 'Take away a watch; answers with those that are left.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ watch_id: z.string().min(1).describe('Of add_watch.') }),
  output: z.object({ removed: z.string(), watches: z.array(watchOutput) }),
  async run(context, { watch_id: id }) {
    const { expression } = await context.ide.debugging.watches.remove(id, context.signal);
    return { removed: expression, watches: [...(await watchesNow(context))] };
  },
  *tell({ removed, watches }) {
    yield [`${removed} is not watched any more.`, ...watches.map(tellWatch)].join('\n');
  },
});

// Takes a watch away.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothersSession } from './words/debugSession.ts';
import { tellWatch, watchOutput } from './words/debugValue.ts';
import { watchesNow, watchingInput, watchingSession } from './words/watches.ts';

export const removeWatch = defineTool({
  name: 'remove_watch',
  title: 'Remove watch',
  description: 'Remove a watch; answers with the rest.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  // In a program of another agent an expression may do what it likes.
  asksFirst: (input, asker) => (input.session_id === undefined ? undefined : anothersSession(input, asker)),
  input: z.strictObject({ watch_id: z.string().min(1).describe('Of add_watch.'), ...watchingInput }),
  output: z.object({ removed: z.string(), watches: z.array(watchOutput) }),
  async run(context, { watch_id: id, session_id: named }) {
    // Before anything is removed.
    const session = watchingSession(context, named);
    const { expression } = await context.ide.debugging.watches.remove(id, context.signal);
    return { removed: expression, watches: [...(await watchesNow(context, session))] };
  },
  *tell({ removed, watches }) {
    yield [`${removed} is not watched any more.`, ...watches.map(tellWatch)].join('\n');
  },
});

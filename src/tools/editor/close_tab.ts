// Takes a file out of view.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { fileInput, fileOf } from '../words/place.ts';

export const closeTab = defineTool({
  name: 'close_tab',
  title: 'Close editor tab',
  description: 'Close the tab of a file in the editor. Refused while it holds unsaved text.',
  effect: 'controls',
  hints: {
    destructive: { is: true, because: 'discard loses text that is nowhere else' },
    idempotent: { is: true, because: 'a closed tab stays closed' },
  },
  hidden: true,
  needs: ['editor'],
  input: z.strictObject({ file: fileInput, discard: z.boolean().default(false).describe('Lose unsaved text, for good.') }),
  output: z.object({ file: z.string(), closed: z.boolean() }),
  asksFirst: ({ discard }) => (discard ? 'lose unsaved text of the editor' : undefined),
  async run({ ide, signal }, { file, discard }) {
    await ide.editor.settle(signal);
    const uri = await ide.documents.locate(file);
    return { file: fileOf(ide.project, uri), closed: await ide.editor.close(uri, discard ? 'discard' : 'keep') };
  },
  *tell({ file, closed }) {
    yield closed ? `The tab of ${file} is closed.` : `${file} was not open.`;
  },
});

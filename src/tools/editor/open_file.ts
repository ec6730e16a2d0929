// Puts a file in front of the person, at a place in it.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { fileInput } from '../words/place.ts';
import { columnInput, inView, lineInput, optionalRangeOf, rangeInput, tabOutput, tabRow, viewHints } from './words/view.ts';

export const openFile = defineTool({
  name: 'open_file',
  title: 'Open file in editor',
  description: 'Show a file to the person in the editor, with the cursor at a place or a range selected. To read it yourself, use read_file.',
  effect: 'controls',
  hints: viewHints,
  hidden: true,
  needs: ['editor'],
  input: z.strictObject({
    file: fileInput,
    line: lineInput.optional(),
    column: columnInput.optional(),
    ...rangeInput,
    preview: z.boolean().default(false).describe('The next preview takes its place.'),
    background: z.boolean().default(false).describe('The active tab stays.'),
  }),
  output: tabOutput,
  async run({ ide, signal }, { file, preview, background, ...place }) {
    const selection = optionalRangeOf('open_file', place);
    const uri = await ide.documents.locate(file);
    return tabRow(ide.project, await ide.editor.open(uri, { ...(selection && { selection }), isPreview: preview, inBackground: background }, signal));
  },
  *tell({ file, active, selection }) {
    yield `${inView({ file, ...selection })} is open${active ? '' : ' in the background'}.`;
  },
});

// Selects text for the person to see.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { fileInput, lineNumber } from '../words/place.ts';
import { columnInput, inView, lineInput, rangeInput, rangeOf, tabOutput, tabRow, viewHints } from './words/view.ts';

export const setSelection = defineTool({
  name: 'set_selection',
  title: 'Set selection',
  description: 'Select a range in an open file of the editor and show it. A place behind the end is cut to it.',
  effect: 'controls',
  hints: viewHints,
  hidden: true,
  needs: ['editor'],
  input: z.strictObject({ file: fileInput, line: lineInput, column: columnInput.default(1), ...rangeInput, end_line: lineNumber.describe('Last line.') }),
  output: tabOutput,
  async run({ ide, signal }, { file, ...place }) {
    const range = rangeOf('set_selection', place);
    const uri = await ide.documents.locate(file);
    return tabRow(ide.project, await ide.editor.select(uri, range, signal));
  },
  *tell({ file, selection }) {
    yield `Selected ${inView({ file, ...selection })}.`;
  },
});

// Where the person's cursor is.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { fileInput, fileOf, lineAndColumn } from '../words/place.ts';
import { tabOf } from './words/view.ts';

export const getCursorPosition = defineTool({
  name: 'get_cursor_position',
  title: 'Get cursor position',
  description: 'Where the cursor is in the active file of the editor, or in another open one; of a selection its end.',
  effect: 'reads',
  hidden: true,
  needs: ['editor'],
  input: z.strictObject({ file: fileInput.optional() }),
  // Empty where no file is open.
  output: z.object({ file: z.string().optional(), line: z.number().optional(), column: z.number().optional() }),
  async run(context, { file }) {
    const tab = await tabOf(context, file);
    return tab === undefined ? {} : { file: fileOf(context.ide.project, tab.uri), ...lineAndColumn(tab.selection.end) };
  },
  *tell({ file, line, column }) {
    yield file === undefined ? 'No file is open in the editor.' : `${file}:${line}:${column}`;
  },
});

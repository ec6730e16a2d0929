// Moves the person's cursor.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { fileInput, positionAt } from '../words/place.ts';
import { columnInput, inView, lineInput, tabOutput, tabRow, viewHints } from './words/view.ts';

export const setCursorPosition = defineTool({
  name: 'set_cursor_position',
  title: 'Set cursor position',
  description: 'Move the cursor in an open file of the editor and show it. A place behind the end is cut to it.',
  effect: 'controls',
  hints: viewHints,
  hidden: true,
  needs: ['editor'],
  input: z.strictObject({ file: fileInput, line: lineInput, column: columnInput.default(1) }),
  output: tabOutput,
  async run({ ide, signal }, { file, line, column }) {
    const uri = await ide.documents.locate(file);
    const at = positionAt(line, column);
    return tabRow(ide.project, await ide.editor.select(uri, { start: at, end: at }, signal));
  },
  *tell({ file, selection }) {
    yield `The cursor is at ${inView({ file, ...selection })}.`;
  },
});

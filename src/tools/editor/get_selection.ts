// What the person has selected, now and last.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { maxTokens } from '../words/page.ts';
import { fileInput } from '../words/place.ts';
import { inView, type SelectedRow, selectedOutput, selectedRow, tabOf } from './words/view.ts';

// The rest is for what surrounds the texts.
const FOR_TEXTS = 0.8;

export const getSelection = defineTool({
  name: 'get_selection',
  title: 'Get selection',
  description: 'What the person has selected in the editor, with its text; latest is the last selection that was not empty, where it is another.',
  effect: 'reads',
  hidden: true,
  needs: ['editor'],
  input: z.strictObject({ file: fileInput.optional().describe('Another open file than the active one.'), max_tokens: maxTokens }),
  // Selection is absent where no file is open, and has an empty text where nothing is selected.
  output: z.object({ selection: selectedOutput.optional(), latest: selectedOutput.optional() }),
  async run(context, { file }) {
    const { ide } = context;
    const tab = await tabOf(context, file);
    const now = tab && ide.editor.selected(tab.uri);
    const latest = ide.editor.latestSelection();
    const isOther = latest !== undefined && (latest.uri !== now?.uri || latest.text !== now.text);
    const tokens = (context.budget * FOR_TEXTS) / (now !== undefined && now.text !== '' && isOther ? 2 : 1);
    return {
      ...(now && { selection: selectedRow(ide.project, now, tokens) }),
      ...(isOther && { latest: selectedRow(ide.project, latest, tokens) }),
    };
  },
  *tell({ selection, latest }) {
    const shown = (row: SelectedRow) => `${inView(row)}${row.text === '' ? ' (nothing is selected)' : `\n${row.text}`}`;
    const now = selection === undefined ? 'No file is open in the editor.' : shown(selection);
    yield latest === undefined ? now : `${now}\n\nSelected last: ${shown(latest)}`;
    yield selection === undefined ? now : inView(selection);
  },
});

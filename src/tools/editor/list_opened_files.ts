// Which files are open in the editor, and what is in view in them.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { inView, tabOutput, tabRow } from './words/view.ts';

export const listOpenedFiles = defineTool({
  name: 'list_opened_files',
  title: 'List opened files',
  description: 'Files that the person has open in the editor, in the order of their tabs: the active one, unsaved ones, cursor or selection of each.',
  effect: 'reads',
  hidden: true,
  needs: ['editor'],
  input: z.strictObject({}),
  output: z.object({ files: z.array(tabOutput) }),
  async run({ ide, signal }) {
    await ide.editor.settle(signal);
    return { files: ide.editor.tabs().map((tab) => tabRow(ide.project, tab)) };
  },
  *tell({ files }) {
    const marks = ({ active, preview, unsaved, stale }: z.infer<typeof tabOutput>) =>
      [active && 'active', preview && 'preview', unsaved && (stale ? 'unsaved, and changed on disk since' : 'unsaved')].filter(Boolean).join(', ');
    const rows = files.map(
      (row) => `${inView({ file: row.file, ...row.selection })} (${[row.language, `${row.lines} lines`, marks(row)].filter(Boolean).join(', ')})`,
    );
    yield rows.length === 0 ? 'No file is open in the editor.' : rows.join('\n');
    yield files.map(({ file, active }) => `${file}${active ? ' (active)' : ''}`).join('\n');
  },
});

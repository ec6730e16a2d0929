// Writes what a tab of the editor holds unsaved, as an edit like any other.
import { z } from 'zod';
import { hashOfText } from '../../base/text/textHash.ts';
import type { Editor } from '../../ide/doors/editor.ts';
import { unsavedIsStale } from '../../ide/errors/editorErrors.ts';
import type { TextSnapshot } from '../../ide/text.ts';
import { editsBetween, type FileOperation } from '../../ide/workspaceEdit.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { documentAt } from '../words/base.ts';
import { type ChangeOutput, carryOut, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { maxTokens } from '../words/page.ts';
import { fileInput, fileOf } from '../words/place.ts';
import { tabOf } from './words/view.ts';

export const saveFile = defineTool({
  name: 'save_file',
  title: 'Save file',
  description: 'Write the unsaved text of an open file of the editor to disk, undoable. Refused if the file changed there since.',
  effect: 'edits',
  hidden: true,
  needs: ['changes', 'editor'],
  input: z.strictObject({
    file: fileInput,
    overwrite: z.boolean().default(false).describe('Also replace what others wrote since.'),
    ...changeInput,
    max_tokens: maxTokens,
  }),
  output: z.object(changeOutput),
  async run(context, { file: given, overwrite, preview, verify }) {
    const { ide } = context;
    const uri = await ide.documents.locate(given);
    const file = fileOf(ide.project, uri);
    await tabOf(context, given);
    const unsaved = ide.editor.unsaved(uri);
    if (unsaved === undefined)
      return {
        applied: false,
        root: ide.project.path,
        files: [],
        edits: 0,
        newErrors: [],
        fixedErrors: [],
        notes: [`${file} holds nothing that is not saved.`],
      };
    if (ide.editor.save !== undefined) return savedByEditor(context, ide.editor.save.bind(ide.editor), uri, { overwrite, preview });
    const document = await documentAt(context, uri);
    const now = document && hashOfText(document.text);
    if (now !== unsaved.base && !overwrite) throw unsavedIsStale(file, unsaved.base, now);
    const done = await carryOut(context, { operations: [written(uri, document, unsaved.text)] }, { tool: 'save_file', title: `save ${file}`, preview, verify });
    // As it is now: a person may have taken only a part of it.
    const after = await documentAt(context, uri);
    if (done.applied && after !== undefined) ide.editor.saved(uri, after.text);
    return done;
  },
  tell: tellChange,
});

// The text was in the history when it was changed, or is the person's own.
async function savedByEditor(
  { ide, signal }: ProjectContext<'changes' | 'editor'>,
  save: NonNullable<Editor['save']>,
  uri: string,
  { overwrite, preview }: { readonly overwrite: boolean; readonly preview: boolean },
): Promise<ChangeOutput> {
  const file = fileOf(ide.project, uri);
  if (!preview) await save(uri, overwrite ? 'overwrite' : 'keep', signal);
  const note = preview ? `The editor would save ${file}.` : `The editor saved ${file}. What it wrote is no change of its own in the history.`;
  return { applied: !preview, root: ide.project.path, files: [], edits: 0, newErrors: [], fixedErrors: [], notes: [note] };
}

// Line breaks are those that the editor holds.
function written(uri: string, document: TextSnapshot | undefined, text: string): FileOperation {
  if (document === undefined) return { kind: 'create', uri, text, ifExists: 'overwrite' };
  return { kind: 'edit', uri, edits: editsBetween(document, text), basis: document.text };
}

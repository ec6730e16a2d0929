// Search and replace in one file, several at once, all or none.
import { z } from 'zod';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { editsBetween } from '../../ide/workspaceEdit.ts';
import { defineTool } from '../tool.ts';
import { baseInput, mustBeBase } from '../words/base.ts';
import { carryOut, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { maxTokens } from '../words/page.ts';
import { fileInput, fileOf, openDocument } from '../words/place.ts';
import { replaced } from './words/replacement.ts';

export const editFile = defineTool({
  name: 'edit_file',
  title: 'Edit file',
  description: 'Replace text in a file, several edits in one atomic, undoable change. Answers with the errors that it brings and fixes.',
  effect: 'edits',
  needs: ['changes'],
  input: z.strictObject({
    file: fileInput,
    edits: z
      .array(
        z.strictObject({
          old_text: z.string().min(1).describe('Must occur exactly once, unless all.'),
          new_text: z.string(),
          all: z.boolean().default(false),
        }),
      )
      .min(1)
      .max(200)
      .describe('In this order; each sees the text that those before it left.'),
    whitespace: z.enum(['exact', 'tolerant']).default('exact').describe('tolerant: whole lines, indentation may differ.'),
    base: baseInput,
    ...changeInput,
    max_tokens: maxTokens,
  }),
  output: z.object(changeOutput),
  async run(context, input) {
    const document = await openDocument(context, input.file);
    const file = fileOf(context.ide.project, document.uri);
    await mustBeBase(context, document.uri, document, input.base);
    let text = document.text;
    let edits = 0;
    for (const { old_text: oldText, new_text: newText, all } of input.edits) {
      const done = replaced(text, file, { oldText, newText, all, tolerant: input.whitespace === 'tolerant' });
      text = done.text;
      edits += done.count;
    }
    if (text === document.text)
      throw invalidArguments('edit_file', ['the edits change nothing'], ['file', 'edits', 'whitespace', 'base', 'preview', 'verify', 'project_path']);
    const done = await carryOut(
      context,
      { operations: [{ kind: 'edit', uri: document.uri, edits: editsBetween(document, text), basis: document.text }] },
      { tool: 'edit_file', title: `edit ${file}`, preview: input.preview, verify: input.verify },
    );
    return done.reviewed ? done : { ...done, edits };
  },
  tell: tellChange,
});

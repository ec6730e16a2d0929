// A whole file at once, new or in place of the old one.
import { z } from 'zod';
import { isAFolder } from '../../ide/errors/errors.ts';
import type { TextSnapshot } from '../../ide/text.ts';
import { editsBetween, type FileOperation } from '../../ide/workspaceEdit.ts';
import { defineTool } from '../tool.ts';
import { baseInput, documentAt, mustBeBase, unseenNotes } from '../words/base.ts';
import { carryOut, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { maxTokens } from '../words/page.ts';
import { fileInput, fileOf } from '../words/place.ts';

export const writeFile = defineTool({
  name: 'write_file',
  title: 'Write file',
  description: 'Create a file or replace its whole text, undoable; folders are made. Encoding, line breaks and mode of an existing file stay.',
  effect: 'edits',
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({ file: fileInput, text: z.string().describe('All of it.'), base: baseInput, ...changeInput, max_tokens: maxTokens }),
  output: z.object(changeOutput),
  async run(context, input) {
    const { ide } = context;
    const uri = await ide.documents.locate(input.file);
    const file = fileOf(ide.project, uri);
    if (uri === ide.project.uri || /[\\/]$/.test(input.file)) throw isAFolder(input.file);
    const document = await documentAt(context, uri);
    await mustBeBase(context, uri, document, input.base);
    const notes = input.base === undefined ? await unseenNotes(context, uri, document) : [];
    const done = await carryOut(
      context,
      { operations: [written(uri, document, input.text)] },
      { tool: 'write_file', title: `write ${file}`, preview: input.preview, verify: input.verify, notes },
    );
    return done.reviewed ? done : { ...done, edits: 1 };
  },
  tell: tellChange,
});

// An existing file is edited where the text differs, so that its line breaks, encoding and mode stay.
function written(uri: string, document: TextSnapshot | undefined, text: string): FileOperation {
  if (document === undefined) return { kind: 'create', uri, text, ifExists: 'overwrite' };
  return { kind: 'edit', uri, edits: editsBetween(document, withLineBreaks(document.text, text)), basis: document.text };
}

// Lines that differ only in their break are the same line to an agent, which writes \n.
function withLineBreaks(existing: string, text: string): string {
  return existing.includes('\r\n') && !text.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

// A whole file at once, new or in place of the old one.
import { z } from 'zod';
import { IdeError, isAFolder } from '../../ide/errors/errors.ts';
import { editsBetween, type FileOperation } from '../../ide/workspaceEdit.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
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
  input: z.strictObject({ file: fileInput, text: z.string().describe('All of it.'), ...changeInput, max_tokens: maxTokens }),
  output: z.object(changeOutput),
  async run(context, input) {
    const { ide } = context;
    const uri = await ide.documents.locate(input.file);
    const file = fileOf(ide.project, uri);
    if (uri === ide.project.uri || /[\\/]$/.test(input.file)) throw isAFolder(input.file);
    const done = await carryOut(
      context,
      { operations: await written(context, uri, input.text) },
      { tool: 'write_file', title: `write ${file}`, preview: input.preview, verify: input.verify },
    );
    return done.reviewed ? done : { ...done, edits: 1 };
  },
  tell: tellChange,
});

// An existing file is edited where the text differs, so that its line breaks, encoding and mode stay.
async function written({ ide, signal }: ProjectContext, uri: string, text: string): Promise<readonly FileOperation[]> {
  try {
    const document = await ide.documents.read(uri, signal);
    return [{ kind: 'edit', uri, edits: editsBetween(document, withLineBreaks(document.text, text)), basis: document.text }];
  } catch (error) {
    if (!(error instanceof IdeError) || !['file_not_found', 'binary_file'].includes(error.code)) throw error;
    return [{ kind: 'create', uri, text, ifExists: 'overwrite' }];
  }
}

// Lines that differ only in their break are the same line to an agent, which writes \n.
function withLineBreaks(existing: string, text: string): string {
  return existing.includes('\r\n') && !text.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

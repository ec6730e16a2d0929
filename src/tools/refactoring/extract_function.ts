// Statements or an expression become a function of their own.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { changeInput, changeOutput, tellChange } from '../words/change.ts';
import { fileInput, fileOf, openDocument } from '../words/place.ts';
import { carryOutRefactoring, newName, selectionIn, selectionInput } from '../words/refactoring.ts';

export const extractFunction = defineTool({
  name: 'extract_function',
  title: 'Extract method',
  description: 'Give selected code a name of its own and call it in its place; in a class it becomes a method.',
  effect: 'edits',
  hidden: true,
  input: z.strictObject({ file: fileInput, ...selectionInput, name: newName, ...changeInput }),
  output: z.object(changeOutput),
  async run(context, { file, name, preview, verify, ...selection }) {
    const document = await openDocument(context, file);
    const own = fileOf(context.ide.project, document.uri);
    const range = selectionIn(document, own, selection);
    const answer = await context.ide.languages.refactor({ kind: 'extractFunction', uri: document.uri, range, name }, context.signal);
    const title = `extract the function ${name} in ${own}`;
    return carryOutRefactoring(context, answer, { tool: 'extract_function', title, preview, verify, allowIncomplete: true });
  },
  tell: tellChange,
});

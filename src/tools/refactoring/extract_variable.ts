// An expression becomes a constant, in one place or wherever it stands again.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { changeOutput, refactoringInput, tellChange } from '../words/change.ts';
import { fileInput, fileOf, openDocument } from '../words/place.ts';
import { carryOutRefactoring, newName, selectionIn, selectionInput } from './words/refactoring.ts';

export const extractVariable = defineTool({
  name: 'extract_variable',
  title: 'Extract variable',
  description: 'Make the selected expression a constant, and use that in its place.',
  effect: 'edits',
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({
    file: fileInput,
    ...selectionInput,
    name: newName,
    all_occurrences: z.boolean().default(false).describe('Also where it stands again.'),
    ...refactoringInput,
  }),
  output: z.object(changeOutput),
  async run(context, { file, name, all_occurrences: allOccurrences, preview, verify, ...selection }) {
    const document = await openDocument(context, file);
    const own = fileOf(context.ide.project, document.uri);
    const range = selectionIn(document, own, selection);
    const answer = await context.ide.languages.refactor({ kind: 'extractVariable', uri: document.uri, range, name, allOccurrences }, context.signal);
    const title = `extract the variable ${name} in ${own}`;
    return carryOutRefactoring(context, answer, { tool: 'extract_variable', title, preview, verify, allowIncomplete: true });
  },
  tell: tellChange,
});

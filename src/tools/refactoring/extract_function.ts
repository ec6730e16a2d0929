// Statements or an expression become a function of their own.
import { z } from 'zod';
import { IdeError } from '../../ide/errors/errors.ts';
import { defineTool } from '../tool.ts';
import { type ChangeOutput, changeOutput, refactoringInput, tellChange } from '../words/change.ts';
import { fileInput, fileOf, openDocument } from '../words/place.ts';
import { carryOutRefactoring, newName, selectionIn, selectionInput } from './words/refactoring.ts';

export const extractFunction = defineTool({
  name: 'extract_function',
  title: 'Extract method',
  description: 'Give selected code a name of its own and call it in its place; in a class it becomes a method.',
  effect: 'edits',
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({ file: fileInput, ...selectionInput, name: newName, ...refactoringInput }),
  output: z.object(changeOutput),
  async run(context, { file, name, preview, verify, ...selection }) {
    const document = await openDocument(context, file);
    const own = fileOf(context.ide.project, document.uri);
    const range = selectionIn(document, own, selection);
    const intention = { tool: 'extract_function', title: `extract the function ${name} in ${own}`, preview, verify, allowIncomplete: true };
    const made = (inner: boolean) =>
      context.ide.languages.refactor({ kind: 'extractFunction', uri: document.uri, range, name, ...(inner && { inner }) }, context.signal);
    const outside = await made(false);
    const carriedOut = () => carryOutRefactoring(context, outside, intention);
    if (outside.value.otherwise === undefined || verify === 'report') return carriedOut();
    const notes = [`${name} is an inner function: outside of the function around it, it would bring errors.`];
    return withoutErrors(carriedOut, async () => carryOutRefactoring(context, await made(true), { ...intention, notes }));
  },
  tell: tellChange,
});

// The first way unless it brings errors and the second does not.
async function withoutErrors(first: () => Promise<ChangeOutput>, second: () => Promise<ChangeOutput>): Promise<ChangeOutput> {
  const tried = await first().catch(refusedForErrors);
  if (!(tried instanceof IdeError) && (tried.applied || tried.newErrors.length === 0)) return tried;
  const other = await second().catch((error: unknown) => (error instanceof IdeError && error.code !== 'cancelled' ? error : Promise.reject(error)));
  if (!(other instanceof IdeError) && (other.applied || other.newErrors.length === 0)) return other;
  if (tried instanceof IdeError) throw tried;
  return tried;
}

function refusedForErrors(error: unknown): IdeError {
  if (error instanceof IdeError && error.code === 'new_errors') return error;
  throw error;
}

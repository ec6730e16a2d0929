// How the JetBrains index plugin takes code apart and puts it elsewhere: each row answers with the plugin's RefactoringResult.
import { z } from 'zod';
import { defineDialectTool } from './dialect.ts';
import { changed, incompleteToo, refactoringResult } from './jetbrainsIndexRefactoring.ts';
import { file, given, position, project } from './jetbrainsIndexWords.ts';

const selection = {
  ...file,
  start_line: z.int().min(1).describe('First line of the selection, from 1.'),
  start_column: z.int().min(1).describe('Column of its first character, from 1.'),
  end_line: z.int().min(1).describe('Last line of the selection.'),
  end_column: z.int().min(1).describe('Column behind its last character.'),
  ...project,
};

export const refactorExtractMethod = defineDialectTool({
  name: 'ide_refactor_extract_method',
  tool: 'extract_function',
  description: 'Make a method or function of the selected code, and call it in its place.',
  input: z.strictObject({ ...selection, name: z.string().min(1).describe('Name of the new method.') }),
  answer: changed,
  toArguments: given,
  toResult: ([done], { given: { name } }) => refactoringResult(`Extracted ${name}`, done),
});

export const refactorExtractVariable = defineDialectTool({
  name: 'ide_refactor_extract_variable',
  tool: 'extract_variable',
  description: 'Make a variable of the selected expression, and use it in its place.',
  input: z.strictObject({
    ...selection,
    name: z.string().min(1).describe('Name of the new variable.'),
    all_occurrences: z.boolean().optional().describe('Replace every occurrence of the expression.'),
  }),
  answer: changed,
  toArguments: given,
  toResult: ([done], { given: { name } }) => refactoringResult(`Extracted ${name}`, done),
});

export const refactorInline = defineDialectTool({
  name: 'ide_refactor_inline',
  tool: 'inline_symbol',
  description: 'Replace every use of the variable, constant or function at a position by what it stands for, and delete it.',
  input: z.strictObject({ ...position, ...incompleteToo }),
  answer: changed,
  toArguments: ({ project_path, allow_incomplete, ...symbol }) => ({ symbol, ...given({ project_path, allow_incomplete }) }),
  toResult: ([done], { given: asked }) => refactoringResult('Inlined', done, asked),
});

export const refactorSafeDelete = defineDialectTool({
  name: 'ide_refactor_safe_delete',
  tool: 'safe_delete',
  description: 'Delete the declaration of the symbol at a position if nothing uses it; otherwise the usages are told.',
  input: z.strictObject({ ...position, force: z.boolean().optional().describe('Delete it although it is used.'), ...incompleteToo }),
  answer: changed,
  toArguments: ({ project_path, force, allow_incomplete, ...symbol }) => ({ symbol, ...given({ force, allow_incomplete, project_path }) }),
  toResult: ([done], { given: asked }) => refactoringResult('Deleted', done, asked),
});

export const refactorMove = defineDialectTool({
  name: 'ide_refactor_move',
  tool: 'move_symbol',
  description: 'Move the declaration of the symbol at a position to another file, and update the imports of whoever uses it.',
  input: z.strictObject({
    ...position,
    target_file: z.string().min(1).describe('Path of the file to move to; it is made if it is not there.'),
    ...incompleteToo,
  }),
  answer: changed,
  toArguments: ({ project_path, target_file, allow_incomplete, ...symbol }) => ({ symbol, to_file: target_file, ...given({ project_path, allow_incomplete }) }),
  toResult: ([done], { given: asked }) => refactoringResult(`Moved to ${asked.target_file}`, done, asked),
});

// How the JetBrains index plugin refactors: every row answers whether it was done, in which files and in how many places.
import { z } from 'zod';
import { counted } from '../base/text/counted.ts';
import { defineDialectTool } from './dialect.ts';
import { given, nearest, pointed, position } from './jetbrainsIndexWords.ts';

// What every refactoring tool of ours answers.
export const changed = z.object({
  // Always of a rename, otherwise where its name is only the nearest to the place that was given.
  symbol: pointed.optional(),
  files: z.array(z.object({ file: z.string() })),
  moreFiles: z.number().optional(),
  edits: z.number(),
  notes: z.array(z.string()).optional(),
});

// What the advice of an error about uses that are not known names.
export const incompleteToo = { allow_incomplete: z.boolean().optional().describe('Even if not every use is known.') };

// The place that it was pointed at.
type Asked = { readonly line: number; readonly column: number };

// The plugin's RefactoringResult.
export function refactoringResult(what: string, { symbol, files, moreFiles = 0, edits, notes = [] }: z.infer<typeof changed>, asked?: Asked) {
  const count = files.length + moreFiles;
  return {
    success: true,
    // Ours lists every file where there is room for them all.
    affectedFiles: files.map(({ file }) => file),
    ...(moreFiles > 0 && { affectedFilesTruncated: true }),
    changesCount: edits,
    message: [`${what}: ${counted(edits, 'change')} in ${counted(count, 'file')}.`, ...notes].join(' '),
    ...(symbol !== undefined && asked !== undefined && nearest(symbol, asked)),
  };
}

export const refactorRename = defineDialectTool({
  name: 'ide_refactor_rename',
  tool: 'rename_symbol',
  description: 'Rename the symbol at a position, and all its usages in the project.',
  input: z.strictObject({ ...position, new_name: z.string().min(1).describe('Its new name.'), ...incompleteToo }),
  answer: changed,
  // The plugin renames what it is pointed at for everybody; the answer says where that is the name that a package exports.
  toArguments: ({ project_path, new_name, allow_incomplete, ...symbol }) => ({
    symbol,
    new_name,
    public_name: 'rename',
    ...given({ project_path, allow_incomplete }),
  }),
  toResult: ([done], { given: asked }) => refactoringResult(`Renamed to ${asked.new_name}`, done, asked),
});

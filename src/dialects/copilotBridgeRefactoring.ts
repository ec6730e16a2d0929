// How the bridge for Copilot refactors: symbols by their names, as its other tools know them; each change can be undone.
import { z } from 'zod';
import { counted } from '../base/text/counted.ts';
import { optionalText } from './copilotBridgeWords.ts';
import { type DialectTool, defineDialectTool } from './dialect.ts';
import { given } from './jetbrainsIndexWords.ts';

const path = z.string().min(1).describe('Path of the file, absolute or from the project root.');
const symbol = {
  symbol: z.string().min(1).describe('Its name, or a longer one such as Cart.total.'),
  path: z.string().optional().describe('File of the symbol, where several have its name.'),
  line: z.int().min(1).optional().describe('Line in that file.'),
};
const selection = {
  path,
  start_line: z.int().min(1).describe('First line.'),
  start_column: z.int().min(1).optional().describe('Where the line begins if left out.'),
  end_line: z.int().min(1).describe('Last line.'),
  end_column: z.int().min(1).optional().describe('Behind the last character; where the line ends if left out.'),
  name: z.string().min(1).describe('Name of the new one.'),
};
const preview = { preview: z.boolean().default(false).describe('Show the diff, write nothing.') };

const problem = z.object({ file: z.string(), line: z.number(), column: z.number(), message: z.string() });
const change = z.object({
  applied: z.boolean(),
  changeId: z.string().optional(),
  files: z.array(z.object({ file: z.string(), kind: z.string(), movedFrom: z.string().optional(), added: z.number(), removed: z.number() })),
  moreFiles: z.number().optional(),
  edits: z.number(),
  diff: z.string().optional(),
  newErrors: z.array(problem),
  notes: z.array(z.string()).optional(),
});

interface Refactored extends Record<string, unknown> {
  readonly applied: boolean;
  readonly edits: number;
  readonly results: z.infer<typeof change>['files'];
  readonly moreFiles: number;
  readonly problems: z.infer<typeof problem>[];
  readonly notes: readonly string[];
  readonly diff?: string;
  readonly changeId?: string;
}

// A refactoring by its own name, with the arguments in the bridge's words.
function refactoring<Shape extends z.ZodRawShape>(
  tool: string,
  description: string,
  shape: Shape,
  did: string,
  toArguments: (input: z.output<z.ZodObject<Shape, z.core.$strict>>) => Record<string, unknown>,
): DialectTool {
  const input = z.strictObject(shape);
  return defineDialectTool({
    name: tool,
    tool,
    description,
    input,
    addsFiles: true,
    answer: change,
    toArguments,
    toResult: ([{ files, newErrors, changeId, diff, notes = [], moreFiles = 0, applied, edits }]): Refactored => ({
      applied,
      edits,
      results: files,
      moreFiles,
      problems: newErrors,
      notes,
      ...(changeId !== undefined && { changeId }),
      ...(diff !== undefined && { diff }),
    }),
    tell: (done) => refactoredText(done, did),
  });
}

const meant = (input: { symbol: string; path?: string | undefined; line?: number | undefined }) => ({
  symbol: { name: input.symbol, ...given({ file: optionalText(input.path), line: input.line }) },
});
const selected = ({
  path: file,
  start_line,
  start_column,
  end_line,
  end_column,
  name,
  preview: only,
}: z.output<z.ZodObject<typeof selection & typeof preview>>) => ({
  file,
  name,
  preview: only,
  ...given({ start_line, start_column, end_line, end_column }),
});

const rename = refactoring(
  'rename_symbol',
  'Rename a symbol and every use of it in the project.',
  { ...symbol, new_name: z.string().min(1).describe('Its new name.'), ...preview },
  'Renamed',
  (input) => ({ ...meant(input), new_name: input.new_name, preview: input.preview }),
);
const renameFile = refactoring(
  'rename_file',
  'Rename or move a file or folder; imports follow.',
  { path, new_path: z.string().min(1).describe('Its whole new path.'), ...preview },
  'Renamed',
  (input) => ({ file: input.path, new_file: input.new_path, preview: input.preview }),
);
const extractFunction = refactoring(
  'extract_function',
  'Make a function or method of selected code and call it there.',
  { ...selection, ...preview },
  'Extracted',
  selected,
);
const extractVariable = refactoring(
  'extract_variable',
  'Make a variable of a selected expression and use it there.',
  { ...selection, ...preview },
  'Extracted',
  selected,
);
const inline = refactoring(
  'inline_symbol',
  'Put what a variable or function stands for wherever it is used.',
  { ...symbol, ...preview },
  'Inlined',
  (input) => ({
    ...meant(input),
    preview: input.preview,
  }),
);
const move = refactoring(
  'move_symbol',
  'Move a top-level declaration to another file; imports follow.',
  { ...symbol, target_path: z.string().min(1).describe('May be new.'), ...preview },
  'Moved',
  (input) => ({ ...meant(input), to_file: input.target_path, preview: input.preview }),
);
const safeDelete = refactoring(
  'safe_delete',
  'Delete a declaration if nothing uses it; else the uses are told.',
  { ...symbol, force: z.boolean().default(false).describe('Although it is used.'), ...preview },
  'Deleted',
  (input) => ({ ...meant(input), force: input.force, preview: input.preview }),
);

const parameter = z.strictObject({
  name: z.string().min(1).describe('name, name? or ...name'),
  from: z.string().optional().describe('Old name, if renamed.'),
  type: z.string().optional(),
  default: z.string().optional(),
  value: z.string().optional().describe('What calls pass that lack it.'),
});
const changeSignature = refactoring(
  'change_signature',
  'Add, remove, reorder or rename parameters; overrides and calls follow.',
  { ...symbol, parameters: z.array(parameter).describe('The whole new list. A name alone keeps the old one.'), ...preview },
  'Changed the signature',
  (input) => ({ ...meant(input), parameters: input.parameters, preview: input.preview }),
);

export const refactoringTools: readonly DialectTool[] = [rename, renameFile, extractFunction, extractVariable, inline, move, safeDelete, changeSignature];

function refactoredText({ applied, edits, results, moreFiles, problems, notes, diff, changeId }: Refactored, did: string): string {
  const where = `${counted(edits, 'change')} in ${counted(results.length + moreFiles, 'file')}`;
  return [
    applied
      ? `${did}: ${where}.${changeId === undefined ? '' : ` undo with change_id ${changeId} takes it back.`}`
      : `Nothing was written. It would be ${where}:`,
    ...results.map(({ file, added, removed, movedFrom }) => `${movedFrom === undefined ? '' : `${movedFrom} -> `}${file} (+${added} −${removed})`),
    ...(moreFiles > 0 ? [`and ${counted(moreFiles, 'more file')}`] : []),
    ...problems.map(({ file, line, column, message }) => `${file}:${line}:${column} [ERROR] ${message}`),
    ...notes,
    ...(diff === undefined ? [] : [diff]),
  ].join('\n');
}

// How the bridge for Copilot changes files: a whole file at once, its imports, its layout, and files for trying something out.
import { z } from 'zod';
import { optionalText, plural } from './copilotBridgeWords.ts';
import { type DialectTool, defineDialectTool } from './dialect.ts';
import { given } from './jetbrainsIndexWords.ts';

const path = z.string().min(1).describe('Path of the file, absolute or from the project root.');
const problem = z.object({ file: z.string(), line: z.number(), column: z.number(), message: z.string() });
const change = z.object({
  applied: z.boolean(),
  changeId: z.string().optional(),
  files: z.array(z.object({ file: z.string(), kind: z.string(), added: z.number(), removed: z.number() })),
  newErrors: z.array(problem),
});

export const writeFile = defineDialectTool({
  name: 'intellij_write_file',
  tool: 'write_file',
  description: 'Create a file or replace its text. It can be undone, and the answer names the errors that it brings.',
  input: z.strictObject({ path, content: z.string().describe('The whole text.') }),
  addsFiles: true,
  answer: change,
  toArguments: ({ path: file, content }) => ({ file, text: content }),
  toResult: ([answer]) => changed(answer),
  tell: (result, given) => changeText(result, `Wrote ${given.path}`, `${given.path} has this text already.`),
});

export const createScratchFile = defineDialectTool({
  name: 'create_scratch_file',
  tool: 'create_scratch_file',
  description: 'Create a file for trying something out, outside the project.',
  input: z.strictObject({
    name: z.string().optional().describe('Name of the file.'),
    language: z.string().optional().describe('Language, such as typescript, where the name does not say it.'),
    content: z.string().default('').describe('The text.'),
  }),
  answer: change.extend({ file: z.string() }),
  toArguments: ({ name, language, content }) => ({ ...given({ name: optionalText(name), language: optionalText(language) }), text: content }),
  toResult: ([answer]) => ({ ...changed(answer), path: answer.file }),
  tell: ({ path: file }) => `Created scratch file ${file}`,
});

export const formatCode = laidOut('format_code', 'Format a file as the project wants it.', 'Formatted', 'is formatted already');
export const optimizeImports = laidOut(
  'optimize_imports',
  'Sort the imports of a file and remove those that nobody uses.',
  'Optimized the imports of',
  'has its imports in order already',
);

function laidOut(name: 'format_code' | 'optimize_imports', description: string, did: string, already: string): DialectTool {
  return defineDialectTool({
    name,
    tool: name,
    description,
    input: z.strictObject({ path }),
    answer: change,
    toArguments: ({ path: file }) => ({ file }),
    toResult: ([answer]) => changed(answer),
    tell: (result, given) => changeText(result, `${did} ${given.path}`, `${given.path} ${already}.`),
  });
}

interface Changed extends Record<string, unknown> {
  readonly results: z.infer<typeof change>['files'];
  readonly problems: z.infer<typeof problem>[];
}

function changed({ files, changeId, newErrors }: z.infer<typeof change>): Changed {
  return { results: files, problems: newErrors, ...(changeId !== undefined && { changeId }) };
}

function changeText({ results, problems }: Changed, did: string, already: string): string {
  if (results.length === 0) return already;
  const counts = results.map(({ added, removed }) => ` (+${added} −${removed})`).join('');
  const broken = problems.length === 0 ? [] : [`It brings ${problems.length} new ${plural('problem', problems.length)}:`];
  return [`${did}${counts}.`, ...broken, ...problems.map(({ file, line, column, message }) => `${file}:${line}:${column} [ERROR] ${message}`)].join('\n');
}

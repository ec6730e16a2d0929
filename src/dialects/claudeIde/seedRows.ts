// What the older description of the protocol asks of an editor. Its model of a range is from 0, as in its notification of the selection.
import { z } from 'zod';
import { selectedOutput, tabOutput } from '../../tools/editor/words/view.ts';
import { defineDialectTool } from '../dialect.ts';
import { openTabs, placeOf, rangeFrom, rangeInput } from './view.ts';
import { path, pathIn, tabName } from './words.ts';

const filePath = path.describe('From the project root, or absolute.');
const anyFile = { file_path: filePath.optional() };
const line = z.int().min(1).describe('From 1.');

export const openFile = defineDialectTool({
  name: 'open_file',
  tool: 'open_file',
  description: 'Open file in editor',
  input: z.strictObject({ file_path: filePath, line: line.optional(), column: line.optional() }),
  answer: tabOutput,
  toArguments: ({ file_path: file, line: at, column }) => ({
    file: pathIn(file),
    ...(at !== undefined && { line: at, ...(column !== undefined && { column }) }),
  }),
  toResult: ([{ file, lines, language }]) => ({ file_path: file, language, lines }),
});

export const closeTab = defineDialectTool({
  name: 'close_tab',
  tool: 'close_tab',
  description: 'Close tab',
  input: z
    .strictObject({ tab_name: tabName.optional().describe('Of a diff, or the path of a file.'), ...anyFile })
    .refine((given) => Object.keys(given).length > 0, {
      message: 'tab_name or file_path is needed',
    }),
  diff: 'closes',
  answer: z.object({ closed: z.union([z.boolean(), z.number()]) }),
  toArguments: ({ tab_name: name, file_path: file = name ?? '' }) => ({ file: pathIn(file) }),
  toResult: ([{ closed }]) => ({ closed: closed !== false && closed !== 0 }),
  insteadOf: ({ code }) => (code === 'not_open' || code === 'file_not_found' || code === 'outside_project' ? { closed: false } : undefined),
});

export const listOpenedFiles = defineDialectTool({
  name: 'list_opened_files',
  tool: 'list_opened_files',
  description: 'List currently opened files',
  input: z.strictObject({}),
  answer: openTabs,
  toArguments: () => ({}),
  toResult: ([{ files }]) => ({
    files: files.map(({ file, active = false, unsaved = false }) => ({ file_path: file, is_active: active, is_modified: unsaved })),
  }),
});

export const getCursorPosition = defineDialectTool({
  name: 'get_cursor_position',
  tool: 'get_cursor_position',
  description: 'Get current cursor position',
  input: z.strictObject(anyFile),
  answer: z.object({ file: z.string().optional(), line: z.number().optional(), column: z.number().optional() }),
  toArguments: ({ file_path: file }) => (file === undefined ? {} : { file: pathIn(file) }),
  toResult: ([{ file, line: at, column }]): Record<string, unknown> => (file === undefined ? {} : { file_path: file, line: at, column }),
});

export const setCursorPosition = defineDialectTool({
  name: 'set_cursor_position',
  tool: 'set_cursor_position',
  description: 'Set cursor position',
  input: z.strictObject({ file_path: filePath, line, column: line.default(1) }),
  answer: tabOutput,
  toArguments: ({ file_path: file, line: at, column }) => ({ file: pathIn(file), line: at, column }),
  toResult: ([{ file, selection }]) => ({ file_path: file, line: selection.line, column: selection.column }),
});

export const getSelection = defineDialectTool({
  name: 'get_selection',
  tool: 'get_selection',
  description: 'Get current selection',
  input: z.strictObject(anyFile),
  answer: z.object({ selection: selectedOutput.optional() }),
  toArguments: ({ file_path: file }) => (file === undefined ? {} : { file: pathIn(file) }),
  toResult: ([{ selection }]): Record<string, unknown> =>
    selection === undefined ? {} : { file_path: selection.file, range: rangeFrom(selection), text: selection.text },
});

export const setSelection = defineDialectTool({
  name: 'set_selection',
  tool: 'set_selection',
  description: 'Set selection range',
  input: z.strictObject({ file_path: filePath, range: rangeInput.describe('From 0, as in selection_changed.') }),
  answer: tabOutput,
  toArguments: ({ file_path: file, range }) => ({ file: pathIn(file), ...placeOf(range) }),
  toResult: ([{ file, selection }]) => ({ file_path: file, range: rangeFrom(selection) }),
});

// The same IDE as an older description of Claude Code's plugin for JetBrains has it: other names, other models, other notifications.
import { z } from 'zod';
import { pathOf } from '../../base/files/fileUri.ts';
import { type Dialect, defineDialectTool } from '../dialect.ts';
import { seedDiagnostics } from './diagnostics.ts';
import { closeTab, getCursorPosition, getSelection, listOpenedFiles, openFile, setCursorPosition, setSelection } from './seedRows.ts';
import { diffRow, errorWords, isPlainName, path, pathIn } from './words.ts';

const readFile = defineDialectTool({
  name: 'read_file',
  tool: 'read_file',
  description: 'Read contents of a file',
  input: z.strictObject({ path: path.describe('File path') }),
  answer: z.object({ text: z.string() }),
  toArguments: (given) => ({ file: pathIn(given.path), line_numbers: false }),
  toResult: ([{ text }]) => ({ text }),
  tell: ({ text }) => text,
});

const reformatFile = defineDialectTool({
  name: 'reformat_file',
  tool: 'format_code',
  description: 'Format a file as the project wants it.',
  input: z.strictObject({ file_path: path.describe('From the project root, or absolute.') }),
  answer: z.object({ files: z.array(z.object({ file: z.string() })) }),
  toArguments: ({ file_path: file }) => ({ file: pathIn(file) }),
  toResult: ([{ files }], { given }) => ({ file_path: given.file_path, changed: files.length > 0 }),
});

export const claudeIdeSeed: Dialect = {
  name: 'claudeIdeSeed',
  tools: [
    readFile,
    diffRow(() => false),
    openFile,
    closeTab,
    listOpenedFiles,
    reformatFile,
    getCursorPosition,
    setCursorPosition,
    getSelection,
    setSelection,
    seedDiagnostics,
  ],
  resources: [],
  templates: [],
  errorNumbers: {},
  errorBody: (error) => ({ error: error.code, message: error.message, next: error.next, ...error.details }),
  errorText: errorWords,
  companion: {
    hasResources: true,
    tab: 'tab_name',
    greeting: (project) => ({ method: 'notifications/ide_connected', params: { project_path: project } }),
    selectionChanged(selected) {
      if (selected === undefined || !isPlainName(pathOf(selected.uri))) return undefined;
      return { method: 'notifications/selection_changed', params: { file_path: pathOf(selected.uri), range: selected.range } };
    },
  },
};

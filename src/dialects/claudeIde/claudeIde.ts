// The tools and notifications that the claude command expects of an IDE that it is connected to, as it speaks today.
import { basename } from 'node:path';
import { z } from 'zod';
import { pathOf } from '../../base/files/fileUri.ts';
import { type Dialect, defineDialectTool } from '../dialect.ts';
import { getDiagnostics } from './diagnostics.ts';
import { checkDocumentDirty, getCurrentSelection, getLatestSelection, getOpenEditors, openFile, saveDocument } from './editorRows.ts';
import { diffRow, errorWords, isPlainName, plainUri, tabName } from './words.ts';

const closeTab = defineDialectTool({
  name: 'close_tab',
  tool: 'close_tab',
  description: 'Close a tab by its name: a diff that waits, or an open file.',
  input: z.strictObject({ tab_name: tabName }),
  diff: 'closes',
  answer: z.object({ closed: z.union([z.boolean(), z.number()]) }),
  toArguments: ({ tab_name: file }) => ({ file }),
  toResult: () => ({ closed: true }),
  // There is no such tab, so it is closed: the command closes each of its tabs, decided or not.
  insteadOf: ({ code }) => (NO_TAB.has(code) ? { closed: true } : undefined),
  tell: () => 'TAB_CLOSED',
});

const NO_TAB: ReadonlySet<string> = new Set(['unknown_tool', 'not_open', 'file_not_found', 'outside_project']);

const closeAllDiffTabs = defineDialectTool({
  name: 'closeAllDiffTabs',
  tool: 'open_diff',
  description: 'Close every diff of this connection that waits.',
  input: z.strictObject({}),
  diff: 'closesAll',
  answer: z.object({ closed: z.number() }),
  toArguments: () => ({}),
  toResult: ([{ closed }]) => ({ closed }),
  tell: ({ closed }) => `CLOSED_${closed}_DIFF_TABS`,
});

const getWorkspaceFolders = defineDialectTool({
  name: 'getWorkspaceFolders',
  tool: 'list_project_files',
  description: 'The folder of the project.',
  input: z.strictObject({}),
  onePage: true,
  answer: z.object({}),
  toArguments: () => ({ page_size: 1 }),
  toResult: (_, { project = '' }) => ({ success: true, folders: [{ name: basename(project), uri: plainUri(project), path: project }], rootPath: project }),
});

export const claudeIde: Dialect = {
  name: 'claudeIde',
  tools: [
    diffRow((client) => client === 'claude-code'),
    closeTab,
    closeAllDiffTabs,
    openFile,
    getDiagnostics,
    getOpenEditors,
    getCurrentSelection,
    getLatestSelection,
    getWorkspaceFolders,
    checkDocumentDirty,
    saveDocument,
  ],
  resources: [],
  templates: [],
  errorNumbers: {},
  errorBody: (error) => ({ error: error.code, message: error.message, next: error.next, ...error.details }),
  errorText: errorWords,
  companion: {
    hasResources: false,
    tab: 'tab_name',
    readsMentions: true,
    selectionChanged(selected) {
      const method = 'selection_changed';
      const start = { line: 0, character: 0 };
      // The command takes this for: nothing is selected any more.
      if (selected === undefined || !isPlainName(pathOf(selected.uri)))
        return { method, params: { text: '', filePath: '', fileUrl: '', selection: { start, end: start, isEmpty: true } } };
      const { uri, range, text } = selected;
      const filePath = pathOf(uri);
      return { method, params: { text, filePath, fileUrl: uri, selection: { ...range, isEmpty: text === '' } } };
    },
    mentioned({ uri, lines }) {
      const filePath = pathOf(uri);
      if (!isPlainName(filePath)) return undefined;
      return { method: 'at_mentioned', params: { filePath, ...(lines !== undefined && { lineStart: lines.first, lineEnd: lines.last }) } };
    },
  },
};

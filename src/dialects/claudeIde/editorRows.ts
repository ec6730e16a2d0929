// What the claude command's protocol asks of an editor: files to open, tabs, the selection, unsaved documents.
import { basename } from 'node:path';
import { z } from 'zod';
import { TextSnapshot } from '../../ide/text.ts';
import { selectedOutput, tabOutput } from '../../tools/editor/words/view.ts';
import { defineDialectTool } from '../dialect.ts';
import { absolute, openTabs, rangeFrom } from './view.ts';
import { path, pathIn, plainUri } from './words.ts';

const readText = z.object({ text: z.string() });
const snippet = z.string().max(100_000);

export const openFile = defineDialectTool({
  name: 'openFile',
  tool: 'open_file',
  description: 'Show a file to the person in the editor, with a range selected that is given by its lines or by the texts at its ends.',
  input: z.strictObject({
    filePath: path.describe('Absolute, or from the project root.'),
    preview: z.boolean().default(false).describe('The next preview takes its place.'),
    startText: snippet.optional().describe('The selection begins with this text.'),
    endText: snippet.optional().describe('The selection ends with this text.'),
    selectToEndOfLine: z.boolean().default(false).describe('Select to the end of the last line.'),
    startLine: z.int().min(1).optional().describe('From 1.'),
    endLine: z.int().min(1).optional().describe('From 1, inclusive.'),
    makeFrontmost: z.boolean().default(true).describe('false: the active tab stays.'),
  }),
  answer: tabOutput,
  first: ({ filePath, startText }) => (isGiven(startText) ? { read_file: { file: pathIn(filePath), line_numbers: false } } : {}),
  toArguments: ({ filePath, preview, makeFrontmost, ...where }, _, { read_file: read = [] }) => ({
    file: pathIn(filePath),
    preview,
    background: !makeFrontmost,
    ...(isGiven(where.startText) ? placeOfTexts(textOf(read), where) : placeOfLines(where)),
  }),
  toResult: ([{ language, lines }], { given, first }) => {
    const isMissing = isGiven(given.startText) && !textOf(first?.['read_file'] ?? []).includes(given.startText);
    return { success: true, filePath: given.filePath, languageId: language, lineCount: lines, ...(isMissing && { textFound: false }) };
  },
  tell: (result, { makeFrontmost, filePath }) => {
    if (!makeFrontmost) return JSON.stringify(result);
    return `Opened file: ${filePath}${'textFound' in result ? ', without a selection: it does not hold startText' : ''}`;
  },
});

// Clients fill in an empty text where they have none.
function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

function textOf(pages: readonly unknown[]): string {
  return pages.map((page) => readText.parse(page).text).join('');
}

interface Where {
  readonly startText?: string | undefined;
  readonly endText?: string | undefined;
  readonly selectToEndOfLine: boolean;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}

function placeOfLines({ startLine, endLine }: Where): Record<string, number> {
  if (startLine === undefined) return {};
  return { line: startLine, ...(endLine !== undefined && { end_line: Math.max(startLine, endLine) }) };
}

// The first place that holds the text; none: the cursor stays where it is.
function placeOfTexts(text: string, { startText = '', endText, selectToEndOfLine }: Where): Record<string, number> {
  const from = text.indexOf(startText);
  if (from < 0) return {};
  const found = isGiven(endText) ? text.indexOf(endText, from) : -1;
  const last = isGiven(endText) && found >= 0 ? found + endText.length : from + startText.length;
  const snapshot = new TextSnapshot({ uri: '', text, version: 0, languageId: '' });
  const [start, end] = [snapshot.positionAt(from), snapshot.positionAt(last)];
  return {
    line: start.line + 1,
    column: start.character + 1,
    end_line: end.line + 1,
    // Without a column the selection ends with its line.
    ...(!selectToEndOfLine && { end_column: end.character + 1 }),
  };
}

export const getOpenEditors = defineDialectTool({
  name: 'getOpenEditors',
  tool: 'list_opened_files',
  description: 'The files that are open in the editor, in the order of their tabs.',
  input: z.strictObject({}),
  answer: openTabs,
  toArguments: () => ({}),
  toResult: ([{ files }], { project = '' }) => ({
    tabs: files.map(({ file, language, lines, active = false, preview = false, unsaved = false, selection }) => {
      const fileName = absolute(project, file);
      const { start, end } = rangeFrom(selection);
      return {
        uri: plainUri(fileName),
        isActive: active,
        isPinned: false,
        isPreview: preview,
        isDirty: unsaved,
        label: basename(fileName),
        groupIndex: 0,
        viewColumn: 1,
        isGroupActive: true,
        fileName,
        languageId: language,
        lineCount: lines,
        isUntitled: false,
        ...(active && { selection: { start, end, isReversed: false } }),
      };
    }),
  }),
});

const selections = z.object({ selection: selectedOutput.optional(), latest: selectedOutput.optional() });

export const getCurrentSelection = selectionRow('getCurrentSelection', 'What is selected in the active file of the editor.', ({ selection }) => selection);
export const getLatestSelection = selectionRow(
  'getLatestSelection',
  'What was selected last in the editor, also where another file is active now.',
  ({ selection, latest }) => (selection !== undefined && selection.text !== '' ? selection : (latest ?? selection)),
);

function selectionRow(name: string, description: string, which: (found: z.infer<typeof selections>) => z.infer<typeof selectedOutput> | undefined) {
  return defineDialectTool({
    name,
    tool: 'get_selection',
    description,
    input: z.strictObject({}),
    answer: selections,
    toArguments: () => ({}),
    toResult: ([found], { project = '' }): Record<string, unknown> => {
      const selected = which(found);
      if (selected === undefined) return { success: false, message: 'No active editor found' };
      const filePath = absolute(project, selected.file);
      return {
        success: true,
        text: selected.text,
        filePath,
        fileUrl: plainUri(filePath),
        selection: { ...rangeFrom(selected), isEmpty: selected.text === '' },
      };
    },
  });
}

export const checkDocumentDirty = defineDialectTool({
  name: 'checkDocumentDirty',
  tool: 'list_opened_files',
  description: 'Whether an open file has text that is not saved.',
  input: z.strictObject({ filePath: path.describe('Absolute, or from the project root.') }),
  answer: openTabs,
  toArguments: () => ({}),
  toResult: ([{ files }], { given: { filePath }, project = '' }): Record<string, unknown> => {
    const wanted = absolute(project, pathIn(filePath));
    const open = files.find(({ file }) => absolute(project, file) === wanted);
    if (open === undefined) return { success: false, message: `Document not open: ${filePath}` };
    return { success: true, filePath: wanted, isDirty: open.unsaved === true, isUntitled: false };
  },
});

export const saveDocument = defineDialectTool({
  name: 'saveDocument',
  tool: 'save_file',
  description: 'Write the unsaved text of an open file to disk. Refused where the file changed there since.',
  input: z.strictObject({ filePath: path.describe('Absolute, or from the project root.') }),
  answer: z.object({ applied: z.boolean() }),
  toArguments: ({ filePath }) => ({ file: pathIn(filePath) }),
  toResult: (_, { given: { filePath } }): Record<string, unknown> => ({ success: true, filePath, saved: true, message: 'Document saved successfully' }),
  insteadOf: ({ code }, { filePath }) => (code === 'not_open' ? { success: false, message: `Document not open: ${filePath}` } : undefined),
});

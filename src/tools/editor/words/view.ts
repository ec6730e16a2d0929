// What is in view, as agents read it: tabs, cursors and selections, with lines and columns from 1.
import { z } from 'zod';
import { estimateTokens } from '../../../base/text/tokens.ts';
import type { EditorTab, SelectedText } from '../../../ide/doors/editor.ts';
import { notOpen } from '../../../ide/errors/editorErrors.ts';
import { invalidArguments } from '../../../ide/errors/errors.ts';
import type { Project } from '../../../ide/ide.ts';
import { compare, type Range } from '../../../ide/text.ts';
import type { Hints, ProjectContext } from '../../tool.ts';
import { fileOf, lineAndColumn, lineNumber, positionAt } from '../../words/place.ts';
import { type CutText, cutText } from '../../words/room.ts';

export const viewHints: Hints = {
  idempotent: { is: true, because: 'what is in view stays in view' },
};

export const lineInput = lineNumber.describe('From 1.');
export const columnInput = lineNumber.describe('From 1, in UTF-16 units.');
export const rangeInput = {
  end_line: lineNumber.optional().describe('Select up to here.'),
  end_column: lineNumber.optional().describe('Exclusive; without it the end of the line.'),
};

const selectionShape = {
  line: z.number(),
  column: z.number(),
  // Absent for a cursor; exclusive.
  endLine: z.number().optional(),
  endColumn: z.number().optional(),
};

export const tabOutput = z.object({
  file: z.string(),
  language: z.string(),
  lines: z.number(),
  active: z.boolean().optional(),
  preview: z.boolean().optional(),
  // It holds text that is not on disk.
  unsaved: z.boolean().optional(),
  // The file is no longer the one that this text was made from.
  stale: z.boolean().optional(),
  selection: z.object(selectionShape),
});
export type TabRow = z.infer<typeof tabOutput>;

export const selectedOutput = z.object({
  file: z.string(),
  ...selectionShape,
  text: z.string(),
  // Of the whole, where the text is not all of it.
  length: z.number().optional(),
});
export type SelectedRow = z.infer<typeof selectedOutput>;

export function tabRow(project: Project, { uri, languageId, lineCount, isActive, isPreview, isUnsaved, isStale, selection }: EditorTab): TabRow {
  return {
    file: fileOf(project, uri),
    language: languageId,
    lines: lineCount,
    ...(isActive && { active: true }),
    ...(isPreview && { preview: true }),
    ...(isUnsaved && { unsaved: true }),
    ...(isStale && { stale: true }),
    selection: selectionFields(selection),
  };
}

// With as much of the text as the answer has room for.
export function selectedRow(project: Project, { uri, range, text }: SelectedText, tokens: number): SelectedRow {
  return { file: fileOf(project, uri), ...selectionFields(range), ...fittingText(text, tokens) };
}

interface PlaceInput {
  readonly line: number;
  readonly column?: number | undefined;
  readonly end_line?: number | undefined;
  readonly end_column?: number | undefined;
}

const PLACE_ARGUMENTS = ['file', 'line', 'column', 'end_line', 'end_column', 'project_path'];

// A line alone is a cursor at its beginning; with end_line whole lines, or up to a column.
export function rangeOf(tool: string, { line, column = 1, end_line: endLine, end_column: endColumn }: PlaceInput): Range {
  const start = positionAt(line, column);
  if (endLine === undefined && endColumn === undefined) return { start, end: start };
  const last = endLine ?? line;
  const end = endColumn === undefined ? { line: last - 1, character: Number.MAX_SAFE_INTEGER } : positionAt(last, endColumn);
  if (compare(end, start) < 0) throw invalidArguments(tool, ['the end is before the start'], PLACE_ARGUMENTS);
  return { start, end };
}

// Undefined where no place was given.
export function optionalRangeOf(tool: string, { line, ...rest }: Omit<PlaceInput, 'line'> & { readonly line?: number | undefined }): Range | undefined {
  if (line !== undefined) return rangeOf(tool, { line, ...rest });
  if (Object.values(rest).some((value) => value !== undefined)) throw invalidArguments(tool, ['column, end_line and end_column need line'], PLACE_ARGUMENTS);
  return undefined;
}

// The tab that is meant: of the named file, or the active one. Undefined where no file is active.
export async function tabOf(context: ProjectContext<'editor'>, file: string | undefined): Promise<EditorTab | undefined> {
  const { ide, signal } = context;
  await ide.editor.settle(signal);
  if (file === undefined) return ide.editor.tabs().find(({ isActive }) => isActive);
  const uri = await ide.documents.locate(file);
  const tab = ide.editor.tabs().find((one) => one.uri === uri);
  if (tab === undefined)
    throw notOpen(
      fileOf(ide.project, uri),
      ide.editor.tabs().map((one) => fileOf(ide.project, one.uri)),
    );
  return tab;
}

export function inView({ file, line, column, endLine, endColumn }: { readonly file: string } & z.infer<z.ZodObject<typeof selectionShape>>): string {
  return `${file}:${line}:${column}${endLine === undefined ? '' : `-${endLine}:${endColumn}`}`;
}

function selectionFields({ start, end }: Range): z.infer<z.ZodObject<typeof selectionShape>> {
  const to = lineAndColumn(end);
  return { ...lineAndColumn(start), ...(compare(start, end) < 0 && { endLine: to.line, endColumn: to.column }) };
}

function fittingText(text: string, tokens: number): CutText {
  const cost = estimateTokens(text);
  return cost <= tokens ? { text } : cutText(text, Math.floor((text.length * tokens) / cost));
}

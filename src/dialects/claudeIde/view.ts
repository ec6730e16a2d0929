// Ranges from 0, as both tool sets have them, and the lines and columns from 1 of our editor tools.
import { z } from 'zod';
import { type TabRow, tabOutput } from '../../tools/editor/words/view.ts';

export const openTabs = z.object({ files: z.array(tabOutput) });

export interface ZeroBasedRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

// From 0; a cursor is an empty range.
export function rangeFrom({ line, column, endLine = line, endColumn = column }: TabRow['selection']): ZeroBasedRange {
  return { start: { line: line - 1, character: column - 1 }, end: { line: endLine - 1, character: endColumn - 1 } };
}

// Both sides of the position are from 0 there, and from 1 in our tools.
export function placeOf({ start, end }: ZeroBasedRange): { line: number; column: number; end_line: number; end_column: number } {
  return { line: start.line + 1, column: start.character + 1, end_line: end.line + 1, end_column: end.character + 1 };
}

const position = z.strictObject({ line: z.int().min(0), character: z.int().min(0) });
export const rangeInput = z.strictObject({ start: position, end: position });

// Ours are relative to the project, unless they lie outside it.
export function absolute(project: string, file: string): string {
  return /^(?:[\\/]|[A-Za-z]:)/.test(file) ? file : `${project}/${file}`;
}

// Places in a text as the daemon names them, by lines and columns from 1, and as an editor does that keeps line breaks to the byte.
import type { TextRange } from '../../../../src/dashboard/protocol/editor.ts';

export type LineBreak = '\n' | '\r\n';

// What an editor breaks lines at. It knows one kind only: where there are several, a CR is a (marked) character of its line.
export function lineBreakOf(text: string): LineBreak {
  return text.includes('\n') && !/\r(?!\n)|(?<!\r)\n/.test(text) ? '\r\n' : '\n';
}

// Pasted text in the line breaks of the file.
export function withBreaks(text: string, lineBreak: LineBreak): string {
  return text.replaceAll(/\r\n|\r|\n/g, lineBreak);
}

// The lines of an editor, from 1; its offsets count each break as one.
export interface EditorLines {
  readonly lines: number;
  line(number: number): EditorLine;
  lineAt(offset: number): EditorLine;
}

interface EditorLine {
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

// `mixed` is the whole text where it has a CR among breaks of one character: to the daemon that ends a line too.
export function rangeAt(doc: EditorLines, from: number, to: number, mixed?: string): TextRange {
  const start = placeAt(doc, from, mixed);
  const end = from === to ? start : placeAt(doc, to, mixed);
  return { ...start, endLine: end.line, endColumn: end.column };
}

// What lies behind the end is the end.
export function offsetsOf(doc: EditorLines, { line, column, endLine, endColumn }: TextRange, mixed?: string): { readonly from: number; readonly to: number } {
  const from = offsetOf(doc, { line, column }, mixed);
  return { from, to: Math.max(from, offsetOf(doc, { line: endLine, column: endColumn }, mixed)) };
}

function placeAt(doc: EditorLines, offset: number, mixed: string | undefined): Place {
  if (mixed === undefined) {
    const { number, from } = doc.lineAt(offset);
    return { line: number, column: offset - from + 1 };
  }
  const starts = startsOf(mixed);
  const line = starts.findLastIndex((start) => start <= offset);
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
}

function offsetOf(doc: EditorLines, { line, column }: Place, mixed: string | undefined): number {
  if (mixed === undefined) {
    if (line > doc.lines) return doc.line(doc.lines).to;
    const { from, to } = doc.line(line);
    return Math.min(from + column - 1, to);
  }
  const starts = startsOf(mixed);
  const start = starts[line - 1];
  if (start === undefined) return mixed.length;
  const end = starts[line];
  return Math.min(start + column - 1, end === undefined ? mixed.length : end - 1);
}

function startsOf(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: found, index }) => index + found.length)];
}

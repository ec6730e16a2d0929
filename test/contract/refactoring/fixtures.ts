// Rows that are written as text, each a title and files as differences: what goes with a minus, what comes with a plus, everything else stays.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RefusedRow, Row } from './table.ts';

// A refusal ends with its whole message behind an exclamation mark, an answer with its notes behind stars.
export interface Fixtures {
  readonly rows: readonly Row[];
  readonly refused: readonly RefusedRow[];
}

const FOLDER = join(import.meta.dirname, 'tables');

export function fixturesIn(name: string, tool: string, given: Readonly<Record<string, unknown>> = {}): Fixtures {
  const blocks = readFileSync(join(FOLDER, `${name}.txt`), 'utf8')
    .replaceAll('\r\n', '\n')
    .split(/^### /m)
    .slice(1);
  const parsed = blocks.map((block) => parsedRow(block, tool, given));
  return { rows: parsed.flatMap(({ row }) => row ?? []), refused: parsed.flatMap(({ refused }) => refused ?? []) };
}

function parsedRow(block: string, tool: string, given: Readonly<Record<string, unknown>>): { readonly row?: Row; readonly refused?: RefusedRow } {
  const [title = '', ...lines] = block.trimEnd().split('\n');
  const end = title.endsWith('(CRLF)') ? '\r\n' : '\n';
  const files = filesOf(lines.filter((line) => !/^[!*] /.test(line)));
  const textOf = (side: RegExp) => Object.fromEntries(Object.entries(files).map(([name, own]) => [name, textFrom(own, side, end)]));
  const before = textOf(/^(?: {2}|- ?|$)/);
  const [refusal] = said(lines, '! ');
  if (refusal !== undefined) return { refused: { title, tool, before, given, error: 'refactoring_refused', says: refusal } };
  const after = Object.entries(textOf(/^(?: {2}|\+ ?|$)/)).map(([name, text]) => [name, text.replace(/[«»]|\$0/g, '')]);
  return { row: { title, tool, before, given, after: Object.fromEntries(after), notes: said(lines, '* ') } };
}

function filesOf(lines: readonly string[]): Record<string, readonly string[]> {
  const starts = lines.flatMap((line, index) => (line.startsWith('--- ') ? [index] : []));
  if (starts.length === 0) return { 'a.ts': lines };
  return Object.fromEntries(starts.map((start, index) => [lines[start]?.slice('--- '.length) ?? '', lines.slice(start + 1, starts[index + 1])]));
}

function textFrom(lines: readonly string[], side: RegExp, end: string): string {
  return lines
    .filter((line) => side.test(line))
    .map((line) => `${line.slice('- '.length)}${end}`)
    .join('');
}

function said(lines: readonly string[], mark: string): readonly string[] {
  return lines.flatMap((line) => (line.startsWith(mark) ? [line.slice(mark.length)] : []));
}

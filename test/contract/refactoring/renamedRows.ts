// Rows of renames: a word that becomes another, wherever it stands unless the row says otherwise.
import { type Row, unmarked } from './table.ts';

export function renamed(
  title: string,
  from: string,
  to: string,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>> = everywhere(before, from, to),
): Row {
  return { title, tool: 'rename_symbol', before, given: { new_name: to }, after };
}

function everywhere(before: Readonly<Record<string, string>>, from: string, to: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(unmarked(before)).map(([name, text]) => [name, text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to)]));
}

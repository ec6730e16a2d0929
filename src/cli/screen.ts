// How the command line prints: answers to stdout, everything about them to stderr.
import { IdeError } from '../ide/errors.ts';

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function remark(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function sayJson(value: unknown): void {
  say(JSON.stringify(value));
}

// What is so, and what to do next.
export function complain(error: unknown): void {
  if (error instanceof IdeError) remark(`${error.message}\n${error.next}`);
  else remark(error instanceof Error ? error.message : String(error));
}

// Columns that line up; the last one is as long as it likes.
export function columns(rows: readonly (readonly string[])[], indentation = '  '): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => indentation + row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '))
    .join('\n');
}

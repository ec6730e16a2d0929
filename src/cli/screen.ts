// How the command line prints: answers to stdout, everything about them to stderr.
import { escapedText, visibleText } from '../base/text/visibleText.ts';
import { IdeError } from '../ide/errors/errors.ts';

// What repositories and agents wrote is in most of it: a terminal is shown what it would obey, while a file or another program gets it as it is.
export function say(text: string): void {
  print(`${text}\n`);
}

export function print(text: string): void {
  process.stdout.write(process.stdout.isTTY ? visibleText(text) : text);
}

export function remark(text: string): void {
  process.stderr.write(`${visibleText(text)}\n`);
}

export function sayJson(value: unknown): void {
  sayJsonText(JSON.stringify(value));
}

// The same JSON, whatever stands in its strings.
export function sayJsonText(text: string): void {
  process.stdout.write(`${process.stdout.isTTY ? escapedText(text) : text}\n`);
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

// The history as a file for other programs.
import type { CallRecord } from './journal.ts';

const COLUMNS = ['id', 'time', 'client', 'project', 'tool', 'status', 'durationMs', 'answerTokens', 'affectedFiles', 'parameters', 'result', 'error'] as const;

export function historyAsJson(records: readonly CallRecord[]): string {
  return `${JSON.stringify(records, undefined, 2)}\n`;
}

// RFC 4180.
export function historyAsCsv(records: readonly CallRecord[]): string {
  const rows = records.map((record) => COLUMNS.map((column) => cell(record[column])).join(','));
  return [COLUMNS.join(','), ...rows, ''].join('\r\n');
}

function cell(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A spreadsheet would run a cell that begins like a formula, and agents choose what they write here.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) || harmless !== harmless.trim() ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

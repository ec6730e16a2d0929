// The history as a file for other programs.
import type { CallRecord } from './callRecord.ts';

const COLUMNS = [
  'id',
  'time',
  'client',
  'connection',
  'door',
  'dialect',
  'project',
  'tool',
  'ownTool',
  'caption',
  'status',
  'durationMs',
  'answerTokens',
  'changeId',
  'affectedFiles',
  'parameters',
  'inner',
  'result',
  'error',
] as const;
// What a spreadsheet takes in one cell.
const LONGEST_CELL = 32_000;

export function historyAsJson(records: readonly CallRecord[]): string {
  return `${JSON.stringify(records, undefined, 2)}\n`;
}

// RFC 4180.
export function historyAsCsv(records: readonly CallRecord[]): string {
  return `${historyHeader}${records.map(csvRow).join('')}`;
}

export const historyHeader = `${COLUMNS.join(',')}\r\n`;

export function csvRow(record: CallRecord): string {
  return `${COLUMNS.map((column) => cell(record[column])).join(',')}\r\n`;
}

function cell(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const whole = typeof value === 'string' ? value : JSON.stringify(value);
  const text = printable(whole.length > LONGEST_CELL ? `${whole.slice(0, LONGEST_CELL)}…` : whole);
  // A spreadsheet would run a cell that begins like a formula, and agents choose what they write here. Some look behind spaces and take wide signs too.
  const harmless = /^[\s\p{Cf}]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20]/u.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(harmless) || harmless !== harmless.trim() ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

// A terminal or an editor would obey the others.
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (control) => (control === '\n' || control === '\t' || control === '\r' ? control : '\uFFFD'));
}

// What our reporters inside of JavaScript runners have in common: the file that they report to, and how they write what was compared.
import { appendFileSync } from 'node:fs';

const target = process.env['BINNACLE_TEST_EVENTS'] ?? '';

// Somebody reads what is reported.
export const isHeard = target !== '';

// Tests are to be named only.
export const isListing = process.env['BINNACLE_TEST_LIST'] === '1';

export function report(event: object): void {
  appendFileSync(target, `${JSON.stringify(event)}\n`);
}

// Of an assertion that failed, as node:assert, chai and jest leave it on their errors.
export function comparedValues(error: object): { readonly expected?: string; readonly actual?: string } {
  return {
    ...('expected' in error && error.expected !== undefined ? { expected: shown(error.expected) } : {}),
    ...('actual' in error && error.actual !== undefined ? { actual: shown(error.actual) } : {}),
  };
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, undefined, 2) ?? String(value);
  } catch {
    return String(value);
  }
}

// A part of what a runner prints.
export function textOf(chunk: string | Uint8Array): string {
  return typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
}

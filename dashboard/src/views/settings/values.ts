// What somebody typed as a value of a setting; the daemon checks it again.
import type { SettingShape } from '../../../../src/dashboard/protocol/rows.ts';

export type Entered = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

export function entered(shape: SettingShape, text: string): Entered {
  if (shape.kind === 'list')
    return {
      ok: true,
      value: text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    };
  if (shape.kind !== 'number') return { ok: true, value: text };
  const number = Number(text.trim());
  if (text.trim() === '' || !Number.isFinite(number)) return { ok: false, problem: 'This is not a number.' };
  if (shape.isWhole && !Number.isInteger(number)) return { ok: false, problem: 'It must be a whole number.' };
  if (shape.least !== undefined && number < shape.least) return { ok: false, problem: `It is at least ${shape.least}.` };
  return shape.most !== undefined && number > shape.most ? { ok: false, problem: `It is at most ${shape.most}.` } : { ok: true, value: number };
}

export function shownValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.join('\n') : String(value);
}

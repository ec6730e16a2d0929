// Which tools of a dialect were called through an endpoint: rightly, wrongly, and with a value longer than any limit that an answer ever had.
import { expect } from 'vitest';

export type Called = 'right' | 'wrong' | 'long';
const KINDS: readonly Called[] = ['right', 'wrong', 'long'];

// Longer than a value, a line and an evaluation were ever shown, and as many as a page of ours holds.
const LONG_TEXT = 5_000;
const LONG_LIST = 500;

export class Ledger {
  readonly #calls = new Map<string, Set<Called>>();

  // A call that succeeded. What it was given and what it answered may be long.
  note(tool: string, given: Record<string, unknown>, answer: unknown): void {
    this.#note(tool, 'right');
    if (isLong(given) || isLong(answer)) this.#note(tool, 'long');
  }

  noteRefusal(tool: string): void {
    this.#note(tool, 'wrong');
  }

  // Where what is long stands in the files that it changed.
  noteLong(tool: string): void {
    this.#note(tool, 'long');
  }

  // Every one of these tools was called in every way; `short` gives the reason of each that has nothing that could be long.
  expectAll(tools: readonly string[], short: Readonly<Record<string, string>>): void {
    const missing = tools.flatMap((tool) => KINDS.filter((kind) => this.#calls.get(tool)?.has(kind) !== true).map((kind) => `${tool}: ${kind}`));
    const reasons = Object.keys(short).map((tool) => `${tool}: long`);
    expect(missing.toSorted()).toEqual(reasons.toSorted());
  }

  #note(tool: string, kind: Called): void {
    const calls = this.#calls.get(tool) ?? new Set();
    this.#calls.set(tool, calls.add(kind));
  }
}

function isLong(value: unknown): boolean {
  if (typeof value === 'string') return value.length >= LONG_TEXT;
  if (Array.isArray(value)) return value.length >= LONG_LIST || value.some(isLong);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => (key.endsWith('Truncated') && inner === true) || isLong(inner));
}

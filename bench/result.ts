// One line of the bench: a floor, what we need, the bar next to them, and whether it is met.
import type { Spread } from './statistics.ts';

export interface Result {
  readonly what: string;
  readonly floor?: { readonly name: string; readonly value: number };
  readonly ours: number;
  readonly unit: 'ms' | 'MB' | 'tokens' | 'processes' | 'files' | 'answers' | 'KB' | 'rows' | 'calls' | 'frames';
  readonly ratio?: number;
  readonly bar: string;
  readonly met: boolean;
  readonly note?: string;
}

// Times as often as the floor, with an allowance for floors that are next to nothing.
export function ratioResult(fields: { what: string; floorName: string; floor: number; ours: number; atMost: number; orMore?: number; note?: string }): Result {
  const { what, floorName, floor, ours, atMost, orMore = 0, note } = fields;
  return {
    what,
    floor: { name: floorName, value: floor },
    ours,
    unit: 'ms',
    ratio: ours / floor,
    bar: orMore > 0 ? `≤ ${atMost}×, or ${orMore} ms over it` : `≤ ${atMost}×`,
    // Without an allowance there is none: a bar below the floor is below the floor.
    met: ours <= (orMore > 0 ? Math.max(floor * atMost, floor + orMore) : floor * atMost),
    ...(note !== undefined && { note }),
  };
}

export function limitResult(fields: { what: string; ours: number; unit: Result['unit']; atMost: number; note?: string }): Result {
  const { atMost, ...rest } = fields;
  return { ...rest, bar: `≤ ${atMost.toLocaleString('en')}`, met: fields.ours <= atMost };
}

export function tails(floor: Spread, ours: Spread): string {
  return `p95 ${rounded(ours.p95)} against ${rounded(floor.p95)} ms`;
}

export function table(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.met ? 'met' : 'MISSED',
    result.what,
    result.floor === undefined ? '' : `${result.floor.name} ${rounded(result.floor.value)}`,
    `${rounded(result.ours)} ${result.unit}`,
    result.ratio === undefined ? '' : `${result.ratio.toFixed(2)}×`,
    result.bar,
    result.note ?? '',
  ]);
  const all = [['', 'what', 'floor', 'ours', 'ratio', 'bar', 'note'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function rounded(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

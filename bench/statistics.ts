// What a list of durations says: the middle, the slow end and the best.

const FEWEST_ROUNDS = 5;

export interface Spread {
  readonly best: number;
  readonly p50: number;
  readonly p95: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { best: sorted[0] ?? Number.NaN, p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
}

export async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}

// The two take turns, so that a busy moment of the machine hits both. Slow ones are asked less often: after `longest` milliseconds, a few rounds do.
export async function sideBySide(
  rounds: number,
  floor: () => Promise<unknown>,
  ours: () => Promise<unknown>,
  longest = Number.POSITIVE_INFINITY,
): Promise<{ floor: Spread; ours: Spread }> {
  const floorTimes: number[] = [];
  const ourTimes: number[] = [];
  const deadline = performance.now() + longest;
  for (let round = 0; round < rounds && (round < FEWEST_ROUNDS || performance.now() < deadline); round++) {
    floorTimes.push((await timed(floor)).ms);
    ourTimes.push((await timed(ours)).ms);
  }
  return { floor: spread(floorTimes), ours: spread(ourTimes) };
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

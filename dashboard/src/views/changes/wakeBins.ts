// A day of changes as a strip: how much was written when, and which moment a place on it means.
import type { ChangeRow } from '../../../../src/dashboard/protocol/rows.ts';

export interface WakeBin {
  // Milliseconds since the epoch.
  readonly from: number;
  readonly lines: number;
  readonly changes: number;
  // The highest is 1; nothing is 0.
  readonly height: number;
}

export interface Wake {
  readonly from: number;
  readonly to: number;
  readonly bins: readonly WakeBin[];
  // Moments between two changes, oldest first: what was before each change. The last is now.
  readonly moments: readonly Moment[];
}

export interface Moment {
  readonly time: number;
  // Undo until before this one; absent for now.
  readonly before?: string;
  readonly title: string;
}

export const BINS = 96;
const SHORTEST = 60 * 60 * 1_000;

export function wakeOf(rows: readonly ChangeRow[], now: number): Wake {
  const day = new Date(now).setHours(0, 0, 0, 0);
  const today = rows
    .filter(({ time, isRolledBack }) => isRolledBack !== true && Date.parse(time) >= day)
    .sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  const first = today[0];
  const from = Math.max(day, Math.min(first === undefined ? now : Date.parse(first.time), now - SHORTEST));
  const width = Math.max(1, (now - from) / BINS);
  const counted = Array.from({ length: BINS }, (_, index) => ({ from: from + index * width, lines: 0, changes: 0 }));
  for (const { time, added, removed } of today) {
    const bin = counted[Math.min(BINS - 1, Math.max(0, Math.floor((Date.parse(time) - from) / width)))];
    if (bin === undefined) continue;
    bin.lines += added + removed;
    bin.changes += 1;
  }
  // A large rename must not make everything else invisible.
  const most = Math.max(...counted.map(({ lines, changes }) => Math.log2(1 + lines + changes)), 1);
  return {
    from,
    to: now,
    bins: counted.map((bin) => ({ ...bin, height: bin.changes === 0 ? 0 : Math.log2(1 + bin.lines + bin.changes) / most })),
    moments: [...today.map(({ id, time, title }) => ({ time: Date.parse(time), before: id, title: `before ${title}` })), { time: now, title: 'now' }],
  };
}

// The one that is nearest to a place between 0 and 1.
export function momentAt({ from, to, moments }: Wake, place: number): number {
  const time = from + (to - from) * Math.max(0, Math.min(1, place));
  let best = moments.length - 1;
  for (const [index, moment] of moments.entries()) if (Math.abs(moment.time - time) < Math.abs((moments[best]?.time ?? 0) - time)) best = index;
  return best;
}

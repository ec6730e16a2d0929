// The order of reviews: those that wait first, an agent's together, each agent by its oldest; then what was decided, newest first.
import type { ReviewRow } from '../../../../src/dashboard/protocol/rows.ts';

// The one that somebody looks at stays where it was when it is decided, so that the next does not slide under the finger.
export function queueOf(rows: readonly ReviewRow[], lookedAt: string | undefined): readonly ReviewRow[] {
  const isWaiting = ({ decided, id }: ReviewRow) => decided === undefined || id === lookedAt;
  const waiting = rows.filter(isWaiting);
  const over = rows.filter((row) => !isWaiting(row));
  const first = new Map<string, string>();
  for (const row of waiting) {
    const known = first.get(agentOf(row));
    if (known === undefined || row.time < known) first.set(agentOf(row), row.time);
  }
  const place = (row: ReviewRow) => first.get(agentOf(row)) ?? row.time;
  return [
    ...waiting.sort((one, other) => compare(place(one), place(other)) || compare(agentOf(one), agentOf(other)) || compare(one.time, other.time)),
    ...over.sort((one, other) => compare(other.decided?.time ?? '', one.decided?.time ?? '')),
  ];
}

function agentOf({ connection, author }: ReviewRow): string {
  return connection ?? author;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

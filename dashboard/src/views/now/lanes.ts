// What each connection does, as one lane: who needs you first, then by arrival.
import type { CallRow, ChangeRow, ClientRow, ReviewRow } from '../../../../src/dashboard/protocol/rows.ts';

export interface Lane {
  readonly id: string;
  readonly client: ClientRow;
  readonly state: 'needs' | 'active' | 'idle';
  // What waits for the person, the oldest first.
  readonly reviews: readonly ReviewRow[];
  // The newest that it wrote.
  readonly change?: ChangeRow;
}

export interface Seen {
  readonly clients: readonly ClientRow[];
  readonly reviews: readonly ReviewRow[];
  readonly changes: readonly ChangeRow[];
}

export function lanesOf({ clients, reviews, changes }: Seen): readonly Lane[] {
  const waiting = reviews.filter(({ decided }) => decided === undefined);
  const newest = new Map(changes.map((change) => [change.connection, change]));
  return clients.filter(isAtWork).map((client) => {
    const own = waiting.filter(({ connection }) => connection === client.id);
    const change = newest.get(client.id);
    return {
      id: client.id,
      client,
      state: own.length > 0 ? 'needs' : client.inFlight.length > 0 ? 'active' : 'idle',
      reviews: own,
      ...(change !== undefined && { change }),
    };
  });
}

// VS Code is connected to its own extension from the start, whether or not an agent of it ever calls.
function isAtWork({ door, calls, inFlight }: ClientRow): boolean {
  return door !== 'vscode' || calls > 0 || inFlight.length > 0;
}

// Those that need you first, each part by arrival.
export function wantedOrder(lanes: readonly Lane[]): readonly string[] {
  return [...lanes].sort((one, other) => Number(other.state === 'needs') - Number(one.state === 'needs')).map(({ id }) => id);
}

// Under a pointer or the focus the order stays: what is new comes last.
export function steadyOrder(before: readonly string[], lanes: readonly Lane[]): readonly string[] {
  const there = new Set(lanes.map(({ id }) => id));
  const kept = before.filter((id) => there.has(id));
  const known = new Set(kept);
  return [...kept, ...lanes.map(({ id }) => id).filter((id) => !known.has(id))];
}

export type Effect = NonNullable<CallRow['effect']>;

export interface Bucket {
  readonly count: number;
  // The gravest of its calls.
  readonly effect: Effect;
}

const GRAVITY: readonly Effect[] = ['reads', 'runs', 'controls', 'edits'];
export const SHOWN_SECONDS = 60;
const BUCKETS = 20;

// The last minute in parts, the oldest first, for each connection.
export function activity(calls: readonly CallRow[], until: number): ReadonlyMap<string, readonly (Bucket | undefined)[]> {
  const found = new Map<string, (Bucket | undefined)[]>();
  const width = (SHOWN_SECONDS * 1_000) / BUCKETS;
  for (let index = calls.length - 1; index >= 0; index -= 1) {
    const call = calls[index];
    const age = call === undefined ? 0 : until - Date.parse(call.time);
    // They stand in the order in which they began.
    if (age >= SHOWN_SECONDS * 1_000) break;
    if (call?.connection === undefined || call.isRequest === true) continue;
    const buckets = found.get(call.connection) ?? new Array<Bucket | undefined>(BUCKETS).fill(undefined);
    const at = BUCKETS - 1 - Math.max(0, Math.floor(age / width));
    const before = buckets[at];
    const effect = call.effect ?? 'reads';
    buckets[at] = {
      count: (before?.count ?? 0) + 1,
      effect: before !== undefined && GRAVITY.indexOf(before.effect) > GRAVITY.indexOf(effect) ? before.effect : effect,
    };
    found.set(call.connection, buckets);
  }
  return found;
}

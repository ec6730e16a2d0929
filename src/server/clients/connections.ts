// Who is connected: each client with its door, its folder, what it waits for and what it asked last.
import type { Lazy } from '../../base/lazy.ts';
import { machineClock } from '../../base/waiting/clock.ts';
import { minutes } from '../../base/waiting/duration.ts';
import type { Client } from './client.ts';

export interface ConnectionStatus {
  readonly id: string;
  // Name and version; "unknown" until it has said them.
  readonly client: string;
  readonly door: Client['door'];
  // Whose names it uses, where they are not ours.
  readonly dialect?: string;
  // The folder that it works in, as far as it is known.
  readonly root?: string;
  // Of its process, where it says so: its own word.
  readonly pid?: number;
  // ISO 8601.
  readonly since: string;
  // Whether it stays open between two requests. Where it does not, all that one client sends is listed as one, and for a while after its last request.
  readonly stays: boolean;
  // How many tools it has called.
  readonly calls: number;
  // What is being answered, the oldest first.
  readonly inFlight: readonly CallInFlight[];
  readonly lastCall?: LastCall;
  // A person holds it: what it edits, runs and controls asks.
  readonly held?: HeldMark;
}

export interface HeldMark {
  readonly note?: string;
}

export interface CallInFlight {
  // Of its row in the history.
  readonly id: string;
  readonly tool: string;
  readonly caption?: string;
  // ISO 8601.
  readonly since: string;
}

export interface LastCall extends CallInFlight {
  readonly status: 'success' | 'error';
}

export type ConnectionEvent =
  | { readonly kind: 'opened'; readonly connection: ConnectionStatus }
  | { readonly kind: 'updated'; readonly connection: ConnectionStatus }
  | { readonly kind: 'closed'; readonly id: string };

export type Arrival = Pick<ConnectionStatus, 'id' | 'client' | 'door' | 'dialect' | 'root' | 'pid' | 'stays'>;

// Of a client whose connections end with each request.
const REMEMBERED = minutes(10);
const MOST_REMEMBERED = 100;

// What is recorded about a call, as far as its recording knows it at that moment.
export interface FollowedCall {
  readonly id: string;
  readonly tool: string;
  readonly caption: Lazy<string> | undefined;
  // When it began, in milliseconds.
  readonly since: number;
  readonly status: 'pending' | 'success' | 'error';
}

interface Entry {
  arrival: Arrival;
  readonly since: string;
  calls: number;
  readonly inFlight: Set<FollowedCall>;
  // Without what the call itself holds on to.
  last: FollowedCall | undefined;
  lastUsed: number;
  holders: number;
  // As it was last reported.
  held: HeldMark | undefined;
}

// By the id of a connection, and the name and version of its client.
type HeldBy = (id: string, client: string) => HeldMark | undefined;

export class Connections {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<(event: ConnectionEvent) => void>();
  #heldBy: HeldBy = () => undefined;

  // Who is held is known to whoever keeps the holds.
  heldAs(heldBy: HeldBy): void {
    this.#heldBy = heldBy;
    for (const entry of this.#entries.values()) if (JSON.stringify(entry.held) !== JSON.stringify(this.#markOf(entry))) this.#report('updated', entry);
  }

  // A client has come, or the same says more of itself. What is opened twice is closed twice.
  open(arrival: Arrival): Disposable {
    if (this.#entries.size > MOST_REMEMBERED) this.#forgetOld();
    const known = this.#entries.get(arrival.id);
    const entry = known ?? {
      arrival,
      since: new Date().toISOString(),
      calls: 0,
      inFlight: new Set(),
      last: undefined,
      lastUsed: machineClock.steady(),
      holders: 0,
      held: undefined,
    };
    entry.holders += 1;
    this.#entries.set(arrival.id, entry);
    this.#report(known === undefined ? 'opened' : 'updated', entry);
    return { [Symbol.dispose]: () => this.#close(arrival.id) };
  }

  update(arrival: Arrival): void {
    const entry = this.#entries.get(arrival.id);
    if (entry === undefined) return;
    const { client, root, pid } = entry.arrival;
    entry.arrival = { ...entry.arrival, ...arrival };
    if (client !== arrival.client || root !== arrival.root || pid !== entry.arrival.pid) this.#report('updated', entry);
  }

  // From here on it is in flight, until it is ended.
  began(id: string, call: FollowedCall): Disposable {
    const entry = this.#entries.get(id);
    if (entry === undefined) return NOTHING;
    entry.calls += 1;
    used(entry);
    entry.inFlight.add(call);
    this.#report('updated', entry);
    return new InFlight(this, entry, call);
  }

  ended(entry: Entry, call: FollowedCall): void {
    if (!entry.inFlight.delete(call)) return;
    const { id, tool, caption, since, status } = call;
    used(entry);
    entry.last = { id, tool: tool.slice(0, LONGEST_NAME), caption, since, status };
    this.#report('updated', entry);
  }

  // In the order in which they came.
  list(): readonly ConnectionStatus[] {
    this.#forgetOld();
    return [...this.#entries.values()].map((entry) => statusOf(entry, this.#markOf(entry)));
  }

  onEvent(listener: (event: ConnectionEvent) => void): Disposable {
    // Nobody was there to whom it could have been reported.
    if (this.#listeners.size === 0) for (const entry of this.#entries.values()) entry.held = this.#markOf(entry);
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  #close(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.holders -= 1;
    if (entry.holders > 0 || !entry.arrival.stays) return;
    this.#remove(id);
  }

  #forgetOld(): void {
    const passing = [...this.#entries.values()].filter(({ arrival, holders }) => !arrival.stays && holders <= 0).sort((a, b) => b.lastUsed - a.lastUsed);
    for (const [index, { arrival, lastUsed }] of passing.entries())
      if (index >= MOST_REMEMBERED || machineClock.steady() - lastUsed > REMEMBERED) this.#remove(arrival.id);
  }

  #remove(id: string): void {
    this.#entries.delete(id);
    for (const listener of [...this.#listeners]) listener({ kind: 'closed', id });
  }

  #markOf({ arrival: { id, client } }: Entry): HeldMark | undefined {
    return this.#heldBy(id, client);
  }

  #report(kind: 'opened' | 'updated', entry: Entry): void {
    if (this.#listeners.size === 0) return;
    entry.held = this.#markOf(entry);
    const connection = statusOf(entry, entry.held);
    for (const listener of [...this.#listeners]) listener({ kind, connection });
  }
}

// One that stays is not forgotten, whenever it was used.
function used(entry: Entry): void {
  if (!entry.arrival.stays) entry.lastUsed = machineClock.steady();
}

const NOTHING: Disposable = { [Symbol.dispose]: () => {} };

// A class, because an object made with a computed name for each call costs more than the call's place in the list.
class InFlight implements Disposable {
  readonly #connections: Connections;
  readonly #entry: Entry;
  readonly #call: FollowedCall;

  constructor(connections: Connections, entry: Entry, call: FollowedCall) {
    this.#connections = connections;
    this.#entry = entry;
    this.#call = call;
  }

  [Symbol.dispose](): void {
    this.#connections.ended(this.#entry, this.#call);
  }
}

function statusOf({ arrival, since, calls, inFlight: open, last }: Entry, held: HeldMark | undefined): ConnectionStatus {
  const { id, client, door, dialect, root, pid, stays } = arrival;
  return {
    id,
    client,
    door,
    ...(dialect !== undefined && { dialect }),
    ...(root !== undefined && { root }),
    ...(pid !== undefined && { pid }),
    since,
    stays,
    calls,
    inFlight: [...open].map(inFlight),
    ...(last !== undefined && { lastCall: { ...inFlight(last), status: last.status === 'error' ? 'error' : 'success' } }),
    ...(held !== undefined && { held }),
  };
}

function inFlight({ id, tool, caption, since }: FollowedCall): CallInFlight {
  return { id, tool: tool.slice(0, LONGEST_NAME), ...(caption !== undefined && { caption: caption.value }), since: new Date(since).toISOString() };
}

const LONGEST_NAME = 200;

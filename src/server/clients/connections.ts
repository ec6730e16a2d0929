// Who is connected: each client with its door, its folder, what it waits for and what it asked last.
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
  // ISO 8601.
  readonly since: string;
  // Whether it stays open between two requests. Where it does not, all that one client sends is listed as one, and for a while after its last request.
  readonly stays: boolean;
  // How many tools it has called.
  readonly calls: number;
  // What is being answered, the oldest first.
  readonly inFlight: readonly CallInFlight[];
  readonly lastCall?: LastCall;
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

export type Arrival = Pick<ConnectionStatus, 'id' | 'client' | 'door' | 'dialect' | 'root' | 'stays'>;

// Of a client whose connections end with each request.
const REMEMBERED = minutes(10);
const MOST_REMEMBERED = 100;

// What is recorded about a call, as far as its recording knows it at that moment.
export interface FollowedCall {
  readonly id: string;
  readonly tool: string;
  readonly caption: string | undefined;
  readonly status: 'pending' | 'success' | 'error';
}

interface Entry {
  arrival: Arrival;
  readonly since: string;
  calls: number;
  // With the time at which each began.
  readonly inFlight: Map<FollowedCall, string>;
  last: LastCall | undefined;
  lastUsed: number;
  holders: number;
}

export class Connections {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<(event: ConnectionEvent) => void>();

  // A client has come, or the same says more of itself. What is opened twice is closed twice.
  open(arrival: Arrival): Disposable {
    if (this.#entries.size > MOST_REMEMBERED) this.#forgetOld();
    const known = this.#entries.get(arrival.id);
    const entry = known ?? { arrival, since: new Date().toISOString(), calls: 0, inFlight: new Map(), last: undefined, lastUsed: Date.now(), holders: 0 };
    entry.holders += 1;
    this.#entries.set(arrival.id, entry);
    this.#report(known === undefined ? 'opened' : 'updated', entry);
    return { [Symbol.dispose]: () => this.#close(arrival.id) };
  }

  update(arrival: Arrival): void {
    const entry = this.#entries.get(arrival.id);
    if (entry === undefined) return;
    const { client, root } = entry.arrival;
    entry.arrival = { ...entry.arrival, ...arrival };
    if (client !== arrival.client || root !== arrival.root) this.#report('updated', entry);
  }

  // From here on it is in flight, until it is ended.
  began(id: string, call: FollowedCall): Disposable {
    const entry = this.#entries.get(id);
    if (entry === undefined) return { [Symbol.dispose]: () => {} };
    entry.calls += 1;
    entry.lastUsed = Date.now();
    entry.inFlight.set(call, new Date().toISOString());
    this.#report('updated', entry);
    return {
      [Symbol.dispose]: () => {
        const since = entry.inFlight.get(call);
        if (since === undefined) return;
        entry.inFlight.delete(call);
        entry.lastUsed = Date.now();
        entry.last = { ...inFlight(call, since), status: call.status === 'error' ? 'error' : 'success' };
        this.#report('updated', entry);
      },
    };
  }

  // In the order in which they came.
  list(): readonly ConnectionStatus[] {
    this.#forgetOld();
    return [...this.#entries.values()].map(statusOf);
  }

  onEvent(listener: (event: ConnectionEvent) => void): Disposable {
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
      if (index >= MOST_REMEMBERED || Date.now() - lastUsed > REMEMBERED) this.#remove(arrival.id);
  }

  #remove(id: string): void {
    this.#entries.delete(id);
    for (const listener of [...this.#listeners]) listener({ kind: 'closed', id });
  }

  #report(kind: 'opened' | 'updated', entry: Entry): void {
    if (this.#listeners.size === 0) return;
    const connection = statusOf(entry);
    for (const listener of [...this.#listeners]) listener({ kind, connection });
  }
}

function statusOf({ arrival, since, calls, inFlight: open, last }: Entry): ConnectionStatus {
  const { id, client, door, dialect, root, stays } = arrival;
  return {
    id,
    client,
    door,
    ...(dialect !== undefined && { dialect }),
    ...(root !== undefined && { root }),
    since,
    stays,
    calls,
    inFlight: [...open].map(([call, began]) => inFlight(call, began)),
    ...(last !== undefined && { lastCall: last }),
  };
}

function inFlight({ id, tool, caption }: FollowedCall, since: string): CallInFlight {
  return { id, tool: tool.slice(0, LONGEST_NAME), ...(caption !== undefined && { caption }), since };
}

const LONGEST_NAME = 200;

// Whom and what a person holds: agents, whose edits, runs and controls then ask, and debug sessions and terminals, where the next move waits.
//
// Only a person's session reaches hold and release: no tool and no method of a client does.
import { randomUUID } from 'node:crypto';
import { untilAborted } from '../../base/waiting/abort.ts';
import { type Deferred, deferred } from '../../base/waiting/deferred.ts';
import type { Client } from './client.ts';
import type { ConnectionStatus, Connections } from './connections.ts';

// A debug session or a terminal; their ids are those of one project.
export interface HeldThing {
  readonly kind: 'session' | 'terminal';
  readonly id: string;
  readonly project: string;
}

export type HoldTarget =
  | { readonly kind: 'everyone' }
  // By the name that it gave, with or without its version: also those that connect later.
  | { readonly kind: 'client'; readonly client: string }
  | { readonly kind: 'connection'; readonly id: string; readonly client: string }
  | HeldThing;

export interface Hold {
  readonly id: string;
  // ISO 8601.
  readonly since: string;
  readonly target: HoldTarget;
  readonly note?: string;
}

export type HoldEvent =
  | { readonly kind: 'held'; readonly hold: Hold }
  // Another number of calls waits for its end.
  | { readonly kind: 'waiting'; readonly hold: Hold }
  | { readonly kind: 'released'; readonly hold: Hold; readonly note?: string };

type Who = Pick<Client, 'id' | 'name' | 'version' | 'door'>;

interface Entry {
  hold: Hold;
  readonly released: Deferred<string | undefined>;
  waiting: number;
}

interface Note {
  readonly text: string;
  // The ids of the connections that have not heard it yet.
  readonly listeners: Set<string>;
}

// Notes for those who do not call any more.
const MOST_NOTES = 100;

export class Holds {
  readonly #connections: Connections;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<(event: HoldEvent) => void>();
  #notes: Note[] = [];
  // For the next move on what was handed back while nobody waited.
  readonly #notesOfThings = new Map<string, string>();

  constructor(connections: Connections) {
    this.#connections = connections;
    connections.onEvent((event) => {
      if (event.kind !== 'closed') return;
      for (const { hold } of [...this.#entries.values()]) if (hold.target.kind === 'connection' && hold.target.id === event.id) this.release(hold.id);
    });
  }

  // Whom a person means by the id of a connection or the name of a client; undefined where nobody of that name is connected.
  targetNamed(name: string): HoldTarget | undefined {
    const all = this.#connections.list();
    const connection = all.find(({ id }) => id === name);
    // One that ends with each request is held by its name, or the next request would be free.
    if (connection !== undefined)
      return connection.stays ? { kind: 'connection', id: connection.id, client: connection.client } : { kind: 'client', client: connection.client };
    return all.some(({ client }) => isNamed(name, client)) ? { kind: 'client', client: name } : undefined;
  }

  // What is held already gets the new note.
  hold(target: HoldTarget, note?: string): Hold {
    const key = keyOf(target);
    const known = this.#entries.get(key);
    const about = { id: known?.hold.id ?? randomUUID().slice(0, 8), since: known?.hold.since ?? new Date().toISOString(), target };
    const hold: Hold = { ...about, ...(note !== undefined && { note }) };
    if (known === undefined) this.#entries.set(key, { hold, released: deferred(), waiting: 0 });
    else known.hold = hold;
    this.#report({ kind: 'held', hold });
    return hold;
  }

  // False when it is not held any more.
  release(id: string, note?: string): boolean {
    const found = [...this.#entries].find(([, { hold }]) => hold.id === id);
    if (found === undefined) return false;
    const [key, { hold, released }] = found;
    this.#entries.delete(key);
    if (note !== undefined && isThing(hold.target)) this.#notesOfThings.set(key, note);
    else if (note !== undefined) this.#leave(hold.target, note);
    released.resolve(note);
    this.#report({ kind: 'released', hold, ...(note !== undefined && { note }) });
    return true;
  }

  list(): readonly Hold[] {
    return [...this.#entries.values()].map(({ hold }) => hold);
  }

  // The one that this client is under; undefined where there is none.
  holdOn(connection: ConnectionStatus): Hold | undefined {
    return this.list().find(({ target }) => holdsConnection(target, connection));
  }

  holdOfThing(thing: HeldThing): Hold | undefined {
    return this.#entries.get(keyOf(thing))?.hold;
  }

  // How many calls wait until it is handed back.
  waitingFor({ target }: Hold): number {
    return this.#entries.get(keyOf(target))?.waiting ?? 0;
  }

  // In words for the agent and for whoever is asked; undefined when nobody holds it.
  whyHeld(who: Who): string | undefined {
    const held = this.#holdOf(who.id, `${who.name} ${who.version}`);
    return held === undefined ? undefined : `a person holds this agent${held.note === undefined ? '' : `, with the note: ${held.note}`}`;
  }

  isHeld(things: readonly HeldThing[]): boolean {
    return things.some((thing) => this.#entries.has(keyOf(thing)));
  }

  // Resolves when none of them is held any more, with what people said when they handed them back.
  async handedBack(things: readonly HeldThing[], signal: AbortSignal, onAbort: () => Error): Promise<readonly string[]> {
    const waited = new Set<string>();
    for (;;) {
      const held = things.map((thing) => this.#entries.get(keyOf(thing))).find((entry) => entry !== undefined);
      if (held === undefined) break;
      const note = await this.#untilReleased(held, signal, onAbort);
      if (note !== undefined) waited.add(note);
    }
    for (const key of things.map(keyOf)) {
      const note = this.#notesOfThings.get(key);
      if (note === undefined) continue;
      waited.add(note);
      this.#notesOfThings.delete(key);
    }
    return [...waited];
  }

  async #untilReleased(held: Entry, signal: AbortSignal, onAbort: () => Error): Promise<string | undefined> {
    const count = (change: number) => {
      held.waiting += change;
      this.#report({ kind: 'waiting', hold: held.hold });
    };
    count(1);
    try {
      return await untilAborted(held.released.promise, signal, onAbort);
    } finally {
      count(-1);
    }
  }

  // What people said when they released this agent, once.
  notesFor(who: Who): readonly string[] {
    const ids = [who.id, `${who.door} ${`${who.name} ${who.version}`.trim()}`];
    // Each is asked: a note is heard by being taken from its list.
    const heard = this.#notes.filter(({ listeners }) => ids.filter((id) => listeners.delete(id)).length > 0);
    this.#notes = this.#notes.filter(({ listeners }) => listeners.size > 0);
    return heard.map(({ text }) => text);
  }

  // For the next answer to it, where this one could not carry them.
  keep(who: Who, notes: readonly string[]): void {
    this.#notes = [...this.#notes, ...notes.map((text) => ({ text, listeners: new Set([who.id]) }))].slice(-MOST_NOTES);
  }

  onChange(listener: (event: HoldEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  #holdOf(id: string, client: string): Hold | undefined {
    return this.list().find(({ target }) => holdsAgent(target, id, client));
  }

  #leave(target: HoldTarget, text: string): void {
    const listeners = this.#connections.list().filter((connection) => holdsConnection(target, connection));
    if (listeners.length === 0) return;
    this.#notes = [...this.#notes, { text, listeners: new Set(listeners.map(({ id }) => id)) }].slice(-MOST_NOTES);
  }

  #report(event: HoldEvent): void {
    this.#connections.heldAs((id, client) => {
      const held = this.#holdOf(id, client);
      return held === undefined ? undefined : held.note === undefined ? {} : { note: held.note };
    });
    for (const listener of [...this.#listeners]) listener(event);
  }
}

function isThing(target: HoldTarget): target is HeldThing {
  return target.kind === 'session' || target.kind === 'terminal';
}

function holdsConnection(target: HoldTarget, { id, client }: ConnectionStatus): boolean {
  return holdsAgent(target, id, client);
}

function holdsAgent(target: HoldTarget, id: string, client: string): boolean {
  if (target.kind === 'everyone') return true;
  return target.kind === 'client' ? isNamed(target.client, client) : target.kind === 'connection' && target.id === id;
}

// client: name and version.
function isNamed(name: string, client: string): boolean {
  const [wanted, whole] = [name.trim().toLowerCase(), client.trim().toLowerCase()];
  return wanted === whole || wanted === whole.replace(/ \S*$/, '');
}

function keyOf(target: HoldTarget): string {
  if (target.kind === 'everyone') return 'everyone';
  if (target.kind === 'client') return JSON.stringify(['client', target.client.trim().toLowerCase()]);
  return JSON.stringify([target.kind, target.id, ...(isThing(target) ? [target.project] : [])]);
}

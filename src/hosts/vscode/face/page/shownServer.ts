// Whose server the page shows: the daemon's while one works through this window, because its agents are the ones at work here; else the window's own.
import type { PersonsDoor } from '../../../../dashboard/persons/personsSession.ts';
import { PersonsSession } from '../../../../dashboard/persons/personsSession.ts';

export interface Servers {
  readonly own: PersonsSession;
  readonly daemon: { readonly pid: number; readonly session: PersonsSession } | undefined;
}

export interface ServersOptions {
  readonly own: PersonsDoor;
  readonly daemons: { readonly pids: readonly number[]; onChange(listener: () => void): Disposable };
  doorOf(pid: number): PersonsDoor;
  readonly onTrouble: (what: string) => void;
}

export class ShownServers implements Servers, Disposable {
  readonly own: PersonsSession;
  readonly #options: ServersOptions;
  readonly #listeners = new Set<() => void>();
  readonly #listening: Disposable;
  #daemon: Servers['daemon'];

  constructor(options: ServersOptions) {
    this.#options = options;
    this.own = new PersonsSession(options.own, options.onTrouble);
    this.#listening = options.daemons.onChange(() => this.#look());
    this.#look();
  }

  get daemon(): Servers['daemon'] {
    return this.#daemon;
  }

  get shown(): PersonsSession {
    return this.#daemon?.session ?? this.own;
  }

  onChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    this.#listeners.clear();
  }

  #look(): void {
    const pid = this.#options.daemons.pids.at(-1);
    if (pid === this.#daemon?.pid) return;
    this.#daemon = pid === undefined ? undefined : { pid, session: new PersonsSession(this.#options.doorOf(pid), this.#options.onTrouble) };
    for (const listener of [...this.#listeners]) listener();
  }
}

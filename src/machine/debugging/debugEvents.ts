// What happens to debug sessions, breakpoints and watches, as whoever listens hears of it: each change of state once, output gathered.
import { milliseconds } from '../../base/waiting/duration.ts';
import type { DebugEvent, DebugSession } from '../../ide/doors/debugging.ts';

// A program may print a line every few microseconds.
const GATHERING = milliseconds(20);

export class DebugEvents {
  readonly #listeners = new Set<(event: DebugEvent) => void>();
  readonly #states = new WeakMap<DebugSession, string>();
  readonly #printed = new Set<DebugSession>();
  #timer: NodeJS.Timeout | undefined;

  listen(listener: (event: DebugEvent) => void): Disposable {
    const own = (event: DebugEvent) => listener(event);
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => this.#listeners.delete(own) };
  }

  report(event: DebugEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  // It may have another state.
  looked(session: DebugSession): void {
    if (this.#listeners.size === 0) return;
    const { state } = session;
    const key = state.state === 'paused' ? `paused ${state.stop.number}` : state.state;
    if (this.#states.get(session) === key) return;
    this.#states.set(session, key);
    this.report({ kind: 'session', session });
  }

  printed(session: DebugSession): void {
    if (this.#listeners.size === 0) return;
    this.#printed.add(session);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const sessions = [...this.#printed];
      this.#printed.clear();
      for (const each of sessions) this.report({ kind: 'output', session: each });
    }, GATHERING);
    this.#timer.unref();
  }
}

// Tells when it is changed.
export class ObservedMap<Key, Value> extends Map<Key, Value> {
  readonly #changed: () => void;

  constructor(changed: () => void) {
    super();
    this.#changed = changed;
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    this.#changed();
    return this;
  }

  override delete(key: Key): boolean {
    const isGone = super.delete(key);
    this.#changed();
    return isGone;
  }

  override clear(): void {
    super.clear();
    this.#changed();
  }
}

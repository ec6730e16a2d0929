// Whether somebody is there to ask: windows come and go, are looked at or forgotten, and one that is loaded anew is not gone.
import type { Clock } from '../../base/waiting/clock.ts';
import { minutes, seconds } from '../../base/waiting/duration.ts';

export interface PersonsWindow extends Disposable {
  // A person has just used it.
  used(): void;
  // Whether it may call a person who is not looking.
  mayNotify(allowed: boolean): void;
  // It was closed on purpose, and is not waited for.
  leave(): void;
}

interface Entry {
  lastUsed: number;
  mayNotify: boolean;
  // It counts for as long as it is open.
  readonly isAttended: boolean;
  // While it is waited for after its connection has ended.
  grace: Disposable | undefined;
}

// As long as a page takes to be loaded anew, also over a slow line.
export const GRACE = seconds(20);
// After that, a window that cannot call anybody shows its questions to an empty chair.
const FORGOTTEN = minutes(10);

export class Presence {
  readonly #clock: Clock;
  readonly #grace: number;
  readonly #onEmpty: () => void;
  readonly #windows = new Set<Entry>();
  readonly #listeners = new Set<() => void>();
  // As it was last reported.
  #wasSomebody = false;
  // When the last one that is used is taken for forgotten.
  #forgetting: Disposable | undefined;

  // onEmpty: the last window has gone, and did not come back in time.
  constructor(clock: Clock, grace: number, onEmpty: () => void) {
    this.#clock = clock;
    this.#grace = grace;
    this.#onEmpty = onEmpty;
  }

  // Somebody would see a question that is asked now.
  get isSomebody(): boolean {
    return [...this.#windows].some(({ isAttended, mayNotify, lastUsed }) => isAttended || mayNotify || this.#clock.steady() - lastUsed < FORGOTTEN);
  }

  // There is a window, whether or not somebody looks at it, or one that may come back.
  get hasWindow(): boolean {
    return this.#windows.size > 0;
  }

  // Somebody has come, or nobody is there any more.
  onChange(listener: () => void): Disposable {
    const own = () => listener();
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => this.#listeners.delete(own) };
  }

  open(isAttended: boolean): PersonsWindow {
    const entry: Entry = { lastUsed: this.#clock.steady(), mayNotify: false, isAttended, grace: undefined };
    this.#windows.add(entry);
    // Whoever was waited for is here again, or somebody else is.
    for (const other of this.#windows) if (other.grace !== undefined) this.#forget(other);
    this.#look();
    return {
      used: () => {
        entry.lastUsed = this.#clock.steady();
        this.#look();
      },
      mayNotify: (allowed) => {
        entry.mayNotify = allowed;
        this.#look();
      },
      leave: () => this.#remove(entry),
      [Symbol.dispose]: () => {
        if (this.#windows.has(entry) && entry.grace === undefined) entry.grace = this.#clock.after(this.#grace, () => this.#remove(entry));
      },
    };
  }

  #remove(entry: Entry): void {
    if (!this.#windows.has(entry)) return;
    this.#forget(entry);
    this.#look();
    if (this.#windows.size === 0) this.#onEmpty();
  }

  #look(): void {
    const { isSomebody } = this;
    this.#forgetting?.[Symbol.dispose]();
    const left = Math.max(...[...this.#windows].map(({ lastUsed }) => lastUsed)) + FORGOTTEN - this.#clock.steady();
    this.#forgetting = left > 0 ? this.#clock.after(left, () => this.#look()) : undefined;
    if (isSomebody === this.#wasSomebody) return;
    this.#wasSomebody = isSomebody;
    for (const listener of [...this.#listeners]) listener();
  }

  #forget(entry: Entry): void {
    entry.grace?.[Symbol.dispose]();
    this.#windows.delete(entry);
  }
}

// When the rows of the history are written: the first of a burst at once, the others together, and the more of them together the faster they come.
import { machineClock } from '../../base/waiting/clock.ts';
import { milliseconds } from '../../base/waiting/duration.ts';

const BETWEEN_WRITES = milliseconds(100);
// While many calls come: what they cost is less the more of them are written together.
const BETWEEN_MANY_WRITES = milliseconds(500);
// Rows in the first of these times, and in the second.
const MANY_AT_ONCE = 8;
const MANY_IN_A_WHILE = (MANY_AT_ONCE * BETWEEN_MANY_WRITES) / BETWEEN_WRITES;

export class WritePace {
  readonly #write: () => void;
  #lastWrite = 0;
  #lastCallWrite = 0;
  // Among the rows to be written.
  #hasCalls = false;
  // Of the rows that were written last.
  #areMany = false;
  // The timer is for a call that does not wait.
  #isSoon = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(write: () => void) {
    this.#write = write;
  }

  // There is a row to write. The first of a burst is written at once, so that a call during which the daemon is killed is known; the rest are gathered.
  // A call does not wait because of the requests with which each client begins.
  later(isCall: boolean): void {
    this.#hasCalls ||= isCall;
    const now = machineClock.steady();
    const between = this.#areMany ? BETWEEN_MANY_WRITES : BETWEEN_WRITES;
    const isDue = isCall && now - this.#lastCallWrite >= between;
    if (this.#timer !== undefined && (!isDue || this.#isSoon)) return;
    clearTimeout(this.#timer);
    this.#isSoon = isDue;
    this.#timer = setTimeout(() => this.#writeNow(), isDue ? 0 : Math.max(0, between - (now - this.#lastWrite))).unref();
  }

  // Somebody writes now, for whatever reason.
  begun(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastWrite = machineClock.steady();
  }

  // Whether so many come that most are pushed out before anybody asks for them.
  areMany(rows: number): boolean {
    this.#areMany = rows > (this.#areMany ? MANY_IN_A_WHILE : MANY_AT_ONCE);
    return this.#areMany;
  }

  #writeNow(): void {
    if (this.#hasCalls) this.#lastCallWrite = machineClock.steady();
    this.#hasCalls = false;
    this.#write();
  }
}

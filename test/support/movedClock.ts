// A clock that stands until a test moves it: what is due happens in its order, and nobody sleeps.
import type { Clock } from '../../src/base/waiting/clock.ts';

export class MovedClock implements Clock {
  #steady = 0;
  #start = Date.parse('2026-11-18T09:00:00.000Z');
  #due: { readonly at: number; readonly work: () => void }[] = [];

  now(): number {
    return this.#start + this.#steady;
  }

  steady(): number {
    return this.#steady;
  }

  // As somebody does, or a server of the time: less time has passed for people, and for nobody else.
  setBack(milliseconds: number): void {
    this.#start -= milliseconds;
  }

  after(milliseconds: number, work: () => void): Disposable {
    const entry = { at: this.#steady + milliseconds, work };
    this.#due.push(entry);
    return {
      [Symbol.dispose]: () => {
        this.#due = this.#due.filter((other) => other !== entry);
      },
    };
  }

  pass(milliseconds: number): void {
    const until = this.#steady + milliseconds;
    for (;;) {
      const [next] = this.#due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#due = this.#due.filter((other) => other !== next);
      this.#steady = next.at;
      next.work();
    }
    this.#steady = until;
  }
}

// A gate through which many may pass together, or one alone.

import { untilAborted } from './abort.ts';
import { deferred } from './deferred.ts';

export class Gate {
  #inside = 0;
  // Everyone who wants to be alone, in turn; those who come later wait behind them.
  #alone: Promise<void> | undefined;
  #empty: (() => void) | undefined;

  async together<Value>(signal: AbortSignal, refused: () => Error, work: () => Promise<Value>): Promise<Value> {
    while (this.#alone !== undefined) await untilAborted(this.#alone, signal, refused);
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      if (this.#inside === 0) this.#empty?.();
    }
  }

  async alone<Value>(signal: AbortSignal, refused: () => Error, work: () => Promise<Value>): Promise<Value> {
    while (this.#alone !== undefined) await untilAborted(this.#alone, signal, refused);
    const done = deferred<void>();
    this.#alone = done.promise;
    try {
      if (this.#inside > 0) {
        const empty = deferred<void>();
        this.#empty = empty.resolve;
        await untilAborted(empty.promise, signal, refused);
      }
      return await work();
    } finally {
      this.#empty = undefined;
      this.#alone = undefined;
      done.resolve();
    }
  }
}

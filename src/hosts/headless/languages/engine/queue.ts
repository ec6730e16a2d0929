// Work that must not overlap, in the order in which it was asked for.
import { untilAborted } from '../../../../base/abort.ts';
import { cancelled } from '../../../../ide/errors.ts';

export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  async run<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    const mine = this.#last.then(() => {
      if (signal.aborted) throw cancelled();
      return work();
    });
    // A failure belongs to the one who asked; those behind wait only for it to be over.
    this.#last = mine.catch(() => {});
    return untilAborted(mine, signal, cancelled);
  }
}

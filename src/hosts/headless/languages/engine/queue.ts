// Work that must not overlap, in the order in which it was asked for.
import { untilAborted } from '../../../../base/waiting/abort.ts';
import { Turns } from '../../../../base/waiting/turns.ts';
import { cancelled } from '../../../../ide/errors/errors.ts';

export class Queue {
  readonly #turns = new Turns();

  async run<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    const mine = this.#turns.take(async () => {
      if (signal.aborted) throw cancelled();
      return work();
    });
    return untilAborted(mine, signal, cancelled);
  }
}

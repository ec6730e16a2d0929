// Long work on the one thread that serves everybody, done in stretches: in between, others have their turn.
import { setImmediate as nextTurn } from 'node:timers/promises';

// Short enough that nobody notices it, long enough that the turns themselves cost nothing.
const LONGEST = 4;

export class Stretch {
  #ends = performance.now() + LONGEST;

  // Asked after each small piece, because waiting costs more than looking at the clock.
  get isOver(): boolean {
    return performance.now() >= this.#ends;
  }

  async rest(): Promise<void> {
    await nextTurn();
    this.#ends = performance.now() + LONGEST;
  }
}

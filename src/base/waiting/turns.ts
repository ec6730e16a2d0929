// One after the other: work that must not overlap waits until what came before it has ended, however that ended.

export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  // When everything that was asked for by now has ended.
  async over(): Promise<void> {
    await this.#last;
  }
}

// For an adapter that goes by the condition or log message that a breakpoint had before: it is taken away first, and then set anew.

export class KeptConditions {
  readonly #keeps: boolean;
  // By the adapter's own place and by line or name, as they were sent last.
  readonly #given = new Map<string, ReadonlyMap<string, string>>();

  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  // Before these are sent: sends those alone that are as they were, where others are not.
  async forget<One extends object>(
    place: string,
    given: readonly One[],
    keyOf: (one: One) => string,
    send: (kept: readonly One[]) => Promise<unknown>,
  ): Promise<void> {
    if (!this.#keeps) return;
    const before = this.#given.get(place);
    this.#given.set(place, new Map(given.map((one) => [keyOf(one), JSON.stringify(one)])));
    const kept = given.filter((one) => (before?.get(keyOf(one)) ?? JSON.stringify(one)) === JSON.stringify(one));
    if (kept.length < given.length) await send(kept);
  }
}

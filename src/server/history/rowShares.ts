// Who has how many rows of a history with room for so many: whoever has the most forgets its oldest, so that nobody pushes out the calls of others.

export class RowShares {
  readonly #size: number;
  #count = 0;
  #added = 0;
  // Ids by owner, oldest first.
  readonly #of = new Map<string, Set<string>>();

  constructor(size: number) {
    this.#size = size;
  }

  // How many there were in all.
  get added(): number {
    return this.#added;
  }

  // Returns which rows are to be forgotten.
  add(owner: string, id: string): readonly string[] {
    const own = this.#of.get(owner) ?? new Set();
    if (own.has(id)) return [];
    this.#of.set(owner, own.add(id));
    this.#count += 1;
    this.#added += 1;
    const forgotten: string[] = [];
    while (this.#count > this.#size) forgotten.push(...this.#oldestOfMost());
    return forgotten;
  }

  remove(owner: string, id: string): void {
    const own = this.#of.get(owner);
    if (own?.delete(id) !== true) return;
    this.#count -= 1;
    if (own.size === 0) this.#of.delete(owner);
  }

  clear(): void {
    this.#of.clear();
    this.#count = 0;
  }

  #oldestOfMost(): readonly string[] {
    let most: [string, Set<string>] | undefined;
    for (const each of this.#of) if (most === undefined || each[1].size > most[1].size) most = each;
    const [oldest] = most?.[1] ?? [];
    if (most === undefined || oldest === undefined) {
      this.#count = 0;
      return [];
    }
    this.remove(most[0], oldest);
    return [oldest];
  }
}

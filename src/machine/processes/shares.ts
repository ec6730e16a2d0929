// How many of a thing one agent and all of them together may have at once, so that none takes everything; and which of those that ended are forgotten.

export interface Share {
  readonly each: number;
  readonly all: number;
}

export interface Owned {
  readonly id: string;
  // The connection that it belongs to; undefined where connections end with each call, and nobody can distinguish their agents.
  readonly owner: string | undefined;
}

// Whose share is full, and what could be ended by whoever asked.
export interface FullShare {
  readonly whose: 'own' | 'all';
  readonly most: number;
  readonly own: readonly string[];
}

export class Shares {
  readonly #share: Share;
  readonly #refusal: (full: FullShare) => Error;
  // Of those that are still on their way: many may be started in one moment.
  readonly #starting = new Map<symbol, string | undefined>();

  constructor(share: Share, refusal: (full: FullShare) => Error) {
    this.#share = share;
    this.#refusal = refusal;
  }

  // Until it is one of the live ones, or could not be started. Throws the refusal.
  reserve(owner: string | undefined, live: readonly Owned[]): Disposable {
    const { each, all } = this.#share;
    const own = live.filter((one) => one.owner === owner).map(({ id }) => id);
    const starting = [...this.#starting.values()];
    if (own.length + starting.filter((one) => one === owner).length >= each) throw this.#refusal({ whose: 'own', most: each, own });
    if (live.length + starting.length >= all) throw this.#refusal({ whose: 'all', most: all, own });
    const place = Symbol();
    this.#starting.set(place, owner);
    return { [Symbol.dispose]: () => this.#starting.delete(place) };
  }
}

// Oldest first, as they came: without those that ended and are more than their owner's share, or more than everybody's.
export function withoutOldest<Thing extends Owned>(things: readonly Thing[], isEnded: (thing: Thing) => boolean, { each, all }: Share): Thing[] {
  const ofOwner = new Map<string | undefined, number>();
  let kept = 0;
  return things
    .toReversed()
    .filter((thing) => {
      if (!isEnded(thing)) return true;
      const own = (ofOwner.get(thing.owner) ?? 0) + 1;
      ofOwner.set(thing.owner, own);
      if (own > each || kept >= all) return false;
      kept++;
      return true;
    })
    .toReversed();
}

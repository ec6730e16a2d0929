// Chance that can be repeated: the same seed makes the same choices on every machine.

export type Chance = (below: number) => number;

// Mulberry32: small, and even enough to choose symbols with.
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export function shuffled<Item>(items: readonly Item[], chance: Chance): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(chance(left.length), 1));
}

// What a list shows while somebody reads in it: what was there stays in its place, and what is new waits above.
import { useRef } from 'preact/hooks';

export interface Held<Item> {
  readonly items: readonly Item[];
  // How many wait above.
  readonly newer: number;
  release(): void;
}

// Items with the newest first.
export function useHeld<Item extends { readonly id: string }>(items: readonly Item[], isHeld: boolean, resetKey: string): Held<Item> {
  const shown = useRef<{ ids: ReadonlySet<string>; resetKey: string } | undefined>(undefined);
  if (shown.current?.resetKey !== resetKey) shown.current = undefined;
  const newer = isHeld && shown.current !== undefined ? newerThan(items, shown.current.ids) : 0;
  if (!isHeld || shown.current === undefined) shown.current = { ids: new Set(items.slice(0, REMEMBERED).map(({ id }) => id)), resetKey };
  return {
    items: newer === 0 ? items : items.slice(newer),
    newer,
    release: () => {
      shown.current = undefined;
    },
  };
}

// Enough of the top to find it again when some of it is removed.
const REMEMBERED = 50;

// How many stand above the first that was there already.
export function newerThan(items: readonly { readonly id: string }[], known: ReadonlySet<string>): number {
  if (known.size === 0) return items.length;
  const first = items.findIndex(({ id }) => known.has(id));
  return first === -1 ? 0 : first;
}

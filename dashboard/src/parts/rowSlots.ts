// Which element shows which row of a long list: a row keeps its element while it is in sight, and one that comes takes the element of one that left.

export class RowSlots {
  // By the row's id.
  #slots = new Map<string, number>();

  // The slots of these rows, each its own; of those that were there before, the one they had.
  assign(ids: readonly string[]): readonly number[] {
    const next = new Map<string, number>();
    for (const id of ids) {
      const known = this.#slots.get(id);
      if (known !== undefined) next.set(id, known);
    }
    const taken = new Set(next.values());
    let free = 0;
    for (const id of ids) {
      if (next.has(id)) continue;
      while (taken.has(free)) free += 1;
      next.set(id, free++);
    }
    this.#slots = next;
    return ids.map((id) => next.get(id) ?? 0);
  }
}

// Elements stand in the order in which they were made. At rest they are put into that of the rows, for whoever hears, selects or searches them.
// The one that has the focus is not touched: it would lose it.
export function inOrder(space: HTMLElement): void {
  const sorted = [...space.children].sort((one, other) => placeOf(one) - placeOf(other));
  const still = sorted.findIndex((row) => row.contains(document.activeElement));
  const anchor = sorted[still];
  if (anchor === undefined) putBefore(space, sorted, space.firstElementChild);
  else {
    putBefore(space, sorted.slice(0, still), space.firstElementChild);
    putBefore(space, sorted.slice(still + 1), anchor.nextElementSibling);
  }
}

// Those that stand there already are not moved.
function putBefore(space: HTMLElement, rows: readonly Element[], first: Element | null): void {
  let next = first;
  for (const row of rows) {
    if (row === next) next = row.nextElementSibling;
    else space.insertBefore(row, next);
  }
}

function placeOf(row: Element): number {
  return Number(row.getAttribute('aria-rowindex'));
}

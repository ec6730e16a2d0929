// Lists that hold something, as the type says.

export type NotEmpty<Item> = readonly [Item, ...Item[]];

export function isNotEmpty<Item>(items: readonly Item[]): items is NotEmpty<Item> {
  return items.length > 0;
}

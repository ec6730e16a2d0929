// Does a row keep its element while it is in sight, and has each its own?
import { expect, test } from 'vitest';
import { RowSlots } from './rowSlots.ts';

test('a row keeps its slot, and one that comes takes that of one that left', () => {
  const slots = new RowSlots();
  expect(slots.assign(['a', 'b', 'c', 'd'])).toEqual([0, 1, 2, 3]);
  expect(slots.assign(['c', 'd', 'e', 'f'])).toEqual([2, 3, 0, 1]);
  // A new one above all others.
  expect(slots.assign(['x', 'c', 'd', 'e'])).toEqual([1, 2, 3, 0]);
  expect(slots.assign(['a', 'x'])).toEqual([0, 1]);
  expect(slots.assign([])).toEqual([]);
});

test('however a list is scrolled, no two rows share an element and no more are needed than rows', () => {
  const slots = new RowSlots();
  let before = new Map<string, number>();
  for (const start of [0, 3, 21, 20, 500, 499, 0, 1]) {
    const ids = Array.from({ length: 47 }, (_, at) => `row ${start + at}`);
    const assigned = slots.assign(ids);
    expect([...assigned].sort((one, other) => one - other)).toEqual(ids.map((_, at) => at));
    for (const [at, id] of ids.entries()) if (before.has(id)) expect(assigned[at]).toBe(before.get(id));
    before = new Map(ids.map((id, at) => [id, assigned[at] ?? -1]));
  }
});

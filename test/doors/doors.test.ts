// Does every door carry every kind of message? Requirements × doors.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doorways } from './doorways.ts';
import { type House, openHouse } from './house.ts';
import { requirements } from './requirements.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

for (const door of doorways) {
  describe(door.name, () => {
    for (const { title, not, check } of requirements) {
      const reason = not?.(door);
      if (reason === undefined) test(title, () => check(house, door));
    }
  });
}

test('what does not apply to a door is little, and has a reason', () => {
  const gaps = doorways.flatMap((door) => requirements.flatMap(({ not }) => not?.(door) ?? []).map((reason) => reason.length > 10));
  expect(gaps.every(Boolean)).toBe(true);
  expect(gaps.length).toBeLessThan(doorways.length * requirements.length * 0.12);
});

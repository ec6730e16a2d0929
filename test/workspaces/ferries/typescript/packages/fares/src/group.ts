// What a group saves.

export const GROUP_SIZE = 8;

// The part of the price that is taken off.
export function groupDiscount(people: number): number {
  return people > GROUP_SIZE ? 0.1 : 0;
}

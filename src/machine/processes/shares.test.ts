// Shares: one agent takes no more than its own, and what it leaves behind pushes out nothing of others.
import { expect, test } from 'vitest';
import { type Owned, Shares, withoutOldest } from './shares.ts';

class Full extends Error {
  readonly full: unknown;

  constructor(full: unknown) {
    super('full');
    this.full = full;
  }
}

const made = (share: { each: number; all: number }) => new Shares(share, (full) => new Full(full));
const of = (owner: string | undefined, ...ids: string[]): Owned[] => ids.map((id) => ({ id, owner }));

test('an agent that has its share learns what it could end, and others go on', () => {
  const shares = made({ each: 2, all: 4 });
  const live = of('a', 'r1', 'r2');
  expect(() => shares.reserve('a', live)).toThrow(expect.objectContaining({ full: { whose: 'own', most: 2, own: ['r1', 'r2'] } }));
  using _ = shares.reserve('b', live);
  expect(() => shares.reserve('c', [...live, ...of('d', 'r3')])).toThrow(expect.objectContaining({ full: { whose: 'all', most: 4, own: [] } }));
});

test('those that are started in one moment count too, until they run or have failed', () => {
  const shares = made({ each: 2, all: 9 });
  const first = shares.reserve('a', []);
  using _ = shares.reserve('a', []);
  expect(() => shares.reserve('a', [])).toThrow('full');
  first[Symbol.dispose]();
  using __ = shares.reserve('a', []);
});

test('agents whose connections end with each call share one share', () => {
  expect(() => made({ each: 1, all: 9 }).reserve(undefined, of(undefined, 'r1'))).toThrow('full');
});

test('of those that ended each agent keeps its last, and all together no more than there is room for', () => {
  const things = [...of('quiet', 'q1'), ...of('loud', 'l1', 'l2', 'l3', 'l4'), ...of('live', 'v1')];
  const kept = (share: { each: number; all: number }) => withoutOldest(things, ({ owner }) => owner !== 'live', share).map(({ id }) => id);
  expect(kept({ each: 2, all: 9 })).toEqual(['q1', 'l3', 'l4', 'v1']);
  expect(kept({ each: 2, all: 2 })).toEqual(['l3', 'l4', 'v1']);
});

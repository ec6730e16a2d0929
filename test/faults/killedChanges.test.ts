// Whether a change over 400 files is whole or not at all when its daemon is killed at moments chosen by chance. Fifty of them: npm run prove.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chanceFrom } from '../../bench/prove/random.ts';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { isHonest, killDuringChanges } from './killedChanges.ts';

let home: Home;
beforeEach(async () => {
  home = await temporaryHome();
});
afterEach(() => home[Symbol.asyncDispose]());

test('a daemon that is killed while it writes: every file is old or every file is new, and the history says which', async () => {
  const outcomes = await killDuringChanges(home, 5, chanceFrom(4));
  expect(outcomes).toHaveLength(5);
  expect(outcomes.filter((outcome) => !isHonest(outcome))).toEqual([]);
});

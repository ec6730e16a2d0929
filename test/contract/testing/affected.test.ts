// A sample of the proof (npm run prove -- --only affected): changes by chance, and the tests that they break are among the chosen.
import { expect, test } from 'vitest';
import { provenAffected } from '../../../bench/prove/affected.ts';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { needs } from '../../support/testTools.ts';

// Any would do; these are small and quick.
const SEED = 1;
const CHANGES = 2;
const LONGEST = minutes(8);

test('the tests that a change breaks are among those that are chosen for it', { timeout: LONGEST }, async (context) => {
  await needs(context, 'boltons');
  const { tests, changes } = await provenAffected(SEED, CHANGES);
  expect(tests).toBeGreaterThan(400);
  expect(changes.map(({ missed }) => missed)).toEqual(changes.map(() => []));
  expect(changes.filter(({ share }) => share > 0.3)).toEqual([]);
});

// Ten agents at once, by chance with a fixed seed; a whole minute of it: npm run prove.
import fc from 'fast-check';
import { test } from 'vitest';
import { workOfTen, workTogether } from './tenAgents.ts';

test('no update is lost, the history is right, and everything is undone in any order that has no conflict', async () => {
  await fc.assert(fc.asyncProperty(workOfTen, workTogether), { seed: 4, numRuns: 4, endOnFailure: true });
});

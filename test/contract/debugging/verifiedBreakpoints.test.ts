// A sample of the proof (npm run prove -- --only breakpoints): lines of real code chosen by chance, and where their programs then stop.
import { expect, test } from 'vitest';
import { goProgram, pythonProgram } from '../../../bench/prove/breakpoints/programs.ts';
import { provenBreakpoints } from '../../../bench/prove/breakpoints/proof.ts';
import { SEED } from '../../../bench/prove/comparison.ts';
import { needs } from '../../support/testTools.ts';

test.for([
  ['Python', ['debugpy', 'node-gyp'], pythonProgram],
  ['Go', ['dlv'], goProgram],
] as const)('in %s, a breakpoint is verified exactly when it is bound, and stops where it says', async ([, tools, open], context) => {
  for (const tool of tools) await needs(context, tool);
  const { set, verified, hit, untrue } = await provenBreakpoints(open, { count: 30, seed: SEED });
  expect(untrue).toEqual([]);
  expect(set).toBe(30);
  expect(verified).toBeGreaterThan(15);
  expect(hit).toBeGreaterThan(8);
});

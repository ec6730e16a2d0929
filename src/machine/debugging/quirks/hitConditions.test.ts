// When a breakpoint with a hit condition stops, of six times that it is reached.
import { expect, test } from 'vitest';
import { isDue } from './hitConditions.ts';

test.for([
  ['3', [3]],
  ['== 3', [3]],
  ['=3', [3]],
  ['>= 3', [3, 4, 5, 6]],
  ['> 3', [4, 5, 6]],
  ['< 3', [1, 2]],
  ['<= 3', [1, 2, 3]],
  ['!= 3', [1, 2, 4, 5, 6]],
  ['% 2', [2, 4, 6]],
  ['%0', []],
] as const)('%s', ([hitCondition, wanted]) => {
  expect([1, 2, 3, 4, 5, 6].filter((hits) => isDue(hitCondition, hits))).toEqual(wanted);
});

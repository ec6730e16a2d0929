// A sample of the proof of refactorings (npm run prove -- --only refactorings), on a package small enough for every run of the tests.
import { expect, test } from 'vitest';
import { openEffectCli } from '../../../bench/corpus.ts';
import { SEED } from '../../../bench/prove/comparison.ts';
import { appeared } from '../../../bench/prove/refactorings/appeared.ts';
import { NONE } from '../../../bench/prove/refactorings/proof.ts';
import { placesBetween } from '../../../bench/prove/refactorings/renamedPlaces.ts';
import { provenTypescript } from '../../../bench/prove/refactorings/typescript.ts';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { needs } from '../../support/testTools.ts';

// A minute on a quiet machine.
const LONGEST = minutes(10);

test('what chance chooses is refactored without a new error, as the engines would, and undone to the last byte', { timeout: LONGEST }, async (context) => {
  await needs(context, 'effect-monorepo');
  const { series } = await provenTypescript(openEffectCli, { ...NONE, renames: 3, takenNames: 2, fileMoves: 1, symbolMoves: 1, signatures: 1 }, SEED);
  expect(series.flatMap(({ wrong }) => wrong)).toEqual([]);
  for (const { what, holds } of series) expect({ what, holds }).toEqual({ what, holds: true });
});

test('the places of a rename are read from what it made', () => {
  const renamed = { from: 'total', to: 'sum' };
  const before = 'import { total } from "./cart.js";\nexport const one = { total, total: total };\n';
  const after = 'import { sum as total } from "./cart.js";\nexport const one = { total: sum, total: sum };\n';
  expect([...placesBetween('a.ts', before, after, renamed)]).toEqual([
    ['a.ts:1:10', 'sum as total'],
    ['a.ts:2:22', 'total: sum'],
    ['a.ts:2:36', 'sum'],
  ]);
  expect(() => placesBetween('a.ts', before, `${after}// more\n`, renamed)).toThrow('differs in more than the name');
});

test('an error is new when it is there more often than before', () => {
  expect(appeared(['a', 'b'], ['a', 'a', 'b'])).toEqual(['a']);
  expect(appeared(['a', 'a'], ['a'])).toEqual([]);
});

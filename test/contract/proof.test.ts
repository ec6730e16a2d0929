// A sample of the proof (npm run prove): symbols chosen by chance in large repositories, asked of the bare engine and of the built program.
import { expect, test } from 'vitest';
import { pythonStart, typescriptStart } from '../../bench/bareEngine.ts';
import { openDjango, openEffect } from '../../bench/corpus.ts';
import { compared, SEED } from '../../bench/prove/comparison.ts';
import { isExplained } from '../../bench/prove/explanations.ts';
import { minutes } from '../../src/base/waiting/duration.ts';
import { needs } from '../support/testTools.ts';

// A minute on a quiet machine.
const LONGEST = minutes(10);

// The beginning of the proof, as far as it takes some seconds; the whole takes minutes, most of them in Python.
test.for([
  ['TypeScript', 'effect', openEffect, typescriptStart, 12],
  ['Python', 'django', openDjango, pythonStart, 5],
] as const)(
  'in %s, answers about symbols chosen by chance are the engine’s own or say why not',
  { timeout: LONGEST },
  async ([, tool, open, how, count], context) => {
    await needs(context, tool);
    await using corpus = await open();
    const { answers, places, differences } = await compared(corpus, how(), { count, seed: SEED });
    expect(answers).toBe(count * 4);
    expect(places).toBeGreaterThan(100);
    expect(differences.filter(({ explained }) => !explained)).toEqual([]);
  },
);

test('a difference is explained only by a saying that covers it', () => {
  const compared = {
    tool: 'find_implementations',
    said: ['Left out: its own declaration.'],
    engines: ['typescript 7.0.2'],
    declared: ['a.ts:1:1'],
    ending: '.ts',
  };
  expect(isExplained(compared, ['a.ts:1:1'], [])).toBe(true);
  expect(isExplained(compared, ['a.ts:1:1', 'b.ts:2:2'], [])).toBe(false);
  expect(isExplained({ ...compared, said: [] }, ['a.ts:1:1'], [])).toBe(false);
  expect(isExplained({ ...compared, said: ['Left out: 1 import or re-export that typescript 7.0.2 counts too.'] }, ['b.ts:2:2'], [])).toBe(true);
  expect(isExplained({ ...compared, said: ['Left out: 1 import or re-export that typescript 7.0.2 counts too.'] }, ['b.ts:2:2', 'c.ts:3:3'], [])).toBe(false);
});

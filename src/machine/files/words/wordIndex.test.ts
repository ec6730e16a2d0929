// The index answers like a map from files to sets of words, through any sequence of changes.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WordIndex } from './wordIndex.ts';

test('any sequence of files put and removed', () => {
  const file = fc.integer({ min: 0, max: 30 }).map((number) => `file${number}`);
  const words = fc.uniqueArray(
    fc.integer({ min: 1, max: 400 }).map((number) => number * 7_919 + (number % 3) * 2 ** 40),
    { maxLength: 60 },
  );
  const step = fc.oneof(fc.record({ file, words }), fc.record({ file }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const index = new WordIndex();
      const model = new Map<string, Set<number>>();
      for (const one of steps) {
        if ('words' in one) {
          index.put(one.file, one.words);
          model.set(one.file, new Set(one.words));
        } else {
          index.remove(one.file);
          model.delete(one.file);
        }
      }
      expect(index.fileCount).toBe(model.size);
      for (const word of new Set([...model.values()].flatMap((set) => [...set])).add(13)) {
        const expected = [...model].flatMap(([name, set]) => (set.has(word) ? [name] : []));
        expect(index.filesWith(word).sort()).toEqual(expected.sort());
      }
    }),
  );
});

test('a file that changes a thousand times leaves no trace of its past', () => {
  const index = new WordIndex();
  for (let file = 0; file < 50; file++) index.put(`still${file}`, wordsFrom(file * 100));
  for (let round = 0; round < 1_000; round++) index.put('busy', wordsFrom(10_000 + round));
  const memory = index.memory;
  for (let round = 1_000; round < 3_000; round++) index.put('busy', wordsFrom(10_000 + (round % 1_000)));
  expect(index.memory).toBeLessThanOrEqual(memory * 2);
  expect(index.filesWith(10_999)).toEqual(['busy']);
  expect(index.filesWith(10_998)).toEqual([]);
  expect(index.filesWith(105)).toEqual(['still1']);
});

function wordsFrom(first: number): number[] {
  return Array.from({ length: 100 }, (_, index) => first + index);
}

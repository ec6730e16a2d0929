// How deep a tree is grown: as far as it can be shown.
import { expect, test } from 'vitest';
import { growTree, levelsNote } from './hierarchy.ts';

// Every item has ten children: its own number and a digit.
function tenfold(budget: number) {
  const asked: string[] = [];
  const growth = {
    depth: 4,
    budget,
    async childrenOf(item: string) {
      asked.push(item);
      return Array.from({ length: 10 }, (_, digit) => `${item}${digit}`);
    },
    keyOf: (item: string) => item,
    isFollowed: () => true,
  };
  return { asked, growth };
}

test('levels are grown while they can be shown', async () => {
  const { asked, growth } = tenfold(100_000);
  const { trees, isCutShort } = await growTree('', { ...growth, depth: 2 });
  expect(isCutShort).toBe(false);
  expect(trees).toHaveLength(10);
  expect(trees[3]?.children.map(({ item }) => item)).toEqual(['30', '31', '32', '33', '34', '35', '36', '37', '38', '39']);
  expect(asked).toHaveLength(11);
});

test('of a level that cannot be shown only so much is asked for as is needed to know that', async () => {
  const { asked, growth } = tenfold(2_000);
  const grown = await growTree('', growth);
  expect(grown.isCutShort).toBe(true);
  // The first two levels are 110 rows; the first answers of the third are too many.
  expect(asked.length).toBeLessThan(20);
  expect(grown.trees[0]?.children).toHaveLength(10);
  expect(grown.trees[0]?.children[0]).toMatchObject({ item: '00', cut: 'not followed', children: [] });
  expect(levelsNote(2, grown, '', 'functions')).toEqual(['What is deeper than 2 levels does not fit; ask about one of the functions for more.']);
});

test('the first level is always whole: it comes in pages', async () => {
  const { growth } = tenfold(20);
  const { trees, isCutShort } = await growTree('', growth);
  expect(trees).toHaveLength(10);
  expect(isCutShort).toBe(true);
});

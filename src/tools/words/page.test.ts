// Paging, for any rows, page sizes and budgets.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageOf, weighJson } from './page.ts';

interface Question {
  readonly rows: readonly string[];
  readonly pageSize: number | undefined;
  readonly budget: number;
}

const question: fc.Arbitrary<Question> = fc.record({
  rows: fc.array(fc.string({ maxLength: 40 }), { maxLength: 120 }),
  pageSize: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
  // Room for at least one row of forty of the dearest characters.
  budget: fc.integer({ min: 80, max: 2_000 }),
});

function turn({ rows, pageSize, budget }: Question, cursor?: string, query = 'total') {
  return pageOf({ tool: 'search_symbols', input: { query, cursor, page_size: pageSize }, rows, weigh: weighJson, budget });
}

test('every row comes once and in order, and no page is over its size or budget', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const seen: string[] = [];
      for (let cursor: string | undefined, turns = 0; turns === 0 || cursor !== undefined; turns++) {
        const page = turn(asked, cursor);
        expect(page.rows.length).toBeLessThanOrEqual(asked.pageSize ?? 500);
        expect(page.rows.reduce((sum, row) => sum + weighJson(row), 0)).toBeLessThanOrEqual(asked.budget);
        expect(page.turn.stale).toBeUndefined();
        seen.push(...page.rows);
        cursor = page.turn.cursor;
      }
      expect(seen).toEqual(asked.rows);
    }),
  );
});

test('a cursor is opaque but constant: the same one shows the same rows', () => {
  const asked = { rows: Array.from({ length: 50 }, (_, index) => `row ${index}`), pageSize: 20, budget: 1_000 };
  const { cursor } = turn(asked).turn;
  expect(turn(asked, cursor)).toEqual(turn(asked, cursor));
  expect(turn(asked, cursor).rows[0]).toBe('row 20');
});

test('after a change the page at the same place of the new rows comes, and says that it is stale', () => {
  const asked = { rows: Array.from({ length: 50 }, (_, index) => `row ${index}`), pageSize: 20, budget: 1_000 };
  const { cursor } = turn(asked).turn;
  expect(turn({ ...asked, rows: ['new', ...asked.rows] }, cursor)).toMatchObject({ rows: { 0: 'row 19' }, turn: { stale: true } });
  // The new rows may end before the place.
  expect(turn({ ...asked, rows: ['only'] }, cursor)).toEqual({ rows: [], isFirst: false, turn: { stale: true } });
});

test.each(['', 'x', '1.2.3', 'zzzzzzz.AAAAAAAA.AAAAAAAA'])('%j is not a cursor', (cursor) => {
  expect(() => turn({ rows: ['a', 'b'], pageSize: 1, budget: 100 }, cursor)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
});

test('a cursor belongs to its arguments', () => {
  const asked = { rows: ['a', 'b'], pageSize: 1, budget: 100 };
  const { cursor } = turn(asked).turn;
  expect(() => turn(asked, cursor, 'other')).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
});

// Pages of the protocol's lists: whole unless asked for less, stable, and strict about cursors.
import { expect, test } from 'vitest';
import { listPage, PAGE_SIZE_META_KEY } from './listPage.ts';

const items = ['a', 'b', 'c', 'd', 'e'];

test('without a page size the whole list is returned', () => {
  expect(listPage(items, undefined, undefined)).toEqual({ items });
  expect(listPage(items, undefined, { [PAGE_SIZE_META_KEY]: 'nonsense' })).toEqual({ items });
});

test('the pages follow one another and end', () => {
  const seen: string[] = [];
  let page = listPage(items, undefined, { [PAGE_SIZE_META_KEY]: 2 });
  seen.push(...page.items);
  while (page.nextCursor !== undefined) {
    expect(listPage(items, page.nextCursor, undefined)).toEqual(listPage(items, page.nextCursor, undefined));
    page = listPage(items, page.nextCursor, undefined);
    seen.push(...page.items);
  }
  expect(seen).toEqual(items);
});

test.each(['', 'zzz', Buffer.from('0:2').toString('base64url'), Buffer.from('99:2').toString('base64url'), Buffer.from('2:0').toString('base64url')])(
  'the cursor %j is refused',
  (cursor) => {
    expect(() => listPage(items, cursor, undefined)).toThrow(/not one of this list/);
  },
);

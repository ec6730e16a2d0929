// Through the front door: an agent knows a name, or part of one.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { agentOn } from '../../../test/support/check.ts';

const SHOP = `
// @file src/cart.ts
export class Cart {
  total(): number {
    return 1;
  }
}
export function totalOf(cart: Cart) {}
export const subtotal = 1;
// @file test/cart.test.ts
export function total() {}
// @file node_modules/lib/index.ts
export function total() {}
`;
const names = z
  .object({ symbols: z.array(z.object({ name: z.string(), file: z.string() })) })
  .transform(({ symbols }) => symbols.map(({ name, file }) => `${name} ${file}`));

test('finds symbols fuzzily, exact names first, without libraries', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('search_symbols', { query: 'total' });
  expect(value).toEqual({
    total: 4,
    symbols: [
      { name: 'total', kind: 'method', container: 'Cart', file: 'src/cart.ts', line: 2, column: 3 },
      { name: 'total', kind: 'function', file: 'test/cart.test.ts', line: 1, column: 17 },
      { name: 'totalOf', kind: 'function', file: 'src/cart.ts', line: 6, column: 17 },
      { name: 'subtotal', kind: 'constant', file: 'src/cart.ts', line: 7, column: 14 },
    ],
    complete: true,
    engine: 'scripted 1.0',
  });
  expect(text).toContain('method Cart/total  src/cart.ts:2');
});

test('of one name, what is declared for others comes before members, variables and tests', async () => {
  await using agent = await agentOn(`
// @file a.test.ts
export function ref() {}
// @file b.ts
export const ref = 1;
// @file c.ts
export class Node {
  ref() {}
}
// @file d.ts
export function ref() {}
`);
  expect(names.parse((await agent.call('search_symbols', { query: 'ref' })).value)).toEqual(['ref d.ts', 'ref c.ts', 'ref b.ts', 'ref a.test.ts']);
  expect(await agent.refusal('find_references', { symbol: { name: 'ref' } })).toMatchObject({
    error: 'ambiguous_symbol',
    candidates: [{ file: 'd.ts' }, { file: 'c.ts' }, { file: 'b.ts' }, { file: 'a.test.ts' }],
  });
});

test('finds by kind; a constant is a variable too', async () => {
  await using agent = await agentOn(SHOP);
  expect(names.parse((await agent.call('search_symbols', { query: 'total', kind: 'function' })).value)).toEqual([
    'total test/cart.test.ts',
    'totalOf src/cart.ts',
  ]);
  expect(names.parse((await agent.call('search_symbols', { query: 'total', kind: 'variable' })).value)).toEqual(['subtotal src/cart.ts']);
});

test('finds under a folder or in a file', async () => {
  await using agent = await agentOn(SHOP);
  expect(names.parse((await agent.call('search_symbols', { query: 'total', under: 'test' })).value)).toEqual(['total test/cart.test.ts']);
  expect(names.parse((await agent.call('search_symbols', { query: 'total', under: 'test/cart.test.ts' })).value)).toEqual(['total test/cart.test.ts']);
});

test('finds in libraries when asked', async () => {
  await using agent = await agentOn(SHOP);
  expect(names.parse((await agent.call('search_symbols', { query: 'total', include_libraries: true })).value)).toContain('total node_modules/lib/index.ts');
});

test('pages, and each row comes once', async () => {
  await using agent = await agentOn(SHOP);
  const first = await agent.call('search_symbols', { query: 'total', page_size: 3 });
  const second = await agent.call('search_symbols', { query: 'total', page_size: 3, cursor: first.value['cursor'] });
  expect([...names.parse(first.value), ...names.parse(second.value)]).toHaveLength(4);
  expect(second.value).not.toHaveProperty('cursor');
});

test('nothing found is an answer; a query without letters or an unknown kind is not a question', async () => {
  await using agent = await agentOn(SHOP);
  expect((await agent.call('search_symbols', { query: 'zzz' })).value).toMatchObject({ total: 0, symbols: [], complete: true });
  expect(await agent.refusal('search_symbols', { query: '' })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('search_symbols', { query: 'total', kind: 'klass' })).toMatchObject({
    error: 'invalid_arguments',
    message: expect.stringContaining('class'),
  });
  expect(await agent.refusal('search_symbols', { query: 'total', under: '../elsewhere' })).toMatchObject({ error: 'outside_project' });
  expect(await agent.refusal('search_symbols', { query: 'total', under: 'tets' })).toMatchObject({ error: 'file_not_found' });
});

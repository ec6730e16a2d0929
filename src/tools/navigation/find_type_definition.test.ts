// Through the front door: an agent asks where the type of something is declared.
import { expect, test } from 'vitest';
import { agentOn, check } from '../../../test/support/check.ts';
import { findTypeDefinition } from './find_type_definition.ts';

const SHOP = `
// @file cart.ts
export class Cart {
  items = 1;
}
// @file main.ts
import { Cart } from './cart.ts';
const cart: Cart = new Cart();
const count = 1;
`;

test('leads from a variable to its class in another file', () =>
  check(
    findTypeDefinition,
    `
// @file cart.ts
export class Cart {}
//           ^^^^
// @file main.ts
import { Cart } from './cart.ts';
const ca$0rt = new Cart();
`,
  ));

test('shows the first lines of the type', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('find_type_definition', { symbol: { file: 'main.ts', line: 2, name: 'cart' } });
  expect(value).toEqual({
    symbol: { name: 'cart', file: 'main.ts', line: 2, column: 7 },
    types: [{ file: 'cart.ts', line: 1, column: 14, preview: 'export class Cart {\n  items = 1;\n}' }],
    complete: true,
    engine: 'scripted 1.0',
  });
  expect(text).toBe('Type of cart\ncart.ts:1:14\nexport class Cart {\n  items = 1;\n}');
});

test('a type without a declaration is an answer that says where to look', async () => {
  await using agent = await agentOn(SHOP);
  const { value } = await agent.call('find_type_definition', { symbol: { file: 'main.ts', line: 3, name: 'count' } });
  expect(value).toMatchObject({ types: [], complete: true, notes: [expect.stringContaining('inspect_symbol')] });
});

test('an engine that still loads does not claim that there is no declaration', async () => {
  await using agent = await agentOn(SHOP, { script: { incomplete: 'loading' } });
  const { value } = await agent.call('find_type_definition', { symbol: { file: 'main.ts', line: 3, name: 'count' } });
  expect(value).toMatchObject({ types: [], complete: false, why: 'loading' });
  expect(value).not.toHaveProperty('notes');
});

test('a line without a name is refused', async () => {
  await using agent = await agentOn(SHOP);
  expect(await agent.refusal('find_type_definition', { symbol: { file: 'cart.ts', line: 3 } })).toMatchObject({ error: 'no_name_on_line' });
});

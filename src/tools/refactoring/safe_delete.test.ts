// Through the front door: an agent deletes what nobody uses.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const CART = `
// @file cart.ts
export function total() {
  return 1;
}
export function unused() {
  return unused();
}
// @file main.ts
import { total } from './cart.ts';
total();
// @file shop.py
def unused():
    return 1
`;

test('a declaration that only itself uses goes', async () => {
  await using agent = await agentOn(CART);
  const { value } = await agent.call('safe_delete', { symbol: { file: 'cart.ts', name: 'unused' } });
  expect(value).toMatchObject({ applied: true, files: [{ file: 'cart.ts', kind: 'changed', added: 0, removed: 3 }] });
  expect(value).not.toHaveProperty('uses');
});

test('one that is used stays, unless it is forced', async () => {
  await using agent = await agentOn(CART);
  const refusal = await agent.refusal('safe_delete', { symbol: { file: 'cart.ts', name: 'total' } });
  expect(refusal).toMatchObject({
    error: 'still_used',
    total: 2,
    uses: [
      { file: 'main.ts', line: 1 },
      { file: 'main.ts', line: 2, text: 'total();' },
    ],
  });
  const { value, text } = await agent.call('safe_delete', { symbol: { file: 'cart.ts', name: 'total' }, force: true });
  expect(value).toMatchObject({ applied: true, uses: { length: 2 } });
  expect(text).toContain('used main.ts:2  total();');
});

test('a file that is imported stays, one that is not goes', async () => {
  await using agent = await agentOn(CART);
  expect(await agent.refusal('safe_delete', { file: 'cart.ts' })).toMatchObject({
    error: 'still_used',
    uses: expect.arrayContaining([{ file: 'main.ts', line: 1, text: "import { total } from './cart.ts';" }]),
  });
  expect((await agent.call('safe_delete', { file: 'main.ts' })).value).toMatchObject({ files: [{ file: 'main.ts', kind: 'deleted' }] });
});

test('where the engine does not know what belongs to a declaration, its lines go', async () => {
  await using agent = await agentOn(CART);
  expect((await agent.call('safe_delete', { symbol: { file: 'shop.py', name: 'unused' }, preview: true })).value).toMatchObject({
    applied: false,
    files: [{ file: 'shop.py', added: 0, removed: 2 }],
  });
});

test('nothing goes while uses may be unknown, and either a symbol or a file must be named', async () => {
  await using agent = await agentOn(CART, { script: { incomplete: 'still loading.' } });
  const unused = { symbol: { file: 'cart.ts', line: 4, name: 'unused' } };
  expect(await agent.refusal('safe_delete', unused)).toMatchObject({ error: 'knowledge_incomplete' });
  expect((await agent.call('safe_delete', { ...unused, allow_incomplete: true })).value).toMatchObject({
    applied: true,
    notes: ['Not every use is known: still loading.'],
  });
  expect(await agent.refusal('safe_delete', {})).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('safe_delete', { ...unused, file: 'cart.ts' })).toMatchObject({ error: 'invalid_arguments' });
});

test('a file that a page, a style or a component names by its path stays, and who names it otherwise is said', async () => {
  await using agent = await agentOn(`
// @file public/icons.svg
<svg></svg>
// @file public/alone.svg
<svg></svg>
// @file src/app.tsx
export const app = () => <use href="/icons.svg#one" />;
// @file README.md
The picture alone.svg is drawn by hand.
`);
  const refusal = await agent.refusal('safe_delete', { file: 'public/icons.svg' });
  expect(refusal).toMatchObject({ error: 'still_used', uses: [{ file: 'src/app.tsx', line: 1 }] });
  const { value } = await agent.call('safe_delete', { file: 'public/alone.svg' });
  expect(value).toMatchObject({ applied: true, notes: ['These write alone.svg too, and were left as they are: README.md'] });
});

// Through the front door: an agent gives a function other parameters.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const CART = `
// @file cart.ts
export function total(price: number, rate: number) {
  return price * rate;
}
// @file main.ts
import { total } from './cart.ts';
total(1, 2);
// @file shop.py
def total(price):
    return price
`;
const symbol = { file: 'cart.ts', name: 'total' };

test('parameters change places and calls follow, as one change that can be undone', async () => {
  await using agent = await agentOn(CART);
  const { value } = await agent.call('change_signature', {
    symbol,
    parameters: [{ name: 'factor', from: 'rate' }, { name: 'price' }, { name: 'note', type: 'string', value: "''" }],
  });
  expect(value).toMatchObject({ applied: true, edits: 2, files: [{ file: 'cart.ts' }, { file: 'main.ts' }] });
  expect(value).not.toHaveProperty('left');
  const { value: change } = await agent.call('list_changes', { change_id: value['changeId'] });
  expect(JSON.stringify(change)).toContain('change parameters of total');
  expect((await agent.call('undo', { change_id: value['changeId'] })).value).toMatchObject({ applied: true });
});

test('a preview shows the diff and writes nothing', async () => {
  await using agent = await agentOn(CART);
  const { value } = await agent.call('change_signature', { symbol, parameters: [{ name: 'rate' }, { name: 'price' }], preview: true });
  expect(value).toMatchObject({ applied: false, diff: expect.stringContaining('+total(2, 1);') });
});

test('places that cannot follow are listed; force leaves them', async () => {
  await using agent = await agentOn(`${CART}
// @file other.ts
import { total } from './cart.ts';
[1].map(total);
`);
  const given = { symbol, parameters: [{ name: 'rate' }, { name: 'price' }] };
  expect(await agent.refusal('change_signature', given)).toMatchObject({
    error: 'signature_conflicts',
    total: 1,
    conflicts: [{ file: 'other.ts', line: 2, text: '[1].map(total);', why: 'it is used as a value' }],
  });
  const { value, text } = await agent.call('change_signature', { ...given, force: true });
  expect(value).toMatchObject({ applied: true, left: [{ file: 'other.ts', line: 2 }] });
  expect(text).toContain('LEFT other.ts:2  [1].map(total);  (it is used as a value)');
});

test('nothing changes while uses may be unknown', async () => {
  await using agent = await agentOn(CART, { script: { incomplete: 'still loading.' } });
  const given = { symbol: { file: 'cart.ts', line: 1, name: 'total' }, parameters: [{ name: 'rate' }, { name: 'price' }] };
  expect(await agent.refusal('change_signature', given)).toMatchObject({ error: 'knowledge_incomplete' });
  expect((await agent.call('change_signature', { ...given, allow_incomplete: true })).value).toMatchObject({ applied: true });
});

test('what is wrong with the wish is said', async () => {
  await using agent = await agentOn(CART);
  const refusal = (parameters: unknown) => agent.refusal('change_signature', { symbol, parameters });
  expect(await refusal([{ name: 'x', from: 'nothing' }])).toMatchObject({
    error: 'refactoring_refused',
    message: expect.stringContaining('they are price, rate'),
  });
  expect(await refusal([{ name: 'price' }, { name: 'price' }])).toMatchObject({ error: 'refactoring_refused' });
  expect(await refusal([{ old: 'price' }])).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('change_signature', { symbol: { file: 'shop.py', name: 'total' }, parameters: [] })).toMatchObject({ error: 'unsupported' });
});

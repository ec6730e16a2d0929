// Through the front door: an agent shows a person what a file would become.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const CART = `
// @file cart.ts
export const one = 1;
`;

const textOf = async (agent: Awaited<ReturnType<typeof agentOn>>) => (await agent.ide.documents.read(agent.ide.documents.uriOf('cart.ts'))).text;

test('returns the text that was accepted, and writes nothing', async () => {
  await using agent = await agentOn(CART, { person: () => ({ decision: 'accept' }) });
  const before = await textOf(agent);
  const { value, text } = await agent.call('open_diff', { file: 'cart.ts', text: 'export const one = 2;\n' });
  expect(value).toEqual({ file: 'cart.ts', accepted: true, text: 'export const one = 2;\n' });
  expect(text).toBe('cart.ts: accepted. The final text:\nexport const one = 2;\n');
  expect(await textOf(agent)).toBe(before);
});

test('returns what the person made of it, also of a file that is not there yet', async () => {
  await using agent = await agentOn(CART, { person: () => ({ decision: 'accept', texts: { 'new.ts': 'mine\n' } }) });
  expect((await agent.call('open_diff', { file: 'new.ts', text: 'yours\n' })).value).toEqual({ file: 'new.ts', accepted: true, changed: true, text: 'mine\n' });
});

test('no is an answer, with the reason', async () => {
  await using agent = await agentOn(CART, { person: () => ({ decision: 'reject', reason: 'ugly' }) });
  const { value, text } = await agent.call('open_diff', { file: 'cart.ts', text: 'x' });
  expect(value).toEqual({ file: 'cart.ts', accepted: false, why: 'ugly' });
  expect(text).toBe('cart.ts: not accepted, ugly.');
});

test('a folder and a text that is there already are refused, and nobody there is an error', async () => {
  await using agent = await agentOn(CART);
  expect(await agent.refusal('open_diff', { file: '.', text: 'x' })).toMatchObject({ error: 'is_a_folder' });
  expect(await agent.refusal('open_diff', { file: 'cart.ts', text: await textOf(agent) })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('open_diff', { file: 'cart.ts', text: 'x' })).toMatchObject({
    error: 'not_permitted',
    message: expect.stringContaining('nobody is there'),
  });
});

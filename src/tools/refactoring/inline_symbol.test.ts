// Through the front door: an agent puts a constant where it is used.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const CART = '// @file cart.ts\nconst one = 1;\nexport const total = one + 2;\n// @file cart.py\none = 1\n';
const ONE = { symbol: { file: 'cart.ts', line: 1, name: 'one' } };

test('replaces the uses and takes the declaration away', async () => {
  await using agent = await agentOn(CART);
  expect((await agent.call('inline_symbol', ONE)).value).toMatchObject({ applied: true, edits: 2 });
  expect((await agent.ide.documents.read(agent.ide.documents.uriOf('cart.ts'))).text).toContain('export const total = 1 + 2;');
});

test('does nothing while uses may be unknown, unless it is asked to', async () => {
  await using agent = await agentOn(CART, { script: { incomplete: 'still loading.' } });
  expect(await agent.refusal('inline_symbol', ONE)).toMatchObject({ error: 'knowledge_incomplete' });
  const { value } = await agent.call('inline_symbol', { ...ONE, allow_incomplete: true, preview: true });
  expect(value).toMatchObject({ applied: false, notes: ['Not every use is known: still loading.'] });
});

test('refuses what has no value, and other languages', async () => {
  await using agent = await agentOn(`${CART}// @file main.ts\nexport function run() {\n}\nrun();\n`);
  expect(await agent.refusal('inline_symbol', { symbol: { file: 'main.ts', line: 3, name: 'run' } })).toMatchObject({ error: 'refactoring_refused' });
  expect(await agent.refusal('inline_symbol', { symbol: { file: 'cart.py', line: 1, name: 'one' } })).toMatchObject({ error: 'unsupported' });
});

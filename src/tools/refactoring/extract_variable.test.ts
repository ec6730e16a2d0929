// Through the front door: an agent makes a constant of an expression.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const CART = '// @file cart.ts\nexport const total = 1 + 2;\nexport const again = 1 + 2;\n';
const SELECTION = { file: 'cart.ts', start_line: 1, start_column: 22, end_line: 1, end_column: 27, name: 'sum' };

test('replaces the selected expression', async () => {
  await using agent = await agentOn(CART);
  expect((await agent.call('extract_variable', SELECTION)).value).toMatchObject({ applied: true, edits: 2 });
  const { text } = await agent.ide.documents.read(agent.ide.documents.uriOf('cart.ts'));
  expect(text).toBe('const sum = 1 + 2;\nexport const total = sum;\nexport const again = 1 + 2;\n');
});

test('replaces every occurrence on request', async () => {
  await using agent = await agentOn(CART);
  expect((await agent.call('extract_variable', { ...SELECTION, all_occurrences: true })).value).toMatchObject({ edits: 3 });
  const { text } = await agent.ide.documents.read(agent.ide.documents.uriOf('cart.ts'));
  expect(text).toBe('const sum = 1 + 2;\nexport const total = sum;\nexport const again = sum;\n');
});

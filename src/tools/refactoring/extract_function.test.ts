// Through the front door: an agent makes a function of selected code.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const CART = '// @file cart.ts\nexport const total = 1 + 2;\n';
const SELECTION = { file: 'cart.ts', start_line: 1, start_column: 22, end_line: 1, end_column: 27 };

test('replaces the selection by a call of the new function', async () => {
  await using agent = await agentOn(CART);
  const { value, text } = await agent.call('extract_function', { ...SELECTION, name: 'sum' });
  expect(value).toMatchObject({ applied: true, changeId: 'change1', edits: 2, newErrors: [] });
  expect(text).toContain('Done (change change1)');
  const { text: after } = await agent.ide.documents.read(agent.ide.documents.uriOf('cart.ts'));
  expect(after).toBe('export const total = sum();\nfunction sum() {\n  return 1 + 2;\n}\n');
});

test('selects whole lines where columns are left out', async () => {
  await using agent = await agentOn('// @file cart.ts\nexport const total =\n    1 +\n    2  \n  ;\n');
  await agent.call('extract_function', { file: 'cart.ts', start_line: 2, end_line: 3, name: 'sum' });
  const { text } = await agent.ide.documents.read(agent.ide.documents.uriOf('cart.ts'));
  expect(text).toBe('export const total =\n    sum()  \n  ;\nfunction sum() {\n  return 1 +\n    2;\n}\n');
});

test('a preview writes nothing', async () => {
  await using agent = await agentOn(CART);
  const { value } = await agent.call('extract_function', { ...SELECTION, name: 'sum', preview: true });
  expect(value).toMatchObject({ applied: false, diff: expect.stringContaining('+function sum() {') });
  expect((await agent.ide.documents.read(agent.ide.documents.uriOf('cart.ts'))).text).toContain('1 + 2;');
});

test('says what is wrong with a place, a name or a language', async () => {
  await using agent = await agentOn(`${CART}// @file cart.py\ntotal = 1 + 2\n`);
  expect(await agent.refusal('extract_function', { ...SELECTION, start_line: 90, end_line: 91, name: 'sum' })).toMatchObject({ error: 'line_out_of_range' });
  expect(await agent.refusal('extract_function', { ...SELECTION, name: 'total' })).toMatchObject({ error: 'refactoring_refused' });
  expect(await agent.refusal('extract_function', { ...SELECTION, file: 'cart.py', name: 'sum' })).toMatchObject({ error: 'unsupported' });
});

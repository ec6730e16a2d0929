// Through the front door: an agent moves a declaration to another file.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const CART = '// @file cart.ts\nexport const one = 1;\nexport const two = 2;\n// @file other.ts\nexport const three = 3;\n';
const ONE = { symbol: { file: 'cart.ts', line: 1, name: 'one' } };

test('to a file that is there, and to one that is not', async () => {
  await using agent = await agentOn(CART);
  const read = async (file: string) => (await agent.ide.documents.read(agent.ide.documents.uriOf(file))).text;
  expect((await agent.call('move_symbol', { ...ONE, to_file: 'other.ts' })).value).toMatchObject({ applied: true });
  expect([await read('cart.ts'), await read('other.ts')]).toEqual(['export const two = 2;', 'export const three = 3;\nexport const one = 1;\n']);
  const { value } = await agent.call('move_symbol', { symbol: { file: 'cart.ts', line: 1, name: 'two' }, to_file: 'fresh.ts' });
  expect(value).toMatchObject({ files: expect.arrayContaining([{ file: 'fresh.ts', kind: 'created', added: 1, removed: 0 }]) });
});

test('refuses a folder, a place outside of the project and half knowledge', async () => {
  await using agent = await agentOn(CART, { script: { incomplete: 'still loading.' } });
  expect(await agent.refusal('move_symbol', { ...ONE, to_file: 'folder/' })).toMatchObject({ error: 'is_a_folder' });
  expect(await agent.refusal('move_symbol', { ...ONE, to_file: '../out.ts' })).toMatchObject({ error: 'outside_project' });
  expect(await agent.refusal('move_symbol', { ...ONE, to_file: 'other.ts' })).toMatchObject({ error: 'knowledge_incomplete' });
});

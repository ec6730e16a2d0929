// Through the front door: an agent edits a declaration by its name.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SOURCE = `
// @file cart.ts
// What is bought.
export class Cart {
  // The sum.
  total() {
    return 1;
  }
}
// @file main.ts
import { Cart } from './cart.ts';
new Cart().total();
`;

type Agent = Awaited<ReturnType<typeof agentOn>>;
const textOf = async (agent: Agent) => (await agent.ide.documents.read(agent.ide.documents.uriOf('cart.ts'))).text;

test('a body, pointed at by name, as an undoable change', async () => {
  await using agent = await agentOn(SOURCE);
  const { value, text } = await agent.call('edit_symbol', { symbol: { name: 'Cart/total' }, action: 'replace_body', text: 'return 2;' });
  expect(value).toMatchObject({ symbol: { name: 'total', file: 'cart.ts', line: 4 }, applied: true, files: [{ added: 1, removed: 1 }] });
  expect(text).toMatch(/^total cart.ts:4\nDone/);
  expect(await textOf(agent)).toContain('  // The sum.\n  total() {\n    return 2;\n  }\n');
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await textOf(agent)).toContain('return 1;');
});

test('a use means its declaration', async () => {
  await using agent = await agentOn(SOURCE);
  const { value } = await agent.call('edit_symbol', { symbol: { file: 'main.ts', line: 2, name: 'total' }, action: 'insert_before', text: 'count() {\n}' });
  expect(value).toMatchObject({ symbol: { file: 'cart.ts' } });
  expect(await textOf(agent)).toContain('{\n  count() {\n  }\n\n  // The sum.\n  total');
});

test('a preview writes nothing, and a new error takes it back', async () => {
  await using agent = await agentOn(SOURCE, { script: { mistakes: ['missing'] } });
  const before = await textOf(agent);
  const given = { symbol: { name: 'Cart/total' }, action: 'replace_body', text: 'return missing;' };
  expect((await agent.call('edit_symbol', { ...given, preview: true })).value).toMatchObject({
    applied: false,
    diff: expect.stringContaining('+    return missing;'),
  });
  expect((await agent.refusal('edit_symbol', { ...given, verify: 'refuse' })).error).toBe('new_errors');
  expect(await textOf(agent)).toBe(before);
});

test.each([
  ['a symbol that is nowhere', { symbol: { name: 'nothing' }, action: 'replace', text: 'x' }, 'symbol_not_found'],
  ['an unknown action', { symbol: { name: 'Cart' }, action: 'remove', text: '' }, 'invalid_arguments'],
  ['nothing to insert', { symbol: { name: 'Cart' }, action: 'insert_after', text: ' ' }, 'invalid_arguments'],
])('refuses %s', async (_, given, error) => {
  await using agent = await agentOn(SOURCE);
  expect((await agent.refusal('edit_symbol', given)).error).toBe(error);
});

test('what has no body is refused before anything is touched', async () => {
  await using agent = await agentOn('// @file a.ts\nexport const limit = 10;\n');
  expect((await agent.refusal('edit_symbol', { symbol: { name: 'limit' }, action: 'replace_body', text: '1' })).error).toBe('no_body');
});

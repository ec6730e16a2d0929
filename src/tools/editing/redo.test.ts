// Through the front door: an agent brings back what it had undone.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SOURCE = '// @file a.ts\nlet a = 1;\n';
const textOf = async (agent: Awaited<ReturnType<typeof agentOn>>) => (await agent.ide.documents.read(agent.ide.documents.uriOf('a.ts'))).text;

test.each(['change1', 'change2'])('brings a change back, named by itself or by its undo (%s)', async (id) => {
  await using agent = await agentOn(SOURCE);
  await agent.call('write_file', { file: 'a.ts', text: 'let a = 2;\n' });
  await agent.call('undo', { change_id: 'change1' });
  expect(await textOf(agent)).toBe('let a = 1;\n');
  expect((await agent.call('redo', { change_id: id })).value).toMatchObject({ applied: true, changeId: 'change3' });
  expect(await textOf(agent)).toBe('let a = 2;\n');
  expect((await agent.call('list_changes', {})).value).toMatchObject({ changes: [{ title: 'redo: write a.ts' }, {}, {}] });
});

test('what is in place, or never happened, cannot be brought back', async () => {
  await using agent = await agentOn(SOURCE);
  await agent.call('write_file', { file: 'a.ts', text: 'let a = 2;\n' });
  expect((await agent.refusal('redo', { change_id: 'change1' })).error).toBe('not_undone');
  expect((await agent.refusal('redo', { change_id: 'nothing' })).error).toBe('change_not_found');
});

// Through the front door: an agent takes a change back.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SOURCE = '// @file a.ts\nlet a = 1;\nlet b = 2;\nlet c = 3;\n';
const textOf = async (agent: Awaited<ReturnType<typeof agentOn>>) => (await agent.ide.documents.read(agent.ide.documents.uriOf('a.ts'))).text;

test('takes back an early change and keeps a later one', async () => {
  await using agent = await agentOn(SOURCE);
  await agent.call('edit_file', { file: 'a.ts', edits: [{ old_text: 'a = 1', new_text: 'a = 10' }] });
  await agent.call('edit_file', { file: 'a.ts', edits: [{ old_text: 'c = 3', new_text: 'c = 30' }] });
  const { value } = await agent.call('undo', { change_id: 'change1' });
  expect(value).toMatchObject({ applied: true, changeId: 'change3', files: [{ file: 'a.ts', kind: 'changed' }] });
  expect(await textOf(agent)).toBe('let a = 1;\nlet b = 2;\nlet c = 30;\n');
  expect((await agent.call('list_changes', {})).value).toMatchObject({
    changes: [{ title: 'undo: edit a.ts', undoes: 'change1' }, {}, { undoneBy: 'change3' }],
  });
});

test('shows first what it would take back', async () => {
  await using agent = await agentOn(SOURCE);
  await agent.call('edit_file', { file: 'a.ts', edits: [{ old_text: 'a = 1', new_text: 'a = 10' }] });
  expect((await agent.call('undo', { change_id: 'change1', preview: true })).value).toMatchObject({
    applied: false,
    diff: expect.stringContaining('+let a = 1;'),
  });
  expect(await textOf(agent)).toContain('a = 10');
});

test('lines that were changed since are a conflict, and nothing is written', async () => {
  await using agent = await agentOn(SOURCE);
  await agent.call('edit_file', { file: 'a.ts', edits: [{ old_text: 'a = 1', new_text: 'a = 10' }] });
  await agent.call('edit_file', { file: 'a.ts', edits: [{ old_text: 'a = 10', new_text: 'a = 11' }] });
  expect(await agent.refusal('undo', { change_id: 'change1' })).toMatchObject({ error: 'undo_conflict', conflicts: [{ file: 'a.ts' }] });
  expect(await textOf(agent)).toContain('a = 11');
});

test('a change that was undone already, or is unknown, cannot be undone', async () => {
  await using agent = await agentOn(SOURCE);
  await agent.call('write_file', { file: 'a.ts', text: '' });
  await agent.call('undo', { change_id: 'change1' });
  expect((await agent.refusal('undo', { change_id: 'change1' })).error).toBe('already_undone');
  expect((await agent.refusal('undo', { change_id: 'nothing' })).error).toBe('change_not_found');
});

test('without a name, the only change of this agent is taken back', async () => {
  await using agent = await agentOn(SOURCE);
  await agent.call('edit_file', { file: 'a.ts', edits: [{ old_text: 'a = 1', new_text: 'a = 10' }] });
  await agent.call('edit_file', { file: 'a.ts', edits: [{ old_text: 'c = 3', new_text: 'c = 30' }] });
  await agent.call('undo', { change_id: 'change1' });
  const { value } = await agent.call('undo', {});
  expect(value).toMatchObject({ applied: true, files: [{ file: 'a.ts' }] });
  expect(await textOf(agent)).toBe('let a = 1;\nlet b = 2;\nlet c = 3;\n');
  expect((await agent.refusal('undo', {})).error).toBe('change_not_named');
});

test('a change that is not named is not undone, and the last ones are listed', async () => {
  await using agent = await agentOn(SOURCE);
  expect(await agent.refusal('undo', {})).toMatchObject({ error: 'change_not_named', changes: [] });
  for (const text of ['1', '2', '3', '4']) await agent.call('write_file', { file: 'a.ts', text });
  await agent.call('undo', { change_id: 'change4' });
  expect(await agent.refusal('undo', {})).toMatchObject({
    error: 'change_not_named',
    changes: [{ changeId: 'change3', title: 'write a.ts' }, { changeId: 'change2' }, { changeId: 'change1' }],
  });
  expect(await textOf(agent)).toBe('3');
});

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

const SPACED = '// @file b.ts\nlet d = 4;\n// @file a.ts\nlet a = 1;\nlet b = 2;\nlet c = 3;\n';

async function twoHunks(agent: Awaited<ReturnType<typeof agentOn>>): Promise<void> {
  await agent.call('edit_file', {
    file: 'a.ts',
    edits: [
      { old_text: 'a = 1', new_text: 'a = 10' },
      { old_text: 'c = 3', new_text: 'c = 30' },
    ],
  });
}

test('takes back one hunk of a change, and that again', async () => {
  await using agent = await agentOn(SPACED);
  await twoHunks(agent);
  expect((await agent.call('list_changes', { change_id: 'change1' })).value).toMatchObject({
    hunks: [
      { hunk: 1, file: 'a.ts', kind: 'text', line: 1 },
      { hunk: 2, file: 'a.ts', kind: 'text', line: 3 },
    ],
  });
  const { value } = await agent.call('undo', { change_id: 'change1', hunks: [2] });
  expect(value).toMatchObject({ applied: true, changeId: 'change2', edits: 1 });
  expect(await textOf(agent)).toBe('let a = 10;\nlet b = 2;\nlet c = 3;\n');
  expect((await agent.call('list_changes', {})).value).toMatchObject({
    changes: [{ title: 'undo: edit a.ts (hunk 2)', undoesPart: { changeId: 'change1', hunks: [2] } }, { partlyUndoneBy: ['change2'] }],
  });
  await agent.call('redo', { change_id: 'change2' });
  expect(await textOf(agent)).toBe('let a = 10;\nlet b = 2;\nlet c = 30;\n');
  await agent.call('undo', { change_id: 'change1' });
  expect(await textOf(agent)).toBe('let a = 1;\nlet b = 2;\nlet c = 3;\n');
});

test.each([
  [{ change_id: 'change1', hunks: [3] }, 'unknown_hunk'],
  [{ change_id: 'change1', hunks: [0] }, 'invalid_arguments'],
  [{ change_id: 'change1', hunks: [] }, 'invalid_arguments'],
  [{ hunks: [1] }, 'invalid_arguments'],
  [{ change_id: 'change1', until: 'change1' }, 'invalid_arguments'],
  [{ until: 'nothing' }, 'change_not_found'],
  [{ until: '2999-01-01T00:00:00Z' }, 'until_in_future'],
  [{ until: '2026-99-99' }, 'change_not_found'],
])('refuses %j and changes nothing', async (given, error) => {
  await using agent = await agentOn(SPACED);
  await twoHunks(agent);
  expect((await agent.refusal('undo', given)).error).toBe(error);
  expect(await textOf(agent)).toContain('c = 30');
});

test('goes back to before a change with everything since, shown first, and comes back', async () => {
  await using agent = await agentOn(SPACED);
  await agent.call('edit_file', { file: 'b.ts', edits: [{ old_text: '4', new_text: '5' }] });
  await twoHunks(agent);
  await agent.call('write_file', { file: 'c.ts', text: 'let e = 6;\n' });
  expect((await agent.call('undo', { until: 'change2', preview: true })).value).toMatchObject({
    applied: false,
    edits: 2,
    files: [
      { file: 'a.ts', kind: 'changed' },
      { file: 'c.ts', kind: 'deleted' },
    ],
    notes: ['It takes back 2 changes: 2 by check 1.0.0.'],
  });
  expect(await textOf(agent)).toContain('c = 30');
  const { value } = await agent.call('undo', { until: 'change2' });
  expect(value).toMatchObject({ applied: true, changeId: 'change4' });
  expect(await textOf(agent)).toBe('let a = 1;\nlet b = 2;\nlet c = 3;\n');
  expect((await agent.call('list_changes', {})).value).toMatchObject({
    changes: [{ undoesAll: ['change2', 'change3'] }, { undoneBy: 'change4' }, { undoneBy: 'change4' }, { changeId: 'change1' }],
  });
  expect((await agent.refusal('redo', { change_id: 'change2' })).error).toBe('undone_with_others');
  await agent.call('redo', { change_id: 'change4' });
  expect(await textOf(agent)).toContain('c = 30');
});

test('places that others changed are listed before anything is taken back', async () => {
  await using agent = await agentOn(SPACED);
  await twoHunks(agent);
  agent.ide.documents.write('a.ts', 'let a = 11;\nlet b = 2;\nlet c = 30;\n');
  expect(await agent.refusal('undo', { until: 'change1' })).toMatchObject({ error: 'undo_conflict', conflicts: [{ file: 'a.ts', change: 'change1' }] });
  expect(await textOf(agent)).toContain('a = 11');
});

// Through the front door: an agent looks at what was changed.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('lists who changed what, newest first, and the diff of one', async () => {
  await using agent = await agentOn('// @file a.ts\nlet a;\nlet b;\n');
  await agent.call('edit_file', { file: 'a.ts', edits: [{ old_text: 'let a', new_text: 'let x' }] });
  await agent.call('write_file', { file: 'c.ts', text: 'let c;\n' });
  const { value, text } = await agent.call('list_changes', {});
  expect(value).toMatchObject({
    total: 2,
    changes: [
      { changeId: 'change2', author: 'check 1.0.0', tool: 'write_file', title: 'write c.ts', files: [{ file: 'c.ts', kind: 'created' }] },
      { changeId: 'change1', tool: 'edit_file', title: 'edit a.ts', files: [{ file: 'a.ts', added: 1, removed: 1 }] },
    ],
  });
  expect(text).toContain('change1 2026-01-01T00:00:00.000Z edit_file: edit a.ts, by check 1.0.0');
  expect((await agent.call('list_changes', { change_id: 'change1' })).value).toMatchObject({
    diff: '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n-let a;\n+let x;\n let b;',
  });
});

test('filters by file and author', async () => {
  await using agent = await agentOn('// @file a.ts\nlet a;\n// @file b.ts\nlet b;\n');
  await agent.call('write_file', { file: 'a.ts', text: '1\n' });
  await agent.call('write_file', { file: 'src/b.ts', text: '2\n' });
  expect((await agent.call('list_changes', { file: 'src' })).value).toMatchObject({ total: 1, changes: [{ title: 'write src/b.ts' }] });
  expect((await agent.call('list_changes', { author: 'somebody else' })).value).toEqual({ total: 0, changes: [] });
});

test('pages', async () => {
  await using agent = await agentOn('// @file a.ts\nlet a;\n');
  for (const text of ['1\n', '2\n', '3\n']) await agent.call('write_file', { file: 'a.ts', text });
  const first = await agent.call('list_changes', { page_size: 2 });
  expect(first.value['changes']).toHaveLength(2);
  const second = await agent.call('list_changes', { page_size: 2, cursor: first.value['cursor'] });
  expect(second.value).toMatchObject({ changes: [{ changeId: 'change1' }] });
});

test('an unknown change and a place outside are refused', async () => {
  await using agent = await agentOn('// @file a.ts\nlet a;\n');
  expect((await agent.refusal('list_changes', { change_id: 'x' })).error).toBe('change_not_found');
  expect((await agent.refusal('list_changes', { file: '../x' })).error).toBe('outside_project');
});

test('evidence stays with a change: errors, and whether it followed an incomplete answer', async () => {
  await using agent = await agentOn('// @file a.ts\nlet total = 1;\n', { script: { incomplete: 'it still loads' } });
  await agent.call('find_references', { symbol: { file: 'a.ts', line: 1, name: 'total' } });
  await agent.call('edit_file', { file: 'a.ts', edits: [{ old_text: '1', new_text: '2' }] });
  await agent.call('edit_file', { file: 'a.ts', edits: [{ old_text: '2', new_text: '3' }] });
  const { value, text } = await agent.call('list_changes', {});
  expect(value).toMatchObject({
    changes: [
      { evidence: [{ kind: 'errors' }] },
      { evidence: [{ kind: 'errors' }, { kind: 'reads', verdict: 'doubtful', summary: 'followed 1 incomplete answer (find_references)' }] },
    ],
  });
  expect(text).toContain('⚠ followed 1 incomplete answer');
  expect((await agent.call('list_changes', { change_id: 'change1' })).value).toMatchObject({
    changes: [{ evidence: [{ facts: { new: 0 } }, { facts: { incomplete: [{ tool: 'find_references', why: expect.stringContaining('it still loads') }] } }] }],
  });
});

test('that nobody found an error in a file that no engine looks at is no evidence', async () => {
  await using agent = await agentOn('// @file a.md\none\n');
  await agent.call('write_file', { file: 'a.md', text: 'two\n' });
  const { value } = await agent.call('list_changes', {});
  expect(value['changes']).toEqual([expect.not.objectContaining({ evidence: expect.anything() })]);
});

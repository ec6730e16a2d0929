// Through the front door: an agent writes a whole file.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('creates a file, then replaces it', async () => {
  await using agent = await agentOn('// @file a.ts\nlet a;\n');
  const created = await agent.call('write_file', { file: 'src/new.ts', text: 'export {};\n' });
  expect(created.value).toMatchObject({ applied: true, files: [{ file: 'src/new.ts', kind: 'created', added: 1, removed: 0 }], edits: 1 });
  const replaced = await agent.call('write_file', { file: 'src/new.ts', text: 'export const a = 1;\n' });
  expect(replaced.value).toMatchObject({ files: [{ file: 'src/new.ts', kind: 'changed', added: 1, removed: 1 }] });
});

test('a preview shows the new file and writes nothing', async () => {
  await using agent = await agentOn('// @file a.ts\nlet a;\n');
  const { value } = await agent.call('write_file', { file: 'b.ts', text: 'let b;\n', preview: true });
  expect(value).toMatchObject({ applied: false, diff: '--- /dev/null\n+++ b/b.ts\n@@ -0,0 +1 @@\n+let b;' });
  expect((await agent.refusal('read_file', { file: 'b.ts' })).error).toBe('file_not_found');
});

test.each([
  ['a place outside the project', { file: '../b.ts', text: '' }, 'outside_project'],
  ['a folder', { file: 'src/', text: '' }, 'is_a_folder'],
  ['the project itself', { file: '.', text: '' }, 'is_a_folder'],
  ['no text', { file: 'b.ts' }, 'invalid_arguments'],
])('refuses %s', async (_, given, error) => {
  await using agent = await agentOn('// @file src/a.ts\nlet a;\n');
  expect((await agent.refusal('write_file', given)).error).toBe(error);
});

test('what was read is the base of the write, and another text is refused', async () => {
  await using agent = await agentOn('// @file a.txt\none\n');
  const { hash } = (await agent.call('read_file', { file: 'a.txt' })).value;
  const { value } = await agent.call('write_file', { file: 'a.txt', text: 'two\n', base: hash });
  expect(value).toMatchObject({ applied: true, root: agent.ide.project.path, hash: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(await agent.refusal('write_file', { file: 'a.txt', text: 'three\n', base: hash })).toMatchObject({
    error: 'stale_base',
    file: 'a.txt',
    hash: value['hash'],
    changes: [{ changeId: 'change1', title: 'write a.txt' }],
  });
  expect(await agent.refusal('edit_file', { file: 'a.txt', edits: [{ old_text: 'two', new_text: '2' }], base: hash })).toMatchObject({ error: 'stale_base' });
  // The answer of an edit is a base too.
  await agent.call('edit_file', { file: 'a.txt', edits: [{ old_text: 'two', new_text: '2' }], base: value['hash'] });
  expect((await agent.call('read_file', { file: 'a.txt', line_numbers: false })).value['text']).toBe('2\n');
  expect((await agent.refusal('write_file', { file: 'new.txt', text: 'x', base: hash })).error).toBe('stale_base');
  for (const base of ['', 'abc', 'HEAD', 'Z'.repeat(16)])
    expect((await agent.refusal('write_file', { file: 'a.txt', text: 'x', base })).error).toBe('invalid_arguments');
});

test('without a base, whoever replaces what another wrote meanwhile is warned', async () => {
  await using agent = await agentOn('// @file a.txt\none\n');
  expect((await agent.call('write_file', { file: 'a.txt', text: 'mine\n' })).value['notes']).toBeUndefined();
  // What it wrote itself it has seen.
  expect((await agent.call('write_file', { file: 'a.txt', text: 'mine again\n' })).value['notes']).toBeUndefined();
  agent.ide.documents.write('a.txt', 'theirs\n');
  expect((await agent.call('write_file', { file: 'a.txt', text: 'mine\n', preview: true })).value['notes']).toEqual([
    expect.stringContaining('a.txt was changed by somebody since you read it'),
  ]);
  await agent.call('read_file', { file: 'a.txt' });
  expect((await agent.call('write_file', { file: 'a.txt', text: 'mine\n' })).value['notes']).toBeUndefined();
});

test('the one who changed a file that this agent never read is named', async () => {
  await using agent = await agentOn('// @file a.txt\none\n');
  const { changes, documents } = agent.ide;
  const operation = { kind: 'create', uri: documents.uriOf('a.txt'), text: 'theirs\n', ifExists: 'overwrite' } as const;
  const { signal } = new AbortController();
  const theirs = { author: 'codex 1.0', tool: 'write_file', title: 'write a.txt', connection: 'other' };
  await changes.apply(await changes.plan({ operations: [operation] }, signal), theirs, signal);
  const { notes } = (await agent.call('write_file', { file: 'a.txt', text: 'mine\n' })).value;
  expect(notes).toEqual([expect.stringContaining('a.txt was changed by codex 1.0 (change change1, write a.txt), and you had not read it since')]);
});

test('warns that somebody types in the file, and writes it', async () => {
  await using agent = await agentOn('\n// @file typed.ts\nold\n');
  const uri = agent.ide.documents.uriOf('typed.ts');
  const { signal } = new AbortController();
  await agent.ide.editor.open(uri, {}, signal);
  await agent.ide.editor.write(uri, { text: 'mine' }, signal);
  const { value } = await agent.call('write_file', { file: 'typed.ts', text: 'theirs' });
  expect(value).toMatchObject({ applied: true, notes: [expect.stringContaining('The editor holds unsaved text of typed.ts')] });
  expect(agent.ide.editor.unsaved(uri)?.text).toBe('mine');
  expect(await agent.refusal('save_file', { file: 'typed.ts' })).toMatchObject({ error: 'unsaved_is_stale' });
});

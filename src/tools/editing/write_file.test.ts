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

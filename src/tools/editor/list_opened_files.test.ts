// Through the front door: an agent looks at what the person has open.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const FILES = `
// @file a.ts
const one = 1;
const two = 2;
const three = 3;
// @file b.py
b = 1
`;

test('lists tabs with what is in view in each, as the disk is now', async () => {
  await using agent = await agentOn(FILES);
  await agent.call('open_file', { file: 'a.ts', line: 2, column: 7, end_column: 10 });
  await agent.call('open_file', { file: 'b.py', background: true });
  const uri = agent.ide.documents.uriOf('b.py');
  await agent.ide.editor.write(uri, { text: 'b = 2' }, new AbortController().signal);
  agent.ide.documents.write('a.ts', '// new\nconst one = 1;\nconst two = 2;\n');
  const { value, text } = await agent.call('list_opened_files', {});
  expect(value).toEqual({
    files: [
      { file: 'a.ts', language: 'typescript', lines: 4, active: true, selection: { line: 3, column: 7, endLine: 3, endColumn: 10 } },
      { file: 'b.py', language: 'python', lines: 1, unsaved: true, stale: true, selection: { line: 1, column: 1 } },
    ],
  });
  expect(text).toBe('a.ts:3:7-3:10 (typescript, 4 lines, active)\nb.py:1:1 (python, 1 lines, unsaved, and changed on disk since)');
  agent.ide.documents.delete('a.ts');
  expect((await agent.call('list_opened_files', {})).value).toMatchObject({ files: [{ file: 'b.py', active: true }] });
});

test('takes no arguments that it does not know', async () => {
  await using agent = await agentOn(FILES);
  expect(await agent.refusal('list_opened_files', { file: 'a.ts' })).toMatchObject({ error: 'invalid_arguments' });
});

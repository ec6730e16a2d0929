// Through the front door: an agent shows a file to the person.
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

test('shows a file at a place, and says what is in view', async () => {
  await using agent = await agentOn(FILES);
  const { value, text } = await agent.call('open_file', { file: 'a.ts', line: 2, column: 7 });
  expect(value).toEqual({ file: 'a.ts', language: 'typescript', lines: 3, active: true, selection: { line: 2, column: 7 } });
  expect(text).toBe('a.ts:2:7 is open.');
  expect((await agent.call('open_file', { file: 'a.ts', line: 1, end_line: 2 })).value).toMatchObject({
    selection: { line: 1, column: 1, endLine: 2, endColumn: 15 },
  });
  expect((await agent.call('open_file', { file: 'a.ts', line: 2, column: 7, end_column: 10 })).value).toMatchObject({
    selection: { line: 2, column: 7, endLine: 2, endColumn: 10 },
  });
});

test('a file in the background leaves the active one, and a preview makes way for the next', async () => {
  await using agent = await agentOn(FILES);
  await agent.call('open_file', { file: 'a.ts' });
  const { text } = await agent.call('open_file', { file: 'b.py', preview: true, background: true });
  expect(text).toBe('b.py:1:1 is open in the background.');
  agent.ide.documents.write('c.ts', '');
  await agent.call('open_file', { file: 'c.ts', preview: true });
  expect((await agent.call('list_opened_files', {})).value).toMatchObject({ files: [{ file: 'a.ts' }, { file: 'c.ts', active: true, preview: true }] });
});

test('says why a file or a place cannot be shown', async () => {
  await using agent = await agentOn(FILES);
  expect(await agent.refusal('open_file', { file: 'none.ts' })).toMatchObject({ error: 'file_not_found' });
  expect(await agent.refusal('open_file', { file: '../x.ts' })).toMatchObject({ error: 'outside_project' });
  expect(await agent.refusal('open_file', { file: '.' })).toMatchObject({ error: 'is_a_folder' });
  expect(await agent.refusal('open_file', { file: 'a.ts', line: 0 })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('open_file', { file: 'a.ts', column: 4 })).toMatchObject({
    error: 'invalid_arguments',
    message: expect.stringContaining('need line'),
  });
  expect(await agent.refusal('open_file', { file: 'a.ts', line: 3, end_line: 2 })).toMatchObject({
    error: 'invalid_arguments',
    message: expect.stringContaining('the end is before the start'),
  });
  expect((await agent.call('list_opened_files', {})).text).toBe('No file is open in the editor.');
});

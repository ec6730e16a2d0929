// Through the front door: an agent reads what the person has selected.
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

test('what is selected now, and what was selected last', async () => {
  await using agent = await agentOn(FILES);
  expect(await agent.call('get_selection', {})).toEqual({ value: {}, text: 'No file is open in the editor.' });
  await agent.call('open_file', { file: 'a.ts', line: 2, column: 7, end_column: 10 });
  const selected = { file: 'a.ts', line: 2, column: 7, endLine: 2, endColumn: 10, text: 'two' };
  expect(await agent.call('get_selection', {})).toEqual({ value: { selection: selected }, text: 'a.ts:2:7-2:10\ntwo' });
  await agent.call('set_cursor_position', { file: 'a.ts', line: 1 });
  expect(await agent.call('get_selection', {})).toEqual({
    value: { selection: { file: 'a.ts', line: 1, column: 1, text: '' }, latest: selected },
    text: 'a.ts:1:1 (nothing is selected)\n\nSelected last: a.ts:2:7-2:10\ntwo',
  });
  await agent.call('close_tab', { file: 'a.ts' });
  expect((await agent.call('get_selection', {})).value).toEqual({ latest: selected });
});

test('of a long selection as much as the answer has room for, and how long it is', async () => {
  await using agent = await agentOn(FILES);
  agent.ide.documents.write('long.ts', 'const value = 1;\n'.repeat(4_000));
  await agent.call('open_file', { file: 'long.ts', line: 1, end_line: 4_000 });
  const { value } = await agent.call('get_selection', { max_tokens: 1_000 });
  expect(value).toMatchObject({ selection: { length: 4_000 * 17 - 1, text: expect.stringMatching(/^(?:const value = 1;\n)+.*…$/) } });
  expect(JSON.stringify(value).length).toBeLessThan(4_000);
});

test('unsaved text is selected as the person sees it', async () => {
  await using agent = await agentOn(FILES);
  await agent.call('open_file', { file: 'a.ts' });
  await agent.ide.editor.write(agent.ide.documents.uriOf('a.ts'), { text: 'mine\r\nand 😀 yours' }, new AbortController().signal);
  await agent.call('set_selection', { file: 'a.ts', line: 1, column: 3, end_line: 2, end_column: 6 });
  expect((await agent.call('get_selection', { file: 'a.ts' })).value).toMatchObject({
    selection: { line: 1, column: 3, endLine: 2, endColumn: 7, text: 'ne\r\nand 😀' },
  });
  expect(await agent.refusal('get_selection', { file: 'b.py' })).toMatchObject({ error: 'not_open' });
});

// Through the front door: an agent asks where the person is.
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

test('the cursor of the active file, or of another open one', async () => {
  await using agent = await agentOn(FILES);
  expect(await agent.call('get_cursor_position', {})).toEqual({ value: {}, text: 'No file is open in the editor.' });
  await agent.call('open_file', { file: 'a.ts', line: 2, column: 7, end_column: 10 });
  await agent.call('open_file', { file: 'b.py', line: 1, column: 3 });
  expect(await agent.call('get_cursor_position', {})).toEqual({ value: { file: 'b.py', line: 1, column: 3 }, text: 'b.py:1:3' });
  expect((await agent.call('get_cursor_position', { file: 'a.ts' })).value).toEqual({ file: 'a.ts', line: 2, column: 10 });
});

test('a file that is not open has no cursor', async () => {
  await using agent = await agentOn(FILES);
  await agent.call('open_file', { file: 'b.py' });
  expect(await agent.refusal('get_cursor_position', { file: 'a.ts' })).toMatchObject({ error: 'not_open', open: ['b.py'] });
});

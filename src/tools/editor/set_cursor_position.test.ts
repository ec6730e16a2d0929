// Through the front door: an agent takes the person to a place.
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

test('moves the cursor, at most to the end', async () => {
  await using agent = await agentOn(FILES);
  await agent.call('open_file', { file: 'a.ts' });
  await agent.call('open_file', { file: 'b.py' });
  expect((await agent.call('set_cursor_position', { file: 'a.ts', line: 3, column: 7 })).text).toBe('The cursor is at a.ts:3:7.');
  expect((await agent.call('get_cursor_position', {})).value).toEqual({ file: 'a.ts', line: 3, column: 7 });
  expect((await agent.call('set_cursor_position', { file: 'a.ts', line: 2, column: 700 })).value).toMatchObject({ selection: { line: 2, column: 15 } });
  expect((await agent.call('set_cursor_position', { file: 'a.ts', line: 900 })).value).toMatchObject({ selection: { line: 3, column: 17 } });
});

test('a place counts from 1, in a file that is open', async () => {
  await using agent = await agentOn(FILES);
  expect(await agent.refusal('set_cursor_position', { file: 'a.ts', line: 1 })).toMatchObject({ error: 'not_open' });
  await agent.call('open_file', { file: 'a.ts' });
  for (const wrong of [{ line: 0 }, { line: 1, column: 0 }, { line: 1.5 }, {}])
    expect(await agent.refusal('set_cursor_position', { file: 'a.ts', ...wrong })).toMatchObject({ error: 'invalid_arguments' });
});

// Through the front door: an agent points the person to some lines.
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

test('selects a range, or whole lines, and shows it', async () => {
  await using agent = await agentOn(FILES);
  await agent.call('open_file', { file: 'a.ts' });
  await agent.call('open_file', { file: 'b.py' });
  const { value, text } = await agent.call('set_selection', { file: 'a.ts', line: 2, column: 7, end_line: 2, end_column: 10 });
  expect(value).toMatchObject({ active: true, selection: { line: 2, column: 7, endLine: 2, endColumn: 10 } });
  expect(text).toBe('Selected a.ts:2:7-2:10.');
  await agent.call('set_selection', { file: 'a.ts', line: 2, end_line: 99 });
  expect((await agent.call('get_selection', {})).value).toMatchObject({ selection: { text: 'const two = 2;\nconst three = 3;' } });
});

test('needs a range that is one, in a file that is open', async () => {
  await using agent = await agentOn(FILES);
  expect(await agent.refusal('set_selection', { file: 'a.ts', line: 1, end_line: 1 })).toMatchObject({ error: 'not_open' });
  await agent.call('open_file', { file: 'a.ts' });
  expect(await agent.refusal('set_selection', { file: 'a.ts', line: 2, end_line: 1 })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('set_selection', { file: 'a.ts', line: 2 })).toMatchObject({ error: 'invalid_arguments' });
});

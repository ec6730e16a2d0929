// The screen, or the lines by cursor.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('screen, all lines, and those that came since', async () => {
  await using agent = await agentOn('');
  await agent.call('run_in_terminal', { rows: 5 });
  await agent.call('write_terminal_input', { terminal_id: 't1', text: Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('') });
  expect((await agent.call('read_terminal_output', { terminal_id: 't1' })).value).toMatchObject({ screen: '> line 16\n> line 17\n> line 18\n> line 19' });
  const { value, text } = await agent.call('read_terminal_output', { terminal_id: 't1', scrollback: true });
  expect(value).toMatchObject({ lines: expect.arrayContaining(['> line 0', '> line 19']), cursor: 't20' });
  expect(text).toContain('Later: cursor t20');
  await agent.call('write_terminal_input', { terminal_id: 't1', text: 'more\n' });
  expect((await agent.call('read_terminal_output', { terminal_id: 't1', cursor: 't20' })).value).toMatchObject({ lines: ['> more', ''] });
  expect((await agent.call('read_terminal_output', { terminal_id: 't1', cursor: 'x' })).value).toMatchObject({ stale: true });
});

test('a terminal that is not there', async () => {
  await using agent = await agentOn('');
  expect(await agent.refusal('read_terminal_output', { terminal_id: 't1' })).toMatchObject({
    error: 'terminal_not_found',
    next: expect.stringContaining('run_in_terminal'),
  });
});

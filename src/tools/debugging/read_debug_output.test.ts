// What was printed and traced, from where one left off.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';

test('tracepoints are a table, and a cursor leads on', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.print, log_message: '{result} of {limit}' });
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.printLimit });
  await agent.call('start_debug_session', { program: 'main.run' });
  const { value, text } = await agent.call('read_debug_output', {});
  expect(value).toMatchObject({
    state: 'paused',
    output: [{ category: 'stdout', text: '3\n' }],
    traces: [{ breakpointId: 'b1', file: 'main.run', line: LINES.print, columns: ['result', 'limit'], rows: [['3', '10']] }],
    cursor: 'o3',
    more: false,
  });
  expect(text).toContain('result | limit');
  await agent.call('resume', {});
  expect((await agent.call('read_debug_output', { cursor: 'o3' })).value).toMatchObject({ output: [{ category: 'stdout', text: '10\n' }] });
  expect((await agent.call('read_debug_output', { only: 'trace' })).value).toMatchObject({ output: [] });
});

test('a cursor that is none is refused', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run' });
  expect(await agent.refusal('read_debug_output', { cursor: '12' })).toMatchObject({ error: 'invalid_cursor' });
});

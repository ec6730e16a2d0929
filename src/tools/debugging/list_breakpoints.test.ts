// All breakpoints, or those of a file.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';

test('of every kind, and of one file', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.sum, enabled: false });
  await agent.call('set_breakpoint', { function: 'total' });
  await agent.call('set_exception_breakpoint', {});
  const { value, text } = await agent.call('list_breakpoints', {});
  expect(value).toMatchObject({ breakpoints: [{ type: 'line', enabled: false }, { type: 'function', function: 'total' }, { type: 'exception' }] });
  expect(text).toContain('b1  main.run:3  disabled');
  expect((await agent.call('list_breakpoints', { file: 'main.run' })).value).toMatchObject({ breakpoints: [{ id: 'b1' }] });
});

test('none is an answer', async () => {
  await using agent = await agentOn(PROGRAM);
  expect((await agent.call('list_breakpoints', {})).value).toEqual({ breakpoints: [] });
});

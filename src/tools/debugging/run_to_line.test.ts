// A program runs until it reaches a line.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';

test('it stands on the line, and no breakpoint is left there', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run', stop_on_entry: true });
  expect((await agent.call('run_to_line', { file: 'main.run', line: LINES.call })).value).toMatchObject({ reason: 'step', location: { line: LINES.call } });
  expect((await agent.call('list_breakpoints', {})).value).toEqual({ breakpoints: [] });
});

test('a line without code is refused, and the program stays', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run', stop_on_entry: true });
  expect(await agent.refusal('run_to_line', { file: 'main.run', line: 6 })).toMatchObject({ error: 'no_code_on_line' });
  expect((await agent.call('get_debug_session_status', {})).value).toMatchObject({ location: { line: LINES.limit } });
});

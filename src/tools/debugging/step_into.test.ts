// A call is entered.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';

test('the function stands at its first line', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.call });
  await agent.call('start_debug_session', { program: 'main.run' });
  expect((await agent.call('step_into', {})).value).toMatchObject({ state: 'paused', reason: 'step', location: { line: LINES.first, function: 'total' } });
});

test('a program that runs or has ended is refused with what to do', async () => {
  await using agent = await agentOn(PROGRAM);
  expect(await agent.refusal('step_into', {})).toMatchObject({ error: 'no_debug_session' });
  await agent.call('attach_debugger', { process_id: 1 });
  expect(await agent.refusal('step_into', {})).toMatchObject({ error: 'not_paused' });
  await agent.call('stop_debug_session', {});
  expect(await agent.refusal('step_into', {})).toMatchObject({ error: 'session_ended' });
});

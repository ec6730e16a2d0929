// A function is run to its end.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';

test('it stands in the caller', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.first });
  await agent.call('start_debug_session', { program: 'main.run' });
  expect((await agent.call('step_out', {})).value).toMatchObject({ state: 'paused', reason: 'step', location: { line: LINES.printLimit, function: 'main' } });
});

test('a program that runs or has ended is refused with what to do', async () => {
  await using agent = await agentOn(PROGRAM);
  expect(await agent.refusal('step_out', {})).toMatchObject({ error: 'no_debug_session' });
  await agent.call('attach_debugger', { process_id: 1 });
  expect(await agent.refusal('step_out', {})).toMatchObject({ error: 'not_paused' });
  await agent.call('stop_debug_session', {});
  expect(await agent.refusal('step_out', {})).toMatchObject({ error: 'session_ended' });
});

// A debugged program reads what an agent writes.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';

test('text and its end reach the program, and nothing after the end', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('attach_debugger', { process_id: 1 });
  expect((await agent.call('write_debug_input', { text: 'yes\n' })).value).toMatchObject({ state: 'running', written: 4, ended: false });
  expect(JSON.stringify((await agent.call('read_debug_output', {})).value)).toContain('yes');
  expect((await agent.call('write_debug_input', { end: true })).value).toMatchObject({ written: 0, ended: true });
  expect(await agent.refusal('write_debug_input', { text: 'more' })).toMatchObject({ error: 'no_debug_input' });
});

test('no input, and input to an ended session, are refused', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('attach_debugger', { process_id: 1 });
  expect(await agent.refusal('write_debug_input', {})).toMatchObject({ error: 'invalid_arguments' });
  await agent.call('stop_debug_session', {});
  expect(await agent.refusal('write_debug_input', { text: 'yes\n' })).toMatchObject({ error: 'session_ended' });
});

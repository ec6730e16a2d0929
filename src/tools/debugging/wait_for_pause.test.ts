// Waiting for a stop is one call, so nobody polls.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';

test('at once where it is paused already', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run' });
  expect((await agent.call('wait_for_pause', {})).value).toMatchObject({ state: 'paused', reason: 'exception' });
});

test('a program that does not stop is reported as running, with what to do', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('attach_debugger', { process_id: 1 });
  expect((await agent.call('wait_for_pause', { timeout: 1 })).value).toMatchObject({
    state: 'running',
    notes: [expect.stringContaining('It did not stop within 1 s')],
  });
});

// Threads with their states.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';

test('the one at the stop is marked', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run' });
  expect((await agent.call('list_threads', {})).value).toEqual({ sessionId: 's1', threads: [{ id: 1, name: 'main', state: 'paused', stopped: true }] });
});

// Sessions are listed with their states.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';

test('with name, state and debugger', async () => {
  await using agent = await agentOn(PROGRAM);
  expect((await agent.call('list_debug_sessions', {})).value).toEqual({ sessions: [] });
  await agent.call('start_debug_session', { configuration_name: 'main.run' });
  expect((await agent.call('list_debug_sessions', {})).value).toEqual({
    sessions: [{ id: 's1', name: 'main.run', state: 'paused', debugger: 'scripted', yours: true, current: true, configuration: 'main.run', processId: 4711 }],
  });
});

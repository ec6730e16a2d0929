// A session ends with its program.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';

test('it has ended, and its output can still be read', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run' });
  expect((await agent.call('stop_debug_session', {})).value).toMatchObject({ sessionId: 's1', state: 'ended' });
  expect((await agent.call('read_debug_output', {})).value).toMatchObject({ output: [{ category: 'stdout', text: '3\n10\n' }] });
});

test('a session that is not there is refused with those that are', async () => {
  await using agent = await agentOn(PROGRAM);
  expect(await agent.refusal('stop_debug_session', {})).toMatchObject({ error: 'no_debug_session' });
  await agent.call('start_debug_session', { program: 'main.run' });
  expect(await agent.refusal('stop_debug_session', { session_id: 's9' })).toMatchObject({ error: 'session_not_found', next: 'There are s1.' });
});

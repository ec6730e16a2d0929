// A running program is made to stand still.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';

test('it answers with where it stands', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('attach_debugger', { process_id: 1 });
  expect((await agent.call('pause', {})).value).toMatchObject({ state: 'paused', reason: 'pause', location: { file: 'main.run' } });
});

test('what has ended cannot be paused', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('attach_debugger', { process_id: 1 });
  await agent.call('stop_debug_session', {});
  expect(await agent.refusal('pause', {})).toMatchObject({ error: 'session_ended' });
});

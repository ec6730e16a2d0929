// A watch is reported at every stop.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';

test('before any program runs, and in each that does', async () => {
  await using agent = await agentOn(PROGRAM);
  expect((await agent.call('add_watch', { expression: 'limit + 1' })).value).toEqual({ watchId: 'w1', watches: [{ id: 'w1', expression: 'limit + 1' }] });
  expect((await agent.call('start_debug_session', { program: 'main.run' })).value).toMatchObject({ watches: [{ id: 'w1', value: '11' }] });
  expect((await agent.call('add_watch', { expression: 'nothing' })).value).toMatchObject({ watches: [{ value: '11' }, { error: 'nothing is not defined' }] });
});

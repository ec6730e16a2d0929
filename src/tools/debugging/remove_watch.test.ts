// A watch is taken away.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';

test('the others stay', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('add_watch', { expression: 'limit' });
  await agent.call('add_watch', { expression: 'cart' });
  expect((await agent.call('remove_watch', { watch_id: 'w1' })).value).toEqual({ removed: 'limit', watches: [{ id: 'w2', expression: 'cart' }] });
  expect(await agent.refusal('remove_watch', { watch_id: 'w1' })).toMatchObject({ error: 'watch_not_found', next: 'There are w2.' });
});

// A closed terminal shows its last screen.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('it ends, and shows what it showed', async () => {
  await using agent = await agentOn('');
  await agent.call('run_in_terminal', { command: 'top' });
  expect((await agent.call('close_terminal', { terminal_id: 't1' })).value).toMatchObject({ state: 'ended', screen: 'ran top' });
  expect(await agent.refusal('close_terminal', { terminal_id: 't7' })).toMatchObject({ error: 'terminal_not_found', next: 'There are t1.' });
});

// Through the front door: an agent learns what a remote has.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('reports what moved', async () => {
  await using agent = await agentOn('', { script: { repository: {} } });
  const { value, text } = await agent.call('git_fetch', {});
  expect(value).toEqual({ remote: 'origin', total: 1, refs: [{ ref: 'origin/main', before: 'c0ffee0', after: 'c0ffee1' }] });
  expect(text).toBe('origin: 1 ref changed\n  origin/main: c0ffee0 → c0ffee1');
  expect(await agent.refusal('git_fetch', { remote: 'fork' })).toMatchObject({ error: 'unknown_remote' });
});

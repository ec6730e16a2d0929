// Through the front door: an agent takes in what others did.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('pulled, with conflicts or without', async () => {
  await using agent = await agentOn('', { script: { repository: {} } });
  expect((await agent.call('git_pull', { manner: 'rebase' })).text).toBe('Pulled, from c0ffee0\nOn main, at c0ffee1');
  await using torn = await agentOn('', { script: { repository: { conflicts: ['a.ts'] } } });
  expect((await torn.call('git_pull', {})).value).toMatchObject({ conflicts: ['a.ts'], before: 'c0ffee0' });
  expect(await torn.refusal('git_pull', { manner: 'octopus' })).toMatchObject({ error: 'invalid_arguments' });
});

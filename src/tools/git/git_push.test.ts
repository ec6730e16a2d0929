// Through the front door: an agent pushes, and forces nothing without a person.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('pushed; forcing and deleting ask', async () => {
  await using agent = await agentOn('', { script: { repository: {} } });
  const { value, text } = await agent.call('git_push', {});
  expect(value).toEqual({ remote: 'origin', refs: [{ ref: 'main', result: 'updated', summary: 'c0ffee0..c0ffee1' }] });
  expect(text).toBe('main → origin: updated (c0ffee0..c0ffee1)');
  expect(await agent.refusal('git_push', { remote: 'fork' })).toMatchObject({ error: 'unknown_remote', remotes: ['origin'] });
  for (const flags of [['force'], ['delete']]) expect(await agent.refusal('git_push', { flags })).toMatchObject({ error: 'not_permitted' });
  const titles: string[] = [];
  const person = (review: { title: string }) => {
    titles.push(review.title.replace(/^Git \w+: /, ''));
    return { decision: 'accept' as const };
  };
  await using asked = await agentOn('', { script: { repository: {} }, person });
  expect((await asked.call('git_push', { flags: ['force'], branch: 'next', remote: 'origin' })).value).toMatchObject({
    refs: [{ ref: 'next', result: 'forced' }],
  });
  expect(titles).toEqual(['push next to origin over what is there']);
});

// Through the front door: an agent puts changes away and back, and drops none without a person.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('pushed, listed, applied and popped', async () => {
  await using agent = await agentOn('', { script: { repository: { files: { 'a.ts': { unstaged: 'modified' } }, stashes: ['older'] } } });
  expect((await agent.call('git_stash', { action: 'push', message: 'mine' })).text).toBe('Put away as stash 0 (57a5h9, 2026-01-31T12:00:00+01:00): mine');
  expect(await agent.refusal('git_stash', { action: 'push' })).toMatchObject({ error: 'nothing_to_stash' });
  expect((await agent.call('git_stash', { action: 'list' })).value).toMatchObject({
    total: 2,
    stashes: [
      { stash: 0, message: 'mine' },
      { stash: 1, message: 'older' },
    ],
  });
  expect((await agent.call('git_stash', { action: 'apply', stash: 1 })).value).toMatchObject({ restored: { message: 'older' } });
  await agent.call('git_stash', { action: 'pop' });
  expect((await agent.call('git_stash', { action: 'list' })).value).toMatchObject({ total: 1 });
  expect(await agent.refusal('git_stash', { action: 'pop', stash: 7 })).toMatchObject({ error: 'unknown_stash' });
  expect(await agent.refusal('git_stash', { action: 'pop', stash: -1 })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('git_stash', { action: 'drop' })).toMatchObject({ error: 'not_permitted' });
});

test('what did not fit is named, and a person may drop', async () => {
  await using agent = await agentOn('', { script: { repository: { stashes: ['older'], conflicts: ['a.ts'] } }, person: () => ({ decision: 'accept' }) });
  expect((await agent.call('git_stash', { action: 'pop' })).text).toContain('Conflicts in a.ts; the stash is kept.');
  expect((await agent.call('git_stash', { action: 'drop' })).value).toMatchObject({ dropped: { message: 'older' } });
});

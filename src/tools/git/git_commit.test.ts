// Through the front door: an agent commits.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('what is staged becomes a commit', async () => {
  await using agent = await agentOn('', {
    script: { repository: { files: { 'a.ts': { staged: 'modified' }, 'b.ts': { unstaged: 'untracked' } }, commits: [{ id: 'abc' }] } },
  });
  const { value, text } = await agent.call('git_commit', { message: 'total: mind vouchers\n\nTwice.' });
  expect(value).toMatchObject({ branch: 'main', commit: 'c0ffee9', subject: 'total: mind vouchers', files: [{ file: 'a.ts', added: 1, removed: 0 }] });
  expect(text).toBe('On main, at c0ffee9\ntotal: mind vouchers\n  a.ts +1 −0');
  expect((await agent.call('git_commit', { flags: ['amend'] })).value).toMatchObject({ subject: 'total: mind vouchers' });
});

test('without a message, without changes, with what excludes itself', async () => {
  await using agent = await agentOn('', { script: { repository: {} } });
  expect(await agent.refusal('git_commit', {})).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('git_commit', { message: 'x' })).toMatchObject({ error: 'nothing_to_commit' });
  expect(await agent.refusal('git_commit', { message: 'x', flags: ['all'], paths: ['a'] })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('git_commit', { flags: ['amend'] })).toMatchObject({ error: 'no_commits' });
});

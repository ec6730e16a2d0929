// Through the front door: an agent looks back.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const commits = Array.from({ length: 120 }, (_, index) => ({
  id: `abc${1000 + index}`,
  subject: `commit ${index}`,
  author: index % 2 === 0 ? 'Ada' : 'Grace',
  ...(index === 0 && { refs: ['HEAD -> main', 'tag: v2'], parents: ['abc1001', 'abc1099'] }),
  ...(index === 1 && { files: [{ uri: 'file:///fixture/a.ts', added: 3, removed: 1 }] }),
}));

test('commits in pages, with refs, merges and files', async () => {
  await using agent = await agentOn('', { script: { repository: { commits } } });
  const { value, text } = await agent.call('git_log', {});
  expect(value).toMatchObject({ commits: { length: 50 }, cursor: expect.any(String) });
  expect(text).toContain('abc1000 2026-01-31T12:00:00+01:00 Ada: commit 0 (HEAD -> main, tag: v2) [merge of abc1001, abc1099]');
  expect(text).toContain('  a.ts +3 −1');
  const second = await agent.call('git_log', { cursor: value['cursor'] });
  expect(second.value).toMatchObject({ commits: expect.arrayContaining([expect.objectContaining({ commit: 'abc1050' })]) });
  const third = await agent.call('git_log', { cursor: second.value['cursor'] });
  expect(third.value).toMatchObject({ commits: { length: 20 } });
  expect(third.value).not.toHaveProperty('cursor');
  expect((await agent.call('git_log', { author: 'Grace', page_size: 100 })).value).toMatchObject({ commits: { length: 60 } });
});

test('no commits, and what cannot be', async () => {
  await using agent = await agentOn('', { script: { repository: {} } });
  expect((await agent.call('git_log', {})).text).toBe('No commits.');
  expect(await agent.refusal('git_log', { range: 'v9' })).toMatchObject({ error: 'unknown_revision' });
  expect(await agent.refusal('git_log', { cursor: 'x' })).toMatchObject({ error: 'invalid_cursor' });
});

// Through the front door: an agent reads one commit.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const repository = {
  commits: [{ id: 'abc1234', subject: 'total: mind vouchers', body: 'They were taken off twice.', parents: ['a', 'b'] }],
  diff: [{ path: 'src/cart.ts', kind: 'modified', added: 1, removed: 0, hunks: [{ header: '@@ -1 +1,2 @@', text: '+c\n' }] }],
  contents: { 'HEAD:src/cart.ts': 'one\ntwo\n' },
} as const;

test('message, parents and diff', async () => {
  await using agent = await agentOn('', { script: { repository } });
  const { value, text } = await agent.call('git_show', { revision: 'abc1234' });
  expect(value).toMatchObject({
    commit: 'abc1234',
    author: 'Ada',
    subject: 'total: mind vouchers',
    body: 'They were taken off twice.',
    parents: ['a', 'b'],
    files: [{ file: 'src/cart.ts' }],
  });
  expect(text).toContain('A merge of a, b; what it changed for the first of them:\ntotal: mind vouchers\nThey were taken off twice.\n1 file, +1 −0');
  expect((await agent.call('git_show', { flags: ['stat'] })).value).toMatchObject({ files: [{ file: 'src/cart.ts', added: 1 }] });
  expect(await agent.refusal('git_show', { revision: 'v9' })).toMatchObject({ error: 'unknown_revision' });
});

test('the text of a file then', async () => {
  await using agent = await agentOn('', { script: { repository } });
  const { value, text } = await agent.call('git_show', { file: 'src/cart.ts' });
  expect(value).toEqual({ commit: 'HEAD', file: 'src/cart.ts', startLine: 1, lines: 2, text: 'one\ntwo\n' });
  expect(text).toBe('src/cart.ts in HEAD, from line 1 of 2:\none\ntwo');
  expect(await agent.refusal('git_show', { file: 'src/none.ts' })).toMatchObject({ error: 'file_not_found' });
});

test('a message longer than half an answer is cut, and the answer says so', async () => {
  await using agent = await agentOn('', { script: { repository: { ...repository, commits: [{ ...repository.commits[0], body: 'why '.repeat(10_000) }] } } });
  const { value, text } = await agent.call('git_show', {});
  expect(value).toMatchObject({ bodyLength: 40_000, files: [{ file: 'src/cart.ts' }] });
  expect(text).toContain('(… the message has 40000 characters');
});

// Through the front door: an agent leaves something out of the next commit again.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('files are unstaged, and what is staged is returned', async () => {
  await using agent = await agentOn('', { script: { repository: { files: { 'a.ts': { staged: 'modified' }, 'b.ts': { staged: 'added' } } } } });
  expect((await agent.call('git_unstage', { paths: ['a.ts'] })).value).toEqual({ staged: 1, unstaged: 1, files: [{ file: 'b.ts', kind: 'added' }] });
  expect(await agent.refusal('git_unstage', {})).toMatchObject({ error: 'invalid_arguments' });
});

// Through the front door: an agent chooses what the next commit holds.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('files are staged, and what is staged is returned', async () => {
  await using agent = await agentOn('', { script: { repository: { files: { 'a.ts': { unstaged: 'modified' }, 'b.ts': { unstaged: 'untracked' } } } } });
  const { value, text } = await agent.call('git_stage', { paths: ['b.ts'] });
  expect(value).toEqual({ staged: 1, unstaged: 1, files: [{ file: 'b.ts', kind: 'added' }] });
  expect(text).toBe('1 file staged, 1 not\n  added b.ts');
  expect(await agent.refusal('git_stage', {})).toMatchObject({ error: 'invalid_arguments', next: expect.stringContaining("['.']") });
});

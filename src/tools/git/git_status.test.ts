// Through the front door: an agent sees what has changed and where the tree stands.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const repository = {
  head: {
    branch: 'main',
    commit: 'c0ffee1234567890',
    upstream: 'origin/main',
    ahead: 2,
    behind: 1,
    operation: { kind: 'rebase', branch: 'feature', step: 2, steps: 5 },
  },
  files: {
    'src/cart.ts': { staged: 'modified', unstaged: 'modified' },
    'src/new name.ts': { staged: 'renamed', from: 'file:///fixture/src/old.ts' },
    'notes.md': { unstaged: 'untracked' },
    'src/both.ts': { conflict: 'both modified' },
    'vendor/lib': { unstaged: 'modified', submodule: ['commit', 'untracked'] },
  },
  stashes: ['WIP'],
  notes: ['Unsaved in VS Code, and compared as on disk: notes.md.'],
} as const;

test('files, branch, upstream and what is under way', async () => {
  await using agent = await agentOn('', { script: { repository } });
  const { value, text } = await agent.call('git_status', {});
  expect(value).toMatchObject({
    branch: 'main',
    commit: 'c0ffee1234',
    upstream: 'origin/main',
    ahead: 2,
    behind: 1,
    inProgress: 'rebase of feature, step 2 of 5',
    stashes: 1,
    total: 5,
    notes: repository.notes,
  });
  expect(text.split('\n')).toEqual([
    'On main, at c0ffee1234, follows origin/main (2 ahead, 1 behind)',
    'In the middle of a rebase of feature, step 2 of 5',
    '1 stash',
    '5 files:',
    '  src/cart.ts (staged: modified; modified)',
    '  src/old.ts → src/new name.ts (staged: renamed)',
    '  notes.md (untracked)',
    '  src/both.ts (conflict: both modified)',
    '  vendor/lib (modified; submodule: commit, untracked)',
    'Note: Unsaved in VS Code, and compared as on disk: notes.md.',
  ]);
});

test('a clean tree, some paths, a long list in pages, and no repository', async () => {
  await using clean = await agentOn('', { script: { repository: {} } });
  expect((await clean.call('git_status', {})).text).toBe('On main, at c0ffee1\nNothing has changed.');
  await using agent = await agentOn('', { script: { repository } });
  expect((await agent.call('git_status', { paths: ['src'] })).value).toMatchObject({ total: 3 });
  expect(await agent.refusal('git_status', { flags: ['everything'] })).toMatchObject({ error: 'invalid_arguments' });
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`src/file${index}.ts`, { unstaged: 'modified' as const }]));
  await using many = await agentOn('', { script: { repository: { files } }, budget: 2_000 });
  const { value } = await many.call('git_status', {});
  expect(value).toMatchObject({ total: 300, cursor: expect.any(String) });
  expect((await many.call('git_status', { cursor: value['cursor'] })).value).not.toMatchObject({ files: [{ file: 'src/file0.ts' }] });
  await using none = await agentOn('');
  expect(await none.refusal('git_status', {})).toMatchObject({ error: 'no_repository' });
});

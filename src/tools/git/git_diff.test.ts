// Through the front door: an agent reads what differs, hunk by hunk.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const hunk = (id: string, text: string) => ({ id, header: '@@ -1,2 +1,2 @@ total()', text });
const repository = {
  commits: [{ id: 'abc1234' }],
  diff: [
    { path: 'src/cart.ts', kind: 'modified', added: 2, removed: 1, hunks: [hunk('3-11111111', ' a\n-b\n+c\n'), hunk('3-22222222', '+d\n')] },
    { path: 'logo.png', kind: 'added', added: 0, removed: 0, binary: true, hunks: [] },
    { path: 'run.sh', kind: 'renamed', from: 'file:///fixture/go.sh', added: 0, removed: 0, mode: '100644 → 100755', hunks: [] },
  ],
} as const;

test('hunks with their ids', async () => {
  await using agent = await agentOn('', { script: { repository } });
  const { value, text } = await agent.call('git_diff', {});
  expect(value).toMatchObject({
    total: 3,
    added: 2,
    removed: 1,
    files: [{ file: 'src/cart.ts', hunks: [{ id: '3-11111111' }, { id: '3-22222222' }] }, { binary: true }, { from: 'go.sh' }],
  });
  expect(text.split('\n')).toEqual([
    '3 files, +2 −1',
    'modified src/cart.ts +2 −1',
    '@@ -1,2 +1,2 @@ total()  [3-11111111]',
    ' a',
    '-b',
    '+c',
    '@@ -1,2 +1,2 @@ total()  [3-22222222]',
    '+d',
    'added logo.png +0 −0 (binary)',
    'renamed go.sh → run.sh +0 −0 (100644 → 100755)',
  ]);
});

test('only counts, some paths, nothing, and what cannot be', async () => {
  await using agent = await agentOn('', { script: { repository } });
  expect((await agent.call('git_diff', { flags: ['stat'] })).text).not.toContain('@@');
  expect((await agent.call('git_diff', { paths: ['docs'] })).text).toBe('No differences.');
  expect(await agent.refusal('git_diff', { range: 'main', flags: ['staged'] })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('git_diff', { range: 'v9' })).toMatchObject({ error: 'unknown_revision' });
  expect(await agent.refusal('git_diff', { context: -1 })).toMatchObject({ error: 'invalid_arguments' });
});

test('a hunk that no page could hold is returned in pieces, and a line that nobody reads is cut', async () => {
  const text = Array.from({ length: 400 }, (_, index) => `+line number ${index} of a long file\n`).join('');
  const diff = [
    { path: 'long.ts', kind: 'added', added: 401, removed: 0, hunks: [{ header: '@@ -0,0 +1,401 @@', text: `${text}+${'x'.repeat(5_000)}\n` }] },
  ] as const;
  await using agent = await agentOn('', { script: { repository: { diff } }, budget: 2_000 });
  const first = await agent.call('git_diff', {});
  expect(first.value).toMatchObject({
    otherFiles: { 'long.ts': expect.any(Number) },
    files: [{ hunks: expect.arrayContaining([expect.objectContaining({ at: '@@ -0,0 +1,401 @@' })]) }],
  });
  let shown = '';
  for (let page = first; ; page = await agent.call('git_diff', { cursor: page.value['cursor'] })) {
    shown += page.text;
    if (page.value['cursor'] === undefined) break;
  }
  expect(shown).toContain('+line number 399 of a long file');
  expect(shown).toContain('(continued)');
  expect(shown).toMatch(/x…/);
});

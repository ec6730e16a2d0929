// Through the front door: an agent works with branches, and deletes none without a person.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';

const repository = { branches: ['main', 'feature'], commits: [{ id: 'abc' }] };

test('listed, created and switched to', async () => {
  await using agent = await agentOn('', { script: { repository } });
  const { value, text } = await agent.call('git_branch', { action: 'list' });
  expect(value).toMatchObject({ total: 2, branches: [{ name: 'main', current: true }, { name: 'feature' }] });
  expect(text).toBe('* main c0ffee1 subject\n  feature c0ffee1 subject');
  expect((await agent.call('git_branch', { action: 'create', name: 'next', flags: ['switch'] })).value).toMatchObject({ created: 'next', branch: 'next' });
  expect((await agent.call('git_branch', { action: 'switch', name: 'main' })).text).toBe('On main, at c0ffee1');
  expect(await agent.refusal('git_branch', { action: 'create', name: 'next' })).toMatchObject({ error: 'branch_exists' });
  expect(await agent.refusal('git_branch', { action: 'create' })).toMatchObject({ error: 'invalid_arguments' });
});

test('deleting asks a person: accepted, declined, and nobody there', async () => {
  await using alone = await agentOn('', { script: { repository } });
  expect(await alone.refusal('git_branch', { action: 'delete', name: 'feature' })).toMatchObject({ error: 'not_permitted' });
  await using no = await agentOn('', { script: { repository }, person: () => ({ decision: 'reject', reason: 'mine' }) });
  expect(await no.refusal('git_branch', { action: 'delete', name: 'feature' })).toMatchObject({ error: 'rejected' });
  expect((await no.call('git_branch', { action: 'list' })).value).toMatchObject({ total: 2 });
  await using yes = await agentOn('', { script: { repository }, person: () => ({ decision: 'accept' }) });
  expect((await yes.call('git_branch', { action: 'delete', name: 'feature' })).text).toBe('Deleted feature, which was at c0ffee1');
});

test('a policy that asks for every edit asks once, and one that names the tool not at all', async () => {
  let asked = 0;
  const person = () => {
    asked += 1;
    return { decision: 'accept' as const };
  };
  const effects = { reads: 'allow', edits: 'ask', runs: 'allow', controls: 'allow' } as const;
  await using strict = await agentOn('', { script: { repository }, person, policy: { effects, tools: {} } });
  await strict.call('git_branch', { action: 'delete', name: 'feature' });
  expect(asked).toBe(1);
  await using lax = await agentOn('', { script: { repository }, policy: { effects, tools: { git_branch: 'allow' } } });
  expect((await lax.call('git_branch', { action: 'delete', name: 'feature' })).value).toMatchObject({ deleted: 'feature' });
});

test('where nothing may be edited, branches are still listed', async () => {
  const policy = { ...defaultPolicy, effects: { ...defaultPolicy.effects, edits: 'deny' as const } };
  await using agent = await agentOn('', { script: { repository }, policy });
  expect((await agent.call('git_branch', { action: 'list' })).value).toMatchObject({ total: 2 });
  expect((await agent.call('git_stash', { action: 'list' })).value).toMatchObject({ stashes: [] });
  expect(await agent.refusal('git_branch', { action: 'create', name: 'next' })).toMatchObject({ error: 'not_permitted' });
  expect(await agent.refusal('git_stash', { action: 'push' })).toMatchObject({ error: 'not_permitted' });
});

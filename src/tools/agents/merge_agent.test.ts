// Whether what an isolated agent has changed comes into the project only as a person took it, and what is left is named.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { scriptedAgents } from '../../../test/support/scriptedAgents.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';

const source = '// @file a.ts\nconst a = 1;\n';
const allowed = { ...defaultPolicy, tools: { start_agent: 'allow', merge_agent: 'allow' } } as const;

test('a person looks at it whatever the policy allows, and what was taken is one change', async () => {
  const seen: string[] = [];
  const person = ({ title }: { readonly title: string }) => {
    seen.push(title);
    return { decision: 'accept' } as const;
  };
  await using agent = await agentOn(source, { agents: scriptedAgents(), policy: allowed, person });
  await agent.call('start_agent', { agent: 'echo', isolated: true });
  const { value, text } = await agent.call('merge_agent', { session_id: 'a-1' });
  expect(seen).toEqual(['merge a-1 (Echo), 1 conflict: both have changed b.ts']);
  expect(value).toMatchObject({ files: ['a.ts'], unmerged: 1, folder: '/trees/a' });
  expect(value['left']).toEqual([
    { files: ['b.ts'], why: 'both have changed b.ts' },
    { files: ['../c.ts'], why: expect.stringContaining('beside the project') },
    { files: ['made/'], why: expect.stringContaining('repository of its own') },
    { files: ['node_modules/dep/index.js'], why: expect.stringContaining('only links') },
  ]);
  expect(text).toContain('1 file merged');
  expect((await agent.call('read_file', { file: 'a.ts' })).text).toContain('const a = 2;');
  expect((await agent.call('merge_agent', { session_id: 'a-1' })).text).toContain('nothing to merge');
  await agent.call('undo', { change_id: value['changeId'] });
  expect((await agent.call('read_file', { file: 'a.ts' })).text).toContain('const a = 1;');
});

test('what a person rejects, and what nobody looks at, stays where it is', async () => {
  await using rejecting = await agentOn(source, { agents: scriptedAgents(), policy: allowed, person: () => ({ decision: 'reject', note: 'not yet' }) });
  await rejecting.call('start_agent', { agent: 'echo', isolated: true });
  expect(await rejecting.refusal('merge_agent', { session_id: 'a-1' })).toMatchObject({ error: 'rejected', message: expect.stringContaining('not yet') });
  await using alone = await agentOn(source, { agents: scriptedAgents(), policy: allowed });
  await alone.call('start_agent', { agent: 'echo', isolated: true });
  expect(await alone.refusal('merge_agent', { session_id: 'a-1' })).toMatchObject({ error: 'not_permitted' });
  expect((await alone.call('read_file', { file: 'a.ts' })).text).toContain('const a = 1;');
});

test('one that works in the project, one that works at this moment and one that nobody started are refused', async () => {
  await using agent = await agentOn(source, { agents: scriptedAgents(), policy: allowed });
  await agent.call('start_agent', { agent: 'echo' });
  expect(await agent.refusal('merge_agent', { session_id: 'a-1' })).toMatchObject({ error: 'not_isolated' });
  await agent.call('start_agent', { agent: 'echo', isolated: true, prompt: 'wait', timeout: 0 });
  expect(await agent.refusal('merge_agent', { session_id: 'a-2' })).toMatchObject({ error: 'agent_busy' });
  expect(await agent.refusal('merge_agent', { session_id: 'a-9' })).toMatchObject({ error: 'agent_session_not_found' });
});

// Whether a tree goes only where a person said so, as long as anything in it is not merged.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { scriptedAgents } from '../../../test/support/scriptedAgents.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';

const source = '// @file a.ts\nconst a = 1;\n';
const allowed = { ...defaultPolicy, tools: { start_agent: 'allow' } } as const;

test('a person is asked before work is thrown away', async () => {
  await using agent = await agentOn(source, { agents: scriptedAgents(), policy: allowed, person: () => ({ decision: 'accept' }) });
  await agent.call('start_agent', { agent: 'echo', isolated: true });
  expect((await agent.call('list_agents', {})).text).toContain('isolated in /trees/a, files not merged: 2');
  expect((await agent.call('discard_agent', { session_id: 'a-1' })).value).toEqual({ sessionId: 'a-1', discarded: 2 });
  expect(await agent.refusal('discard_agent', { session_id: 'a-1' })).toMatchObject({ error: 'not_isolated' });
  expect(await agent.refusal('prompt_agent', { session_id: 'a-1', text: 'x' })).toMatchObject({ error: 'agent_ended' });
});

test('with nobody there it stays, and says where', async () => {
  await using agent = await agentOn(source, { agents: scriptedAgents(), policy: allowed });
  await agent.call('start_agent', { agent: 'echo', isolated: true });
  expect(await agent.refusal('discard_agent', { session_id: 'a-1' })).toMatchObject({
    error: 'not_permitted',
    message: expect.stringContaining('2 changed files'),
  });
  expect((await agent.call('stop_agent', { session_id: 'a-1' })).value).toEqual({ sessionId: 'a-1', state: 'ended', folder: '/trees/a', unmerged: 2 });
  expect(await agent.refusal('discard_agent', { session_id: 'a-9' })).toMatchObject({ error: 'agent_session_not_found' });
});

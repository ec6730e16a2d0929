// Whether an agent, or only its turn, ends.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { scriptedAgents } from '../../../test/support/scriptedAgents.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';

const source = '// @file a.ts\nconst a = 1;\n';
const allowed = { ...defaultPolicy, tools: { start_agent: 'allow' } } as const;

test('ends the turn or the agent', async () => {
  await using agent = await agentOn(source, { agents: scriptedAgents(), policy: allowed });
  await agent.call('start_agent', { agent: 'echo', prompt: 'wait', timeout: 0 });
  expect((await agent.call('stop_agent', { session_id: 'a-1', only_turn: true })).value).toEqual({ sessionId: 'a-1', state: 'idle' });
  expect((await agent.call('stop_agent', { session_id: 'a-1' })).text).toBe('a-1 ended');
  expect(await agent.refusal('prompt_agent', { session_id: 'a-1', text: 'x' })).toMatchObject({ error: 'agent_ended' });
});

test('one that nobody started is refused', async () => {
  await using agent = await agentOn(source, { agents: scriptedAgents(), policy: allowed });
  expect(await agent.refusal('stop_agent', { session_id: 'a-1' })).toMatchObject({ error: 'agent_session_not_found' });
});

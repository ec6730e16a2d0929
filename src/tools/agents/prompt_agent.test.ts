// Whether a further task reaches the agent, and one that takes longer than the caller waits goes on.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { scriptedAgents } from '../../../test/support/scriptedAgents.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';

const source = '// @file a.ts\nconst a = 1;\n';
const allowed = { ...defaultPolicy, tools: { start_agent: 'allow' } } as const;

test('answers with what is new', async () => {
  await using agent = await agentOn(source, { agents: scriptedAgents(), policy: allowed });
  await agent.call('start_agent', { agent: 'echo', prompt: 'one' });
  const { value } = await agent.call('prompt_agent', { session_id: 'a-1', text: 'two' });
  expect(value).toMatchObject({ entries: [{ kind: 'prompt', text: 'two' }, { kind: 'message', text: 'you said two' }, { kind: 'stop' }] });
});

test('one that takes longer goes on, and takes no second task meanwhile', async () => {
  await using agent = await agentOn(source, { agents: scriptedAgents(), policy: allowed });
  await agent.call('start_agent', { agent: 'echo' });
  expect((await agent.call('prompt_agent', { session_id: 'a-1', text: 'wait', timeout: 0 })).value).toMatchObject({ state: 'working' });
  expect(await agent.refusal('prompt_agent', { session_id: 'a-1', text: 'x' })).toMatchObject({ error: 'agent_busy' });
  expect(await agent.refusal('prompt_agent', { session_id: 'a-9', text: 'x' })).toMatchObject({ error: 'agent_session_not_found' });
});

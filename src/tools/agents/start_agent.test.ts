// Whether another agent is started only where a person allows it, and what it says comes back.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { scriptedAgents } from '../../../test/support/scriptedAgents.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';

const source = '// @file a.ts\nconst a = 1;\n';
const allowed = { ...defaultPolicy, tools: { start_agent: 'allow' } } as const;

test('asks a person first', async () => {
  await using agent = await agentOn(source, { agents: scriptedAgents() });
  expect(await agent.refusal('start_agent', { agent: 'echo' })).toMatchObject({ error: 'not_permitted', message: expect.stringContaining('starts echo') });
});

test('starts, prompts and answers with what was said', async () => {
  await using agent = await agentOn(source, { agents: scriptedAgents(), policy: allowed });
  const { value, text } = await agent.call('start_agent', { agent: 'echo', prompt: 'hello' });
  expect(value).toMatchObject({ agent: 'echo', sessionId: 'a-1', state: 'idle', cursor: 'e3' });
  expect(text).toBe('a-1 idle\nprompt: hello\nmessage: you said hello\nstop: end_turn');
  expect(await agent.refusal('start_agent', { agent: 'eco' })).toMatchObject({ error: 'agent_not_found' });
});

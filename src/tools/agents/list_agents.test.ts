// Whether an agent learns which others there are, and how a person gets those that are missing.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { scriptedAgents } from '../../../test/support/scriptedAgents.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';

const source = '// @file a.ts\nconst a = 1;\n';
const allowed = { ...defaultPolicy, tools: { start_agent: 'allow' } } as const;

test('lists agents and conversations, and how to install what is missing', async () => {
  await using agent = await agentOn(source, { agents: scriptedAgents(), policy: allowed });
  await agent.call('start_agent', { agent: 'echo' });
  const { value, text } = await agent.call('list_agents', {});
  expect(value).toMatchObject({
    agents: [
      { id: 'echo', title: 'Echo', found: true },
      { id: 'gone', found: false, install: 'npm install gone' },
    ],
    sessions: [{ sessionId: 'a-1', agent: 'echo', state: 'idle', own: true, startedBy: 'check 1.0.0' }],
  });
  expect(value).toMatchObject({ leftOut: ['odd: its package is not pinned'] });
  expect(text).toContain('gone (Gone): not found; a person installs it with npm install gone');
  expect(text).toContain('left out: odd: its package is not pinned');
});

test('where no agents are started it says so', async () => {
  await using agent = await agentOn(source);
  expect(await agent.refusal('list_agents', {})).toMatchObject({ error: 'agents_elsewhere' });
  expect(await agent.refusal('list_agents', { all: true })).toMatchObject({ error: 'invalid_arguments' });
});

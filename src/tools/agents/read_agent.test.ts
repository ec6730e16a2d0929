// Whether what was said can be read, from any place, and not by others.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { scriptedAgents } from '../../../test/support/scriptedAgents.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';

const source = '// @file a.ts\nconst a = 1;\n';
const allowed = { ...defaultPolicy, tools: { start_agent: 'allow' } } as const;

test('reads from a cursor', async () => {
  await using agent = await agentOn(source, { agents: scriptedAgents(), policy: allowed });
  await agent.call('start_agent', { agent: 'echo', prompt: 'one' });
  expect((await agent.call('read_agent', { session_id: 'a-1', cursor: 'e2' })).value).toMatchObject({ entries: [{ kind: 'stop', text: 'end_turn' }] });
});

test("another's conversation asks a person first", async () => {
  const agents = scriptedAgents();
  await using agent = await agentOn(source, { agents });
  await agents.start({ agent: 'echo', project: agent.ide.project, owner: undefined, author: 'you' }, new AbortController().signal);
  expect(await agent.refusal('read_agent', { session_id: 'a-1' })).toMatchObject({ error: 'not_permitted', message: expect.stringContaining('of you') });
});

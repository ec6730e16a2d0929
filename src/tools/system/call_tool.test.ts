// Through the front door: a call by name is the same call as a direct one, in every respect.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';

const FILE = '// @file a.ts\nexport const price = 1;\n';

test('the answer is that of the tool, and the history has both', async () => {
  await using agent = await agentOn(FILE);
  const direct = await agent.call('read_file', { file: 'a.ts' });
  const called = await agent.call('call_tool', { name: 'read_file', arguments: { file: 'a.ts' } });
  expect(called).toEqual(direct);
  const inner = { tool: 'read_file', parameters: { file: 'a.ts' }, status: 'success', project: '/fixture' };
  expect(agent.records.at(-1)).toMatchObject({ tool: 'call_tool', ownTool: 'read_file', caption: 'Read file a.ts', project: '/fixture', inner: [inner] });
});

test('arguments may be left out where the tool needs none', async () => {
  await using agent = await agentOn(FILE);
  expect((await agent.call('call_tool', { name: 'list_projects' })).value).toMatchObject({ projects: [{ name: 'fixture' }] });
});

test('a call of a call is still one call', async () => {
  await using agent = await agentOn(FILE);
  const { value } = await agent.call('call_tool', { name: 'call_tool', arguments: { name: 'list_projects' } });
  expect(value).toMatchObject({ projects: [{ name: 'fixture' }] });
  expect(agent.records.at(-1)).toMatchObject({ tool: 'call_tool', ownTool: 'list_projects', inner: [{ tool: 'list_projects' }] });
});

test('its errors are those of the tool', async () => {
  await using agent = await agentOn(FILE);
  expect(await agent.refusal('call_tool', { name: 'read_file', arguments: { file: 'b.ts' } })).toMatchObject({ error: 'file_not_found' });
  expect(await agent.refusal('call_tool', { name: 'read_file', arguments: { fiel: 'a.ts' } })).toMatchObject({
    error: 'invalid_arguments',
    message: expect.stringMatching(/^read_file: .*did you mean file/),
  });
  expect(await agent.refusal('call_tool', { name: 'read_fil' })).toMatchObject({ error: 'unknown_tool', next: expect.stringContaining('read_file') });
});

test('its own arguments are checked too', async () => {
  await using agent = await agentOn(FILE);
  expect(await agent.refusal('call_tool', {})).toMatchObject({ error: 'invalid_arguments', message: 'call_tool: name is missing.' });
  expect(await agent.refusal('call_tool', { name: 'read_file', arguments: 'a.ts' })).toMatchObject({ error: 'invalid_arguments' });
  expect(agent.records.at(-1)).toMatchObject({ tool: 'call_tool', status: 'error' });
});

test('what the policy says of the tool counts, and nothing that it says of this one', async () => {
  await using agent = await agentOn(FILE, { policy: { effects: { ...defaultPolicy.effects, runs: 'deny' }, tools: { list_projects: 'deny' } } });
  expect((await agent.call('call_tool', { name: 'read_file', arguments: { file: 'a.ts' } })).value).toMatchObject({ file: 'a.ts' });
  expect(await agent.refusal('call_tool', { name: 'list_projects' })).toMatchObject({ error: 'not_permitted' });
});

// Through the front door: an agent wants a language server fetched.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('a host whose servers are not ours says so; wrong input is named', async () => {
  await using agent = await agentOn('// @file a.ts');
  expect(await agent.refusal('install_server', { server: 'gopls' })).toMatchObject({ error: 'unsupported' });
  expect((await agent.refusal('install_server', {})).error).toBe('invalid_arguments');
  expect((await agent.refusal('install_server', { language: 'go' })).error).toBe('invalid_arguments');
});

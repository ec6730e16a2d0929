// Whether an agent sees who works beside it, and nothing of what they are about.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('lists the caller with the call that it waits for', async () => {
  await using agent = await agentOn('// @file a.ts\nexport const a = 1;\n');
  await agent.call('read_file', { file: 'a.ts' });
  const { value, text } = await agent.call('list_connections', {});
  expect(value).toMatchObject({
    connections: [
      {
        client: 'check 1.0.0',
        own: true,
        door: 'stdio',
        calls: 2,
        inFlight: [{ tool: 'list_connections' }],
        lastCall: { tool: 'read_file', status: 'success' },
      },
    ],
  });
  expect(text).toContain('check 1.0.0 (you) over stdio');
  expect(JSON.stringify(value)).not.toContain('a.ts');
});

test('a call with an argument is refused', async () => {
  await using agent = await agentOn('// @file a.ts\n');
  expect(await agent.refusal('list_connections', { all: true })).toMatchObject({ error: 'invalid_arguments' });
});

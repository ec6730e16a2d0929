// Names and values of a frame.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';

test('by scope, long ones with an id', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run' });
  const { value, text } = await agent.call('get_variables', {});
  expect(value).toMatchObject({
    function: 'main',
    scopes: [
      {
        name: 'Locals',
        variables: [
          { name: 'limit', value: '10', type: 'number' },
          { name: 'cart', id: expect.stringMatching(/^s1\.1\.\d+$/) },
        ],
      },
    ],
  });
  expect(text).toContain('limit: number = 10');
});

test('a program that runs has none to show', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('attach_debugger', { process_id: 1 });
  expect(await agent.refusal('get_variables', {})).toMatchObject({ error: 'not_paused', next: expect.stringContaining('pause') });
});

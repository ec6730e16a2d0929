// What can be run and debugged is listed by name.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';

test('every program is listed, with where it comes from', async () => {
  await using agent = await agentOn(PROGRAM);
  const { value, text } = await agent.call('list_run_configurations', {});
  expect(value).toEqual({
    configurations: [{ name: 'main.run', type: 'scripted', from: 'main.run', canRun: true, canDebug: true, description: 'runs main.run' }],
  });
  expect(text).toContain('main.run');
});

test('a project without any says what to pass instead', async () => {
  await using agent = await agentOn('');
  expect((await agent.call('list_run_configurations', {})).text).toContain('start_debug_session a program');
});

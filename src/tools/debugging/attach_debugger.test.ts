// A program that runs is debugged without being started.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';

test('it runs on after the debugger is there', async () => {
  await using agent = await agentOn(PROGRAM);
  expect((await agent.call('attach_debugger', { process_id: 4711 })).value).toMatchObject({ sessionId: 's1', state: 'running' });
  expect((await agent.call('pause', {})).value).toMatchObject({ state: 'paused', reason: 'pause' });
});

test('one of process and port must be named', async () => {
  await using agent = await agentOn(PROGRAM);
  expect(await agent.refusal('attach_debugger', {})).toMatchObject({ error: 'invalid_arguments', message: expect.stringContaining('process_id, or port') });
  expect(await agent.refusal('attach_debugger', { process_id: 1, port: 2 })).toMatchObject({ error: 'invalid_arguments' });
});

// A program that runs is debugged without being started.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';

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

test('our own processes are refused, and a person is asked about those that were not started here', async () => {
  await using agent = await agentOn(PROGRAM, { ownPorts: new Set([7000]), person: () => ({ decision: 'reject' }) });
  for (const given of [{ process_id: 9999 }, { port: 9999 }, { port: 7000 }])
    expect(await agent.refusal('attach_debugger', given)).toMatchObject({ error: 'own_process', message: expect.stringContaining('Binnacle itself') });
  for (const given of [{ process_id: 12_000 }, { port: 12_000 }, { port: 5678, host: 'build.example' }])
    expect(await agent.refusal('attach_debugger', given)).toMatchObject({ error: 'rejected' });
  expect((await agent.call('attach_debugger', { port: 5678 })).value).toMatchObject({ state: 'running' });
});

test('where the policy names the tool or the host, no person is asked', async () => {
  await using agent = await agentOn(PROGRAM, {
    policy: { ...defaultPolicy, tools: { attach_debugger: 'allow' }, hosts: { 'build.example': 'allow', 'bad.example': 'deny' } },
  });
  expect((await agent.call('attach_debugger', { process_id: 12_000 })).value).toMatchObject({ state: 'running' });
  expect((await agent.call('attach_debugger', { port: 5678, host: 'build.example' })).value).toMatchObject({ state: 'running' });
  expect(await agent.refusal('attach_debugger', { port: 5678, host: 'bad.example' })).toMatchObject({ error: 'not_permitted' });
});

// What a run printed, by cursor.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const script = { commands: { serve: { stdout: '\u001B[32mup\u001B[0m\n', stderr: 'oops\n' }, quick: { stdout: 'done\n', exitCode: 0 } } };

test('both streams without colours, one of them, and nothing new', async () => {
  await using agent = await agentOn('', { script });
  await agent.call('run_command', { command: 'serve', timeout: 0.01 });
  const { value, text } = await agent.call('read_run_output', {});
  expect(value).toEqual({
    runId: 'r1',
    name: 'serve',
    state: 'ended',
    signal: 'SIGTERM',
    output: [
      { stream: 'stdout', text: 'up\n' },
      { stream: 'stderr', text: 'oops\n' },
    ],
    cursor: 'o3',
    more: false,
  });
  expect(text).toContain('[stderr] oops');
  expect((await agent.call('read_run_output', { run_id: 'r1', only: 'stderr' })).value).toMatchObject({ output: [{ text: 'oops\n' }] });
  expect((await agent.call('read_run_output', { cursor: 'o3', wait: 1 })).value).toMatchObject({ output: [], cursor: 'o3' });
});

test('runs and cursors that are none', async () => {
  await using agent = await agentOn('', { script });
  expect(await agent.refusal('read_run_output', {})).toMatchObject({ error: 'no_run' });
  await agent.call('run_command', { command: 'quick' });
  expect(await agent.refusal('read_run_output', { run_id: 'r9' })).toMatchObject({ error: 'run_not_found', next: 'There are r1.' });
  expect(await agent.refusal('read_run_output', { cursor: 'x' })).toMatchObject({ error: 'invalid_cursor' });
});

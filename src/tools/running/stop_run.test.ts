// A run is ended once.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('a run is ended with its last words, and had ended the second time', async () => {
  await using agent = await agentOn('// @file serve.run\nx\n', { script: { commands: { 'serve.run': { stdout: 'up\n' } } } });
  await agent.call('run_configuration', { name: 'serve.run', timeout: 0 });
  expect((await agent.call('stop_run', {})).value).toEqual({ runId: 'r1', name: 'serve.run', signal: 'SIGTERM', output: 'up\n' });
  expect((await agent.call('stop_run', { run_id: 'r1' })).text).toContain('had ended');
});

// What a configuration answers when it ends, and when it goes on.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const source = '// @file build.run\nx\n// @file serve.run\nx\n';
const script = { commands: { 'serve.run': { stdout: 'listening\n' }, 'build.run': { stdout: 'built\n', exitCode: 0, writes: { 'out.js': '1\n' } } } };

test('one that ends says how, and what it changed', async () => {
  await using agent = await agentOn(source, { script });
  const { value } = await agent.call('run_configuration', { name: 'build.run' });
  expect(value).toMatchObject({ runId: 'r1', state: 'ended', exitCode: 0, output: 'built\n', changed: ['out.js'] });
});

test('one that does not goes on, with its first words', async () => {
  await using agent = await agentOn(source, { script });
  const { value, text } = await agent.call('run_configuration', { name: 'serve.run', timeout: 0.05 });
  expect(value).toEqual({ runId: 'r1', name: 'serve.run', state: 'running', output: 'listening\n', cursor: 'o2' });
  expect(text).toContain('still runs');
});

test('a name that is not there is answered with one that is', async () => {
  await using agent = await agentOn(source, { script });
  expect(await agent.refusal('run_configuration', { name: 'biuld.run' })).toMatchObject({ error: 'configuration_not_found', candidates: ['build.run'] });
});

// What is broken, missing or waits is reported, the worst first.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const engine = { root: '/fixture', restarts: 0 };

test('nothing to report', async () => {
  await using agent = await agentOn('// @file a.ts\n');
  expect((await agent.call('get_notifications', {})).value).toEqual({ notifications: [] });
});

test('engines, packages and runs', async () => {
  const engines = [
    { ...engine, language: 'go', engine: 'gopls', state: 'missing', install: 'go install gopls' },
    { ...engine, language: 'python', engine: 'basedpyright', state: 'failed', detail: 'It died.' },
    { ...engine, language: 'css', engine: 'css', state: 'ready', restarts: 2 },
  ] as const;
  const commands = { 'bad.run': { exitCode: 2 }, 'up.run': {} };
  await using agent = await agentOn('// @file package.json\n{ "dependencies": { "zod": "4", "left-pad": "1" } }\n// @file bad.run\nx\n// @file up.run\nx\n', {
    script: { engines, commands, packages: { zod: [{ uri: 'file:///fixture/node_modules/zod' }] } },
  });
  for (const name of ['bad.run', 'up.run']) await agent.call('run_configuration', { name, timeout: 0.01 });
  const { value, text } = await agent.call('get_notifications', {});
  expect(value).toMatchObject({
    notifications: [
      { kind: 'engine', severity: 'error', message: 'basedpyright (python) has failed. It died.' },
      { kind: 'engine', severity: 'warning', next: 'Install it: go install gopls' },
      { kind: 'dependency', message: expect.stringContaining('left-pad') },
      { kind: 'run', severity: 'warning', message: 'bad.run (run r1) ended with 2.' },
      { kind: 'engine', severity: 'information', message: expect.stringContaining('crashed 2 times') },
      { kind: 'run', severity: 'information', message: 'up.run (run r2) is running.' },
    ],
  });
  expect(text.split('\n')[0]).toContain('error: basedpyright');
  expect(JSON.stringify(value)).not.toContain('zod');
});

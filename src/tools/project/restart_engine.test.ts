// Through the front door: an agent starts an engine anew.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('answers with the state of the engine afterwards', async () => {
  await using agent = await agentOn('// @file a.ts');
  const { value } = await agent.call('restart_engine', { language: 'typescript' });
  expect(value).toEqual({ engines: [{ language: 'typescript', engine: 'scripted 1.0', state: 'ready', restarts: 1 }] });
});

test('refuses a language that nobody serves, and one that is not installed', async () => {
  const missing = { language: 'go', engine: 'gopls', state: 'missing', root: '/fixture', restarts: 0, install: 'go install gopls' } as const;
  await using agent = await agentOn('// @file a.ts', { script: { engines: [missing] } });
  expect((await agent.refusal('restart_engine', { language: 'cobol' })).error).toBe('unknown_language');
  expect(await agent.refusal('restart_engine', { language: 'go' })).toMatchObject({
    error: 'engine_unavailable',
    message: expect.stringContaining('go install gopls'),
  });
  expect((await agent.refusal('restart_engine', {})).error).toBe('invalid_arguments');
});

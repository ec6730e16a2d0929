// New configurations are written where VS Code has them.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const launch = `// @file .vscode/launch.json
{
    // ours
    "version": "0.2.0",
    "configurations": [
        { "name": "web", "type": "node", "request": "launch", "program": "a.js" }, // first
    ],
}
`;

test('at the end of launch.json, with everything else as it was', async () => {
  await using agent = await agentOn(launch);
  const { value } = await agent.call('create_run_configuration', { name: 'worker', settings: { type: 'node', program: 'worker.js', args: ['--fast'] } });
  expect(value).toMatchObject({ name: 'worker', applied: true, files: [{ file: '.vscode/launch.json', kind: 'changed' }] });
  const { text } = await agent.ide.documents.read(agent.ide.documents.uriOf('.vscode/launch.json'));
  expect(text).toContain('    // ours\n');
  expect(text).toContain('"program": "a.js" }, // first');
  expect(text).toContain('            "name": "worker",\n            "request": "launch",\n            "type": "node",\n            "program": "worker.js"');
});

test('a command becomes a task, in a file that is made for it', async () => {
  await using agent = await agentOn('');
  const { value } = await agent.call('create_run_configuration', { name: 'build', settings: { command: 'make all' } });
  expect(value).toMatchObject({ name: 'task: build', files: [{ file: '.vscode/tasks.json', kind: 'created' }] });
  const { text } = await agent.ide.documents.read(agent.ide.documents.uriOf('.vscode/tasks.json'));
  expect(JSON.parse(text)).toEqual({ version: '2.0.0', tasks: [{ label: 'build', type: 'shell', command: 'make all' }] });
});

test('names that are taken, settings that say nothing, files that are broken', async () => {
  await using agent = await agentOn(launch);
  const node = { type: 'node', program: 'b.js' };
  expect(await agent.refusal('create_run_configuration', { name: 'web', settings: node })).toMatchObject({ error: 'configuration_exists' });
  expect(await agent.refusal('create_run_configuration', { name: 'x', settings: { program: 'b.js' } })).toMatchObject({ error: 'configuration_invalid' });
  await using broken = await agentOn('// @file .vscode/launch.json\n{ "configurations": [ {\n');
  expect(await broken.refusal('create_run_configuration', { name: 'x', settings: node })).toMatchObject({ error: 'configuration_invalid' });
});

test('a preview writes nothing', async () => {
  await using agent = await agentOn(launch);
  const { value } = await agent.call('create_run_configuration', { name: 'x', settings: { type: 'go', program: '.' }, preview: true });
  expect(value).toMatchObject({ applied: false, diff: expect.stringContaining('+            "name": "x"') });
});

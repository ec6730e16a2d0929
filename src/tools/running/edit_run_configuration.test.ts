// A configuration is changed where it is written; comments and order stay.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const source = `// @file .vscode/launch.json
{
\t"configurations": [
\t\t{
\t\t\t"name": "web", // the page
\t\t\t"type": "node",
\t\t\t"request": "launch",
\t\t\t"program": "a.js",
\t\t\t"env": { "PORT": "1" }
\t\t},
\t\t{ "name": "other", "type": "go", "request": "launch" }
\t]
}
// @file .vscode/tasks.json
{ "tasks": [ { "label": "build", "command": "make" /* all */ } ] }
// @file a.run
x
`;

test('settings are set, added and taken away', async () => {
  await using agent = await agentOn(source);
  const settings = { program: 'b.js', env: null, cwd: '${workspaceFolder}/sub' };
  const { value } = await agent.call('edit_run_configuration', { name: 'web', settings, new_name: 'site' });
  expect(value).toMatchObject({ name: 'site', applied: true });
  const { text } = await agent.ide.documents.read(agent.ide.documents.uriOf('.vscode/launch.json'));
  expect(text).toContain(
    '"name": "site", // the page\n\t\t\t"type": "node",\n\t\t\t"request": "launch",\n\t\t\t"program": "b.js",\n\t\t\t"cwd": "${workspaceFolder}/sub"\n\t\t},',
  );
  await agent.call('undo', { change_id: value['changeId'] });
  expect((await agent.ide.documents.read(agent.ide.documents.uriOf('.vscode/launch.json'))).text).toContain('"name": "web", // the page');
});

test.each(['task: build', 'build'])('tasks go by their listed names, and by those that they were given: %s', async (name) => {
  await using agent = await agentOn(source);
  await agent.call('edit_run_configuration', { name, settings: { command: 'make fast' } });
  expect((await agent.ide.documents.read(agent.ide.documents.uriOf('.vscode/tasks.json'))).text).toContain('"command": "make fast" /* all */');
});

test('what stands in one line stays there', async () => {
  await using agent = await agentOn(source);
  await agent.call('edit_run_configuration', { name: 'other', settings: { program: '.' } });
  const { text } = await agent.ide.documents.read(agent.ide.documents.uriOf('.vscode/launch.json'));
  expect(text).toContain('{ "name": "other", "type": "go", "request": "launch", "program": "." }');
});

test('one is removed whole', async () => {
  await using agent = await agentOn(source);
  await agent.call('edit_run_configuration', { name: 'other', remove: true });
  expect((await agent.ide.documents.read(agent.ide.documents.uriOf('.vscode/launch.json'))).text).not.toContain('other');
});

test('a configuration that the file does not hold cannot be edited there', async () => {
  await using agent = await agentOn(source);
  expect(await agent.refusal('edit_run_configuration', { name: 'a.run', settings: {} })).toMatchObject({
    error: 'configuration_not_editable',
    next: expect.stringContaining('a.run'),
  });
  expect(await agent.refusal('edit_run_configuration', { name: 'nothing' })).toMatchObject({ error: 'configuration_not_found' });
  expect(await agent.refusal('edit_run_configuration', { name: 'web', new_name: 'other' })).toMatchObject({ error: 'configuration_exists' });
});

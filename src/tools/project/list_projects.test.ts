// Through the front door: an agent asks which projects are open, and must name one of several.
import { expect, test } from 'vitest';
import { agentOf, agentOn } from '../../../test/support/check.ts';
import { openScriptedIde } from '../../hosts/scripted/scriptedIde.ts';

test('lists the open projects', async () => {
  await using agent = await agentOn('');
  const { value, text } = await agent.call('list_projects', {});
  expect(value).toEqual({ projects: [{ name: 'fixture', path: '/fixture', trusted: true }] });
  expect(text).toBe('fixture  /fixture');
});

test('says which project another process writes', async () => {
  const ide = openScriptedIde('');
  await using agent = await agentOf({ ...ide, project: { ...ide.project, trusted: false, readOnly: { ownerPid: 42 } } });
  const { value, text } = await agent.call('list_projects', {});
  expect(value).toEqual({ projects: [{ name: 'fixture', path: '/fixture', trusted: false, writerPid: 42 }] });
  expect(text).toBe('fixture  /fixture (not trusted) (read-only: process 42 writes here)');
});

test('with several projects open, a call must name one', async () => {
  await using agent = await agentOf(openScriptedIde('// @file a.ts\nhere'), {}, [openScriptedIde('// @file a.ts\nthere', {}, 'second')]);
  expect(await agent.refusal('read_file', { file: 'a.ts' })).toMatchObject({
    error: 'multiple_projects_open',
    projects: [{ path: '/fixture' }, { path: '/second' }],
  });
  expect((await agent.call('read_file', { file: 'a.ts', project_path: '/second' })).value).toMatchObject({ text: '1\tthere' });
  expect(await agent.refusal('read_file', { file: 'a.ts', project_path: '/third' })).toMatchObject({ error: 'project_not_open' });
});

test('takes no arguments', async () => {
  await using agent = await agentOn('');
  expect(await agent.refusal('list_projects', { all: true })).toMatchObject({ error: 'invalid_arguments' });
});

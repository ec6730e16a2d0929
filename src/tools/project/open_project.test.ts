// Through the front door: an agent opens a project, which does not make it trusted.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('opens a folder, untrusted, and says who can trust it', async () => {
  await using agent = await agentOn('');
  const { value, text } = await agent.call('open_project', { path: '/elsewhere' });
  expect(value).toMatchObject({
    name: 'elsewhere',
    path: '/elsewhere',
    trusted: false,
    alreadyOpen: false,
    next: expect.stringContaining('binnacle trust /elsewhere'),
  });
  expect(text).toContain('Opened: elsewhere  /elsewhere (not trusted)');
  expect((await agent.call('list_projects', {})).value).toMatchObject({ projects: [{ path: '/fixture' }, { path: '/elsewhere', trusted: false }] });
});

test('what a person opened stays trusted', async () => {
  await using agent = await agentOn('');
  const { value, text } = await agent.call('open_project', { path: '/fixture' });
  expect(value).toEqual({ name: 'fixture', path: '/fixture', trusted: true, alreadyOpen: true });
  expect(text).toBe('Already open: fixture  /fixture');
});

test('refuses what is not a folder', async () => {
  await using agent = await agentOn('');
  expect(await agent.refusal('open_project', { path: '/elsewhere/file.ts' })).toMatchObject({ error: 'not_a_folder' });
  expect(await agent.refusal('open_project', { path: 'elsewhere' })).toMatchObject({ error: 'not_a_folder', next: expect.stringContaining('absolute') });
  expect(await agent.refusal('open_project', { project_path: '/elsewhere' })).toMatchObject({
    error: 'invalid_arguments',
    message: expect.stringContaining('path is missing'),
  });
});

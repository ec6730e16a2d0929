// Through the front door: what counts, where it was set, and what stays hidden.
import { expect, test } from 'vitest';
import { agentOf, agentOn } from '../../../test/support/check.ts';
import { openScriptedIde, withoutDoors } from '../../hosts/scripted/scriptedIde.ts';
import type { SettingLevels } from '../../ide/doors/settings.ts';

const FILES = `// @file .vscode/settings.json
{
  // ours
  "editor.tabSize": 4,
  "files.exclude": { "**/dist": true },
}
`;

test('what the workspace says comes before everything else, and where it comes from is said', async () => {
  await using agent = await agentOn(FILES);
  const { value, text } = await agent.call('get_setting', { key: 'editor.tabSize' });
  expect(value).toEqual({ key: 'editor.tabSize', value: 4, from: 'workspace' });
  expect(text).toBe('editor.tabSize is 4 (workspace).');
  expect((await agent.call('get_setting', { key: 'files.exclude', scope: 'workspace' })).value).toMatchObject({ value: { '**/dist': true } });
});

test("Binnacle's own are the person's, and what is usual counts where nothing is set", async () => {
  await using agent = await agentOn(FILES);
  expect((await agent.call('get_setting', { key: 'binnacle.evaluation' })).value).toEqual({ key: 'binnacle.evaluation', value: 'off', from: 'user' });
  expect((await agent.call('get_setting', { key: 'binnacle.maxHistorySize' })).value).toEqual({ key: 'binnacle.maxHistorySize', value: 1000, from: 'default' });
  expect((await agent.call('get_setting', { key: 'binnacle.maxHistorySize', scope: 'user' })).value).toEqual({
    key: 'binnacle.maxHistorySize',
    from: 'not set',
  });
});

test('without a window the user settings of VS Code are not guessed, and that is said', async () => {
  await using agent = await agentOn('');
  const { value, text } = await agent.call('get_setting', { key: 'editor.fontSize' });
  expect(value).toEqual({ key: 'editor.fontSize', from: 'not set', userUnknown: true });
  expect(text).toBe('editor.fontSize is not set. The user settings of VS Code are not known here.');
  expect(await agent.refusal('get_setting', { key: 'editor.fontSize', scope: 'user' })).toMatchObject({
    error: 'user_settings_elsewhere',
    next: expect.stringContaining('scope workspace'),
  });
});

test('what a person keeps secret in their own settings is not shown, alone or in a section', async () => {
  await using agent = await agentOn('');
  const levels: SettingLevels = { user: { 'api.key': 'sk-1', size: 2, nested: { token: 'abc', name: 'n' }, list: [{ password: 'p' }] } };
  Object.assign(agent.ide.settings, { read: async () => levels });
  expect((await agent.call('get_setting', { key: 'service' })).value).toMatchObject({
    value: { 'api.key': expect.stringContaining('secret'), size: 2, nested: { token: expect.stringContaining('secret'), name: 'n' } },
  });
  expect((await agent.call('get_setting', { key: 'service' })).text).not.toMatch(/sk-1|abc|"p"/);
});

test('what is broken, unknown or nobody reads is refused', async () => {
  await using agent = await agentOn('// @file .vscode/settings.json\n{ "editor.tabSize": \n');
  expect(await agent.refusal('get_setting', { key: 'editor.tabSize' })).toMatchObject({ error: 'invalid_settings' });
  expect(await agent.refusal('get_setting', { key: 'binnacle.policy' })).toMatchObject({ error: 'setting_not_reachable' });
  for (const key of ['', 'two words', '__proto__', 'a"b']) expect(await agent.refusal('get_setting', { key })).toMatchObject({ error: 'invalid_arguments' });
});

test('a host without settings says where there are some', async () => {
  await using agent = await agentOf(withoutDoors(openScriptedIde(''), ['settings']));
  expect(await agent.refusal('get_setting', { key: 'editor.tabSize' })).toMatchObject({
    error: 'settings_elsewhere',
    next: expect.stringContaining('binnacle mcp'),
  });
});

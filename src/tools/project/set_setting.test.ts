// Through the front door: a setting is written where it belongs, undoable where it is a file, and what could run something is a person's to allow.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AgentOptions, agentOn } from '../../../test/support/check.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';

const FILES = `// @file .vscode/settings.json
{
    // ours
    "editor.tabSize": 4, // four
    "git.path": "/usr/bin/git",
}
`;

async function settings(options: AgentOptions = {}) {
  const agent = await agentOn(FILES, options);
  const text = async () => (await agent.ide.documents.read(agent.ide.documents.uriOf('.vscode/settings.json'))).text;
  return { agent, text, before: await text() };
}

test('in the file of the workspace, with its comments as they were, and undone as any edit', async () => {
  const { agent, text, before } = await settings();
  await using _ = agent;
  const { value, text: printed } = await agent.call('set_setting', { key: 'editor.tabSize', value: 2 });
  expect(value).toMatchObject({ key: 'editor.tabSize', scope: 'workspace', applied: true, files: [{ file: '.vscode/settings.json', kind: 'changed' }] });
  expect(printed).toMatch(/^editor\.tabSize \(workspace\): Done/);
  expect(await text()).toBe(before.replace('"editor.tabSize": 4', '"editor.tabSize": 2'));
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await text()).toBe(before);
  await agent.call('set_setting', { key: 'files.eol', value: '\n' });
  expect(await text()).toContain('    "files.eol": "\\n"');
  await agent.call('set_setting', { key: 'files.eol' });
  expect(await text()).toBe(before);
});

test('a file is made where there is none, what it says already is not written, and a preview writes nothing', async () => {
  await using agent = await agentOn('');
  const { value } = await agent.call('set_setting', { key: 'editor.tabSize', value: 2, preview: true });
  expect(value).toMatchObject({ applied: false, diff: expect.stringContaining('"editor.tabSize": 2') });
  expect((await agent.call('set_setting', { key: 'editor.tabSize', value: 2 })).value).toMatchObject({ applied: true, files: [{ kind: 'created' }] });
  expect((await agent.call('set_setting', { key: 'editor.tabSize', value: 2 })).value).toMatchObject({
    applied: false,
    notes: [expect.stringContaining('already')],
  });
});

test('whatever is set is what is read, and removed is not set (property 11)', async () => {
  await using agent = await agentOn('');
  await fc.assert(
    fc.asyncProperty(
      fc.stringMatching(/^editor\.[a-z][A-Za-z]{3,10}Size$/),
      fc.oneof(fc.boolean(), fc.integer(), fc.stringMatching(/^[a-z]{0,10}$/), fc.array(fc.integer(), { maxLength: 3 }), fc.constant(null)),
      async (key, value) => {
        await agent.call('set_setting', { key, value });
        expect((await agent.call('get_setting', { key })).value).toEqual({ key, value, from: 'workspace' });
        await agent.call('set_setting', { key });
        expect((await agent.call('get_setting', { key, scope: 'workspace' })).value).toEqual({ key, from: 'not set' });
      },
    ),
    { numRuns: 25 },
  );
});

test.each([
  ['set_setting', { key: 'git.path', value: '/tmp/evil' }],
  ['set_setting', { key: 'git.path' }],
  ['set_setting', { key: '[typescript]', value: { 'eslint.runtime': 'evil' } }],
  ['set_setting', { key: 'nobody.knows', value: true }],
  ['set_setting', { key: 'binnacle.evaluation', value: 'free', scope: 'user' }],
  ['set_setting', { key: 'binnacle.maxHistorySize', value: 5, scope: 'user' }],
  ['edit_file', { file: '.vscode/settings.json', edits: [{ old_text: '/usr/bin/git', new_text: '/tmp/evil' }] }],
  ['write_file', { file: '.vscode/settings.json', text: '{ "chat.tools.autoApprove": true }' }],
  ['write_file', { file: 'packages/a/.VSCODE/Settings.json', text: '{ "chat.tools.autoApprove": true }' }],
  ['write_file', { file: 'x/.vscode/settings.json', text: '{ "__proto__": { "git.path": "x" } }' }],
  ['write_file', { file: 'x/.vscode/settings.json', text: '{ "editor.tabSize": 2, "git.path": "x" ' }],
  ['write_file', { file: 'shop.code-workspace', text: '{ "folders": [], "settings": { "git.path": "x" } }' }],
  ['write_file', { file: 'shop.code-workspace', text: '{ "folders": [], "tasks": { "tasks": [] } }' }],
])('%s %j asks, and where nobody answers nothing is written', async (tool, given) => {
  const { agent, text, before } = await settings();
  await using _ = agent;
  expect(await agent.refusal(tool, given)).toMatchObject({ error: 'not_permitted' });
  expect(await text()).toBe(before);
  expect((await agent.call('get_setting', { key: 'binnacle.evaluation' })).value).toMatchObject({ value: 'off' });
});

test('a file that is moved there, and one that is moved away, is judged by what is then said', async () => {
  const { agent, text, before } = await settings();
  await using _ = agent;
  await agent.call('write_file', { file: 'evil.json', text: '{ "git.path": "/tmp/evil" }\n' });
  expect(await agent.refusal('rename_file', { file: 'evil.json', new_file: 'sub/.vscode/settings.json', verify: 'report' })).toMatchObject({
    error: 'not_permitted',
  });
  expect(await agent.refusal('rename_file', { file: '.vscode/settings.json', new_file: 'away.json', verify: 'report' })).toMatchObject({
    error: 'not_permitted',
  });
  expect(await text()).toBe(before);
});

test('a person sees what would be set and why, and with a yes it is', async () => {
  const asked: string[] = [];
  const { agent, text } = await settings({
    person: (review) => {
      asked.push(review.title);
      return { decision: 'accept' };
    },
  });
  await using _ = agent;
  await agent.call('set_setting', { key: 'git.path', value: '/opt/git' });
  expect(await text()).toContain('"git.path": "/opt/git"');
  await agent.call('set_setting', { key: 'binnacle.evaluation', value: 'free', scope: 'user' });
  expect((await agent.call('get_setting', { key: 'binnacle.evaluation' })).value).toMatchObject({ value: 'free', from: 'user' });
  await agent.call('set_setting', { key: 'binnacle.evaluation', scope: 'user' });
  expect(asked).toEqual([expect.stringContaining('git.path'), expect.stringContaining('binnacle.evaluation'), expect.stringContaining('binnacle.evaluation')]);
  expect(await agent.refusal('set_setting', { key: 'binnacle.evaluation', value: 7, scope: 'user' })).toMatchObject({ error: 'invalid_setting' });
  expect(await agent.refusal('set_setting', { key: 'binnacle.evaluatoin', value: 'free', scope: 'user' })).toMatchObject({ error: 'unknown_setting' });
});

test('a policy that asks about edits asks once, about the change or about the call', async () => {
  const policy = { ...defaultPolicy, effects: { ...defaultPolicy.effects, edits: 'ask' } } as const;
  const kinds: number[] = [];
  const { agent } = await settings({
    policy,
    person: (review) => {
      kinds.push(review.files.length);
      return { decision: 'accept' };
    },
  });
  await using _ = agent;
  await agent.call('set_setting', { key: 'git.path', value: '/opt/git' });
  await agent.call('set_setting', { key: 'editor.tabSize', value: 8 });
  await agent.call('set_setting', { key: 'binnacle.maxHistorySize', value: 8, scope: 'user' });
  await agent.call('set_setting', { key: 'binnacle.maxHistorySize', value: 9, scope: 'user', preview: true });
  expect(kinds).toEqual([1, 1, 0]);
  expect((await agent.call('get_setting', { key: 'binnacle.maxHistorySize' })).value).toMatchObject({ value: 8 });
});

test('what is not there to be set is refused with what to do', async () => {
  const { agent } = await settings({ person: () => ({ decision: 'accept' }) });
  await using _ = agent;
  expect(await agent.refusal('set_setting', { key: 'editor.tabSize', value: 2, scope: 'user' })).toMatchObject({ error: 'user_settings_elsewhere' });
  expect(await agent.refusal('set_setting', { key: 'binnacle.evaluation', value: 'free' })).toMatchObject({ error: 'setting_refused' });
  expect(await agent.refusal('set_setting', { key: 'binnacle.policy.effects', value: {}, scope: 'user' })).toMatchObject({ error: 'setting_not_reachable' });
  expect(await agent.refusal('set_setting', { key: 'editor.tabSize', scope: 'folder' })).toMatchObject({ error: 'invalid_arguments' });
});

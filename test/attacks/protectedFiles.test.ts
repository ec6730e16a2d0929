// An agent that was talked into changing what only people change, by another way than its plain name: nobody is there to ask, so nothing is written.
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Agent, textOf } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { temporaryHome } from '../support/builtProgram.ts';

test('neither what git runs nor what says who may do what is written without a person, by whatever way', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  await mkdir(join(shop, '.git', 'hooks'), { recursive: true });
  await writeFile(join(shop, '.git', 'config'), '[core]\n');
  await mkdir(join(shop, 'packages', 'a', '.binnacle'), { recursive: true });
  await writeFile(join(shop, 'packages', 'a', '.binnacle', 'settings.json'), '{ "policy": { "effects": { "runs": "deny" } } }\n');
  await writeFile(join(shop, 'evil'), '#!/bin/sh\n');
  await symlink(join(shop, '.git'), join(shop, 'docs'), 'junction');
  await symlink(join(shop, 'packages', 'a', '.binnacle'), join(shop, 'notes'), 'junction');
  await using agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();

  const refused = async (tool: string, given: Record<string, unknown>) => {
    const answer = await agent.call(tool, given);
    expect(answer.result?.isError, `${tool} ${JSON.stringify(given)}: ${textOf(answer)}`).toBe(true);
    expect(textOf(answer)).toContain('not_permitted');
  };
  const targets = [
    '.git/hooks/pre-commit',
    'docs/hooks/pre-commit',
    './packages/../.git/hooks/pre-commit',
    '.GIT/hooks/pre-commit',
    join(shop, '.git', 'config'),
  ];
  for (const file of [...targets, 'packages/a/.binnacle/settings.json', 'notes/settings.json', 'sub/.Binnacle/settings.json'])
    await refused('write_file', { file, text: '#!/bin/sh\n' });
  await refused('rename_file', { file: 'evil', new_file: '.git/hooks/pre-commit' });
  // From a project of its own, opened inside.
  for (const [root, file] of [
    [join(shop, '.git'), 'hooks/pre-commit'],
    [join(shop, '.git', 'hooks'), 'pre-commit'],
    [join(shop, 'packages', 'a'), '.binnacle/settings.json'],
  ] as const) {
    expect((await agent.call('open_project', { path: root })).result?.isError ?? false).toBe(false);
    await refused('write_file', { project_path: root, file, text: 'x\n' });
  }
  // What VS Code runs or believes, by its own tool, as a file, under another name and through a link.
  await mkdir(join(shop, '.vscode'));
  await writeFile(join(shop, '.vscode', 'settings.json'), '{ "editor.tabSize": 2 }\n');
  await symlink(join(shop, '.vscode'), join(shop, 'editor'), 'junction');
  const evil = '{ "editor.tabSize": 2, "chat.tools.autoApprove": true }\n';
  for (const file of ['.vscode/settings.json', '.VSCode/Settings.json', 'editor/settings.json', 'sub/.vscode/settings.json'])
    await refused('write_file', { file, text: evil });
  await refused('rename_file', { file: 'evil', new_file: 'sub/.vscode/settings.json', verify: 'report' });
  await refused('write_file', { file: 'shop.code-workspace', text: `{ "folders": [], "settings": ${evil} }` });
  for (const given of [
    { key: 'git.path', value: '/tmp/evil' },
    { key: '[typescript]', value: { 'typescript.tsdk': 'evil' } },
    { key: 'binnacle.evaluation', value: 'free', scope: 'user' },
    { key: 'binnacle.projects', value: ['/'], scope: 'user' },
    { key: 'binnacle.confirmWriteOperations', scope: 'user' },
  ])
    await refused('set_setting', given);
  const policy = await agent.call('set_setting', { key: 'binnacle.policy.effects', value: {}, scope: 'user' });
  expect(textOf(policy)).toContain('setting_not_reachable');
  expect(await readFile(join(shop, '.vscode', 'settings.json'), 'utf8')).toBe('{ "editor.tabSize": 2 }\n');
  expect(existsSync(join(home.folder, 'config', 'binnacle', 'settings.json'))).toBe(false);
  expect(existsSync(join(shop, '.git', 'hooks', 'pre-commit'))).toBe(false);
  expect(await readFile(join(shop, '.git', 'config'), 'utf8')).toBe('[core]\n');
  expect(await readFile(join(shop, 'packages', 'a', '.binnacle', 'settings.json'), 'utf8')).toContain('deny');
  // Beside them an agent works as ever.
  const beside = await agent.call('write_file', { file: '.gitignore', text: 'dist\n' });
  expect(beside.result?.isError ?? false, textOf(beside)).toBe(false);
  const harmless = await agent.call('set_setting', { key: 'editor.tabSize', value: 4 });
  expect(harmless.result?.isError ?? false, textOf(harmless)).toBe(false);
});

// A person has allowed npm and nothing else, and an agent that was talked into more tries to run more under that name.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Agent, textOf } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { temporaryHome } from '../support/builtProgram.ts';

test.skipIf(process.platform === 'win32')('a rule that allows npm allows nothing that is not npm', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  const configuration = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle');
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'policy.json'), '{ "commands": { "*": "deny", "npm *": "allow", "git status *": "allow", "sh": "allow" } }');
  const ran = join(shop, 'ran');
  const evil = join(shop, 'evil');
  await mkdir(join(shop, 'bin'));
  for (const file of [evil, join(shop, 'npm'), join(shop, 'bin', 'npm')]) {
    await writeFile(file, `#!/bin/sh\necho "$0" >> ${ran}\n`);
    await chmod(file, 0o755);
  }
  await mkdir(join(shop, '.vscode'));
  await writeFile(join(shop, '.vscode', 'tasks.json'), '{ "tasks": [{ "label": "prepare", "command": "./evil" }] }');
  const app = { name: 'app', type: 'node', request: 'launch', program: '${workspaceFolder}/evil.js', preLaunchTask: 'prepare' };
  await writeFile(join(shop, '.vscode', 'launch.json'), JSON.stringify({ configurations: [app] }));
  for (const name of ['evil.js', 'evil.test.js'])
    await writeFile(join(shop, name), `require('node:test'); require('node:fs').appendFileSync(${JSON.stringify(ran)}, 'js')`);
  const instances = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'instances');
  await using agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();

  const attacks: readonly Record<string, unknown>[] = [
    { command: 'PATH=./bin:$PATH npm test' },
    { command: 'npm --version', env: { PATH: `${join(shop, 'bin')}:${process.env['PATH'] ?? ''}` } },
    { command: './npm test' },
    { command: `git -c core.fsmonitor=${evil} status` },
    { command: `npm --version > ${ran}` },
    { command: 'npm --version <<EOF\n$(./evil)\nEOF' },
    { command: 'npm --version $(./evil)' },
    { command: 'npm --version `./evil`' },
    { command: 'npm() { ./evil; }; npm test' },
    { command: 'npm', args: ['exec', '-c', './evil'] },
    { command: `npm --script-shell=${evil} test` },
    { command: 'sh', input: './evil\n' },
    { command: 'npm --version & ./evil' },
    { command: 'npm --version "$(./evil)"' },
  ];
  for (const given of attacks) {
    const answer = textOf(await agent.call('run_command', given));
    expect([given, answer]).toEqual([given, expect.stringContaining('not_permitted')]);
  }
  const shell = await agent.call('run_in_terminal', {});
  const id = shell.result?.structuredContent?.['terminalId'];
  for (const typed of [
    { keys: ['.', '/', 'e', 'v', 'i', 'l', 'enter'] },
    { text: './evil\n' },
    { text: 'npm --version\u0015./evil', keys: ['enter'] },
    { keys: ['up', 'enter'] },
  ])
    expect(textOf(await agent.call('write_terminal_input', { terminal_id: id, ...typed }))).toContain('not_permitted');
  for (const [tool, given] of [
    ['start_debug_session', { configuration_name: 'app' }],
    ['run_configuration', { name: 'task: prepare' }],
    ['start_debug_session', { program: 'evil.js' }],
    ['run_tests', { runner: 'node:test', target: 'evil.test.js' }],
  ] as const)
    expect([tool, textOf(await agent.call(tool, given))]).toEqual([tool, expect.stringContaining('not_permitted')]);
  const [instance = ''] = readdirSync(instances).filter((name) => name.endsWith('.json'));
  const { pid } = z.object({ pid: z.number() }).parse(JSON.parse(readFileSync(join(instances, instance), 'utf8')));
  expect(textOf(await agent.call('attach_debugger', { process_id: pid }))).toContain('own_process');
  expect(existsSync(ran)).toBe(false);
  expect(textOf(await agent.call('run_command', { command: 'npm --version' }))).toContain('exit code 0');
  expect(textOf(await agent.call('run_command', { command: 'npm', args: ['--version'] }))).toContain('exit code 0');
});

// The registry of agents that a person has saved: listed, started by a runner in the version that it names, and never a way to run what nobody sees.
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visibleText } from '../../src/base/text/visibleText.ts';
import { seconds } from '../../src/base/waiting/duration.ts';
import { Agent, textOf } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { binnacle, type Finished, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { allowStartingAgents, installProgram } from '../support/installedAgent.ts';

const SCRIPTED = fileURLToPath(new URL('../support/scriptedAgent.mjs', import.meta.url));
const ALL = ['darwin-aarch64', 'darwin-x86_64', 'linux-aarch64', 'linux-x86_64', 'windows-aarch64', 'windows-x86_64'];

let home: Home;
let shop: string;
let ran: string;

beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  ran = join(home.folder, 'ran');
  // They write down what they are asked to run, and are the agent that would have been fetched.
  for (const runner of ['npx', 'uvx'])
    await installProgram(home, runner, `printf '%s|' ${runner} "$@" "$HARBOUR_MODE" >> "${ran}"; exec "${process.execPath}" "${SCRIPTED}"`);
  await allowStartingAgents(home);
});
afterAll(() => home?.[Symbol.asyncDispose]());

const command = (...words: string[]): Promise<Finished> =>
  run([process.execPath, binnacle, ...words], { environment: home.environment, folder: shop, bound: seconds(60) });

const entry = (id: string, distribution: object, more: object = {}) => ({
  id,
  name: `The ${id}`,
  version: '1.2.3',
  description: 'An agent.',
  distribution,
  ...more,
});
const npx = (more: object = {}) => ({ npx: { package: '@sea/harbour@1.2.3', args: ['--acp'], ...more } });

async function saved(agents: unknown): Promise<string> {
  const file = join(home.folder, 'registry.json');
  await writeFile(file, typeof agents === 'string' ? agents : JSON.stringify({ version: '1.0.0', agents, extensions: [] }));
  return file;
}

const heard = async () => (existsSync(ran) ? readFile(ran, 'utf8') : '');

test('its agents are listed beside ours with version, licence and how each is had, ours win, and nothing is run', async () => {
  const binary = Object.fromEntries(
    ALL.map((target) => [target, { archive: `https://ships.invalid/${target}.tar.gz`, cmd: './galleon', args: ['serve', 'a b'] }]),
  );
  const file = await saved([
    entry('harbour', npx({ env: { HARBOUR_MODE: 'calm' } }), { license: 'MIT', icon: 'https://ships.invalid/icon.svg', authors: ['A'] }),
    entry('lagoon', { uvx: { package: 'lagoon-agent', cmd: 'lagoon', args: ['acp'] } }),
    entry('galleon', { binary }, { license: 'proprietary' }),
    entry('qwen', npx()),
  ]);
  const { stdout, stderr, code } = await command('agents', '--registry', file);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('4 agents of');
  expect(stdout).toMatch(/^harbour +The harbour +1\.2\.3, MIT, ACP registry .*HARBOUR_MODE=calm npx --yes @sea\/harbour@1\.2\.3 --acp/m);
  expect(stdout).toMatch(/^lagoon .*uvx --from lagoon-agent==1\.2\.3 lagoon acp/m);
  expect(stdout).toMatch(
    /^galleon +The galleon +not here, 1\.2\.3, proprietary .*download https:\/\/ships\.invalid\/\S+\.tar\.gz, unpack it.*chat galleon -- \.\/galleon serve "a b"/m,
  );
  expect(stdout).toMatch(/^qwen +Qwen Code +not found +install: npm install --global @qwen-code\/qwen-code/m);
  expect(await heard()).toBe('');
  // Our copy counts, wherever the file goes.
  await rm(file);
  expect(JSON.parse((await command('agents', '--json')).stdout)).toMatchObject({
    leftOut: [],
    agents: expect.arrayContaining([expect.objectContaining({ id: 'harbour', license: 'MIT', command: expect.stringContaining('npx --yes') })]),
  });
});

test('a runner starts them in the version that the list names, for a person and for an agent', async () => {
  const chat = await command('chat', 'harbour', '--print', JSON.stringify([{ say: 'ahoy' }]));
  expect(chat).toMatchObject({ code: 0, stdout: 'ahoy\n' });
  expect(await heard()).toBe('npx|--yes|@sea/harbour@1.2.3|--acp|calm|');
  await using agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  expect(textOf(await agent.call('list_agents', {}))).toContain('uvx --from lagoon-agent==1.2.3 lagoon acp');
  expect(textOf(await agent.call('start_agent', { agent: 'lagoon', prompt: JSON.stringify([{ say: 'from the lagoon' }]) }))).toContain('from the lagoon');
  expect(await heard()).toContain('uvx|--from|lagoon-agent==1.2.3|lagoon|acp|');
  expect(textOf(await agent.call('start_agent', { agent: 'galleon' }))).toMatch(/agent_not_installed.*download https/s);
  expect((await command('chat', 'harbor')).stderr).toMatch(/There is no agent harbor\.[\s\S]*harbour/);
});

test('what would hide or change what runs is left out and named; the rest is there', async () => {
  await rm(ran, { force: true });
  const file = await saved([
    entry('good', npx()),
    entry('twice', npx()),
    entry('twice', { uvx: { package: 'other' } }),
    entry('unseen', npx({ args: ['--acp', 'safe\u202e--lave'] })),
    entry('moving', npx({ args: ['\u001b[2K\r'] })),
    entry('option', { npx: { package: '--call=touch' } }),
    entry('newest', { npx: { package: 'sea@latest' } }),
    entry('elsewhere', { npx: { package: 'git+https://ships.invalid/sea.git' } }),
    entry('sneaky', npx({ cmd: '../../bin/sh' })),
    entry('preload', npx({ env: { NODE_OPTIONS: '--require ./evil.js' } })),
    entry('types', { npx: { package: 7 } }),
    entry('nowhere', {}),
    entry('Bad\u0007Id', npx()),
    'a word',
  ]);
  const { stdout, code } = await command('agents', '--registry', file);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^good +The good/m);
  const [listed = '', left = ''] = stdout.split('Left out of the registry:\n');
  for (const id of ['twice', 'unseen', 'moving', 'option', 'newest', 'elsewhere', 'sneaky', 'preload', 'types', 'nowhere']) {
    expect(listed).not.toContain(`The ${id}`);
    expect(left).toMatch(new RegExp(`^  ${id}: .+`, 'm'));
  }
  expect(left).toContain('Bad<0007>Id: ');
  expect(left).toContain('entry 14: ');
  expect(visibleText(stdout)).toBe(stdout);
  expect((await command('chat', 'preload', '--print', '[]')).stderr).toContain('There is no agent preload.');
  expect(await heard()).toBe('');
});

test('what is no registry is refused with what to do, and what was there before stays', async () => {
  const wrong: readonly [string, RegExp][] = [
    ['not JSON', /it is no JSON/],
    ['{"agents": {}}', /is no registry of agents/],
    [JSON.stringify({ version: '1.0.0', agents: Array.from({ length: 501 }, () => 1) }), /is no registry of agents: agents/],
    [' '.repeat(3 * 1024 * 1024), /at most 2 MB/],
  ];
  for (const [text, why] of wrong) {
    // agent_registry_unreadable.
    const { code, stderr } = await command('agents', '--registry', await saved(text));
    expect(code).toBe(1);
    expect(stderr).toMatch(why);
    expect(stderr).toContain('Save registry.json');
  }
  expect((await command('agents', '--registry', join(home.folder, 'missing.json'))).stderr).toContain('there is no such file');
  expect((await command('agents')).stdout).toMatch(/^good +The good/m);
  // Spoilt behind our back: our own agents stay.
  await writeFile(join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'agent-registry.json'), '[');
  const { stdout } = await command('agents');
  expect(stdout).toMatch(/Left out of the registry:\n.*it is no JSON/);
  expect(stdout).toMatch(/^opencode +opencode/m);
});
